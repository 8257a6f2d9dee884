import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

class Label: ClassDescription {
    let text = Property<String>("")
    let length = Property<Int>(0)
}

@Suite("Bindings")
struct BindingTests {
    @Test("A bound property has the other's value now, and follows it")
    func binding() throws {
        let (label, firm) = (Label.new(), Firm.new())
        try label.bind(\.text, to: firm, \.name)
        #expect(label.text == "Acme")
        firm.name = "Bolt"
        #expect(label.text == "Bolt")
        label.cutOff(\.text)
        firm.name = "Cord"
        #expect(label.text == "Bolt")
        #expect(firm.object.observationInfo == nil)
    }

    @Test("Two properties that are bound to each other settle")
    func mutual() throws {
        let (first, second) = (Label.new(), Label.new())
        first.text = "one"
        try second.bind(\.text, to: first, \.text)
        try first.bind(\.text, to: second, \.text)
        second.text = "two"
        #expect((first.text, second.text) == ("two", "two"))
        first.text = "three"
        #expect((first.text, second.text) == ("three", "three"))
    }

    @Test("A pipe filters and converts, and several sources become one value")
    func pipes() throws {
        let (label, firm, worker) = (Label.new(), Firm.new(), Worker.new())
        try firm.pipe(\.name).filter { $0 != "secret" }.convert { $0.count }.into(label, \.length)
        firm.name = "Bolts"
        firm.name = "secret"
        #expect(label.length == 5)
        try Pipe.combine(firm.pipe(\.name), worker.pipe(\.age)) { "\($0) \($1)" }.into(label, \.text)
        worker.age = 8
        #expect(label.text == "secret 8")
    }
}
