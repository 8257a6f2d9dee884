// Operations.swift - the operations that are measured on each kind of object: see Variant.swift.
import KVONotifying
import MiniRuntime

/// One loop for each operation, all on the same object.
///
/// Each class description has its own copy of these loops, in its own file. In a generic loop, `person.age` would not
/// be a key path literal of a known class, and the compiler would generate different code than for a user's program.
package struct Operations {
    /// The object of the loops.
    let object: Object
    /// Sets `person.age`.
    package let setAge: Loop
    /// Reads `person.age`.
    package let age: Loop
    /// Sets `person.name`.
    package let setName: Loop
    /// Reads `person.name`.
    package let name: Loop
    /// Calls `person.inYears(number)`, a method that is a Swift closure.
    package let inYears: Loop
    /// Sends `person.object.send(selector, number)`, with a selector that was made once.
    package let sendKept: Loop

    init(
        _ object: Object, setAge: @escaping Loop, age: @escaping Loop, setName: @escaping Loop, name: @escaping Loop,
        inYears: @escaping Loop
    ) {
        self.object = object
        self.setAge = setAge
        self.age = age
        self.setName = setName
        self.name = name
        self.inYears = inYears
        sendKept = Loops.sendKept(to: object)
    }

    /// Creates the operations for an object of a variant. Ends the process unless each of them has its effect. The
    /// loops that read check the values themselves each time they run.
    package init(checked variant: Variant) {
        self = variant.operations
        setAge(3)
        expect(age: 2)
        sendKept(5)
        expect(age: 4)
        setName(1)
        expect(name: firstName)
        setName(2)
        expect(name: secondName)
        reset()
        age(1)
        name(1)
        inYears(1)
        variant.check()
    }

    /// Reads the property by key-value coding, so that the check does not depend on the typed getter.
    private func expect(age: Int32) {
        check(try! object.value(forKey: "age", as: Int32.self), is: age, "the age")
    }

    private func expect(name: String) {
        check(try! object.value(forKey: "name", as: String.self), is: name, "the name")
    }

    /// Sets the values that the reading loops expect.
    private func reset() {
        try! object.setValue(Int32(3), forKey: "age")
        try! object.setValue(firstName, forKey: "name")
    }
}
