// Exercises06.swift - solutions to the exercises of docs/guide/06-when-a-method-is-missing.md.
import MiniRuntime
import Testing

@Suite("Exercises of chapter 06")
struct Exercises06 {
    @Test("1. A forwarding class can answer respondsToSelector: honestly")
    func honest() throws {
        let helper = try ClassBuilder("Exercise06Helper").register()
        try helper.addMethod("clean") { (self: Object) -> Int32 in 2 }
        let target = try helper.new(), cls = try ClassBuilder("Exercise06Person").register()
        try cls.addMethod("forwardingTargetForSelector:") { (self: Object, name: Selector) -> Object? in
            helper.instancesRespond(to: name) ? target : nil
        }
        let ann = try cls.new()
        #expect(!ann.responds(to: "clean"), "the method table says no, though the message would be answered")
        // Not looked for at forwarding: a class that forwards has to say so itself.
        try cls.addMethod("respondsToSelector:") { (self: Object, name: Selector) -> Bool in
            let own = try self.sendSuper(of: cls, "respondsToSelector:", name, as: Bool.self)
            return own || helper.instancesRespond(to: name)
        }
        #expect(ann.responds(to: "clean"))
        #expect(ann.responds(to: "hash"))
        #expect(!ann.responds(to: "fly"))
    }

    @Test("2. Accessors are made when the first message asks for them")
    func dynamicProperties() throws {
        let cls = try ClassBuilder("Exercise06Record").register()
        let values = Locked<[String: Int]>([:]), asked = Locked<[String]>([])
        try cls.isa.addMethod("resolveInstanceMethod:") { (self: Class, name: Selector) -> Bool in
            let text = name.name
            asked.append(text)
            if text.hasPrefix("set"), name.argumentCount == 1 {
                let key = text.dropFirst(3).prefix(1).lowercased() + text.dropFirst(4).dropLast()
                try self.addMethod(name) { (_: Object, value: Int) in values.withLock { $0[key] = value } }
            } else if name.argumentCount == 0, !text.hasPrefix("_") {
                try self.addMethod(name) { (_: Object) -> Int in values.withLock { $0[text] ?? 0 } }
            } else {
                return false
            }
            return true
        }
        let record = try cls.new()
        #expect(try record.send("age", as: Int.self) == 0)
        try record.send("setAge:", 42)
        #expect(try record.send("age", as: Int.self) == 42)
        // Asked once for each name: from then on the class has the method, and the runtime finds it.
        #expect(asked.withLock { $0 } == ["age", "setAge:"])
        #expect(Set(cls.methods.map(\.selector.name)) == ["age", "setAge:"])
    }

    @Test("3. A recorder keeps the messages to an object, and plays them again")
    func recorder() throws {
        let counter = try makeCounterClass().new()
        let tape = Locked<[Invocation]>([]), cls = try ClassBuilder("Exercise06Recorder").register()
        try cls.addMethod("methodSignatureForSelector:") { (self: Object, name: Selector) -> Object? in
            try counter.send("methodSignatureForSelector:", name, as: Object?.self)
        }
        try cls.addMethod("forwardInvocation:") { (self: Object, object: Object) in
            let invocation = Invocation(object)!
            invocation.retainArguments()  // it outlives the send
            tape.append(invocation)
        }
        let recorder = try cls.new()
        try recorder.send("add:", Int32(3))
        try recorder.send("add:", Int32(4))
        #expect(try counter.send("total", as: Int32.self) == 0, "nothing has happened yet")
        for _ in ["once", "again"] {
            for invocation in tape.withLock({ $0 }) { try invocation.invoke(with: counter) }
        }
        #expect(try counter.send("total", as: Int32.self) == 14)
    }

    private func makeCounterClass() throws -> Class {
        var builder = try ClassBuilder("Exercise06Counter")
        try builder.addProperty("total", Int32.self)
        try builder.addMethod("add:") { (self: Object, number: Int32) in
            try self.send("setTotal:", self.send("total", as: Int32.self) + number)
        }
        return builder.register()
    }
}
