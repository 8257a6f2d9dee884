// Sending.swift - messages by selector, key-value coding, and the class whose method is a Swift closure.
import KVONotifying
import MiniRuntime
import TypedClasses

extension Loops {
    /// Sends `object.send(selector, number)`, with a selector that was made once.
    static func sendKept(to object: Object) -> Loop {
        let setAge: Selector = "setAge:"
        return { for turn in 0..<$0 { try! object.send(setAge, Int32(truncatingIfNeeded: turn)) } }
    }

    /// Sends `object.send("setAge:", number)`, where the selector is a literal in the loop.
    package static func sendLiteral() -> Loop {
        let person = Person.new()
        let object = person.object
        let loop: Loop = { for turn in 0..<$0 { try! object.send("setAge:", Int32(truncatingIfNeeded: turn)) } }
        loop(5)
        check(person.age, is: 4, "the age that was sent")
        return loop
    }

    /// Reads `object.value(forKey: "age")`.
    package static func valueForKey() -> Loop {
        let object = Person.new().object
        let loop: Loop = { count in
            var found = 0
            for _ in 0..<count where try! object.value(forKey: "age") != nil { found += 1 }
            check(found, is: count, "the number of values")
        }
        loop(1)
        check(try! object.value(forKey: "age", as: Int32.self), is: 3, "the value for the key")
        return loop
    }

    /// Returns a new class whose method `setAge:` is a Swift closure. A loop in C sends the message, so that the row
    /// measures the closure without a send from Swift.
    package static func classWithClosure() -> Class {
        let witness = Witness()
        let builder = try! ClassBuilder("PersonWithClosure")
        try! builder.addMethod("setAge:") { (_: Object, age: Int32) in witness.newest = age }
        let cls = builder.register()
        let object = try! cls.new()
        try! object.send("setAge:", Int32(5))
        check(witness.newest, is: 5, "the age that the closure received")
        return cls
    }
}
