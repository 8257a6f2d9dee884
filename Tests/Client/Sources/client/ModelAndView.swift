// ModelAndView.swift - a model, and a view model that observes it by tokens and needs no cleanup.
import SafeObservation
import Support
import TypedClasses

private class Company: ClassDescription {
    let name = Property<String>("Acme")
}

private class Person: ClassDescription {
    let age = Property<Int32>(7)
    let name = Property<String>("Ann")
    let employer = Property<Ref<Company>?>(nil)
    let title = Computed<String>(affectedBy: \Person.name, \Person.employer.name) { (person: Ref<Person>) in
        "\(person.name) of \(person.employer?.name ?? "nowhere")"
    }
}

private class PersonView: ClassDescription {
    let headline = Property<String>("")
    let isAdult = Property<Bool>(false)
}

/// A view model as users write it: a Swift class that keeps its tokens.
private final class PersonViewModel {
    let view = PersonView.new()
    private var tokens: [KeyValueObservation] = []

    init(_ person: Ref<Person>) {
        tokens = [
            person.observe(\.title, options: .upToDate) { [view] _, change in view.headline = change.newValue ?? "" },
            person.observe(\.age, options: .upToDate) { [view] _, change in
                view.isAdult = (change.newValue ?? 0) >= 18
            },
        ]
    }
}

@Sendable func modelAndView() async {
    await repeatedly {
        let person = Person.new()
        var model: PersonViewModel? = PersonViewModel(person)
        let view = model!.view
        expect(view.headline, is: "Ann of nowhere", "the headline at first")
        person.employer = Company.new()
        person.employer?.name = "Apple"
        person.name = "Bob"
        person.age = 18
        expect(view.headline, is: "Bob of Apple", "the headline after the changes")
        expect(view.isAdult, "the view does not know that the person is an adult")
        let observed = person.object.isa
        model = nil
        person.name = "Eve"
        person.age = 3
        expect(view.headline, is: "Bob of Apple", "the headline after the view model died")
        expect(observed != person.object.isa, "the isa is still \(observed)")
        expect(person.object.isa, is: Person.description.runtimeClass, "the isa without observers")
    }
    for cls in [Person.description, Company.description, PersonView.description] as [ClassDescription] {
        expect(cls.runtimeClass.instanceCount, is: 0, "the number of instances of \(cls.runtimeClass)")
    }
}
