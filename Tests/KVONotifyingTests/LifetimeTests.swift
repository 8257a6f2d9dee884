import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// Serialized, because the policy for leftovers is the process's.
@Suite("Lifetimes", .serialized)
struct LifetimeTests {
    @Test("B4 Registering retains neither the observer nor the observed object")
    func nobodyIsRetained() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let before = (person.retainCount, recorder.object.retainCount)
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect((person.retainCount, recorder.object.retainCount) == before)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("An observer that died is named by the next change, and never messaged")
    func deadObserver() throws {
        let cls = try makePersonClass()
        let person = try cls.new()
        let recorder = try Recorder()
        let observerClass = recorder.object.isa
        var observer: Object? = try observerClass.new()
        let address = observer!.address
        try person.addObserver(observer!, forKeyPath: "age")
        observer = nil
        #expect(observerClass.instanceCount == 1)
        let exception = raised { try person.setAge(1) }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception?.reason
                == "The observer <\(observerClass.name) 0x\(String(address, radix: 16))> of the key path \"age\" of "
                + "<\(cls.name) 0x\(String(person.address, radix: 16))> was deallocated while it was still registered.")
        // The registration cannot be removed by its observer any more: let it go quietly.
        LeftoverPolicy.current = .forgive
        defer { LeftoverPolicy.current = .raise }
        try person.setAge(2)
        #expect(person.observationInfo == nil)
    }

    @Test("B202 An object that removes its own registrations in dealloc dies quietly")
    func removingInDealloc() throws {
        let recorder = try Recorder()
        let builder = try ClassBuilder(uniqueName("SelfCleaning"), superclass: makePersonClass())
        let cls = builder.cls
        let observer = recorder.object
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            self.sendOrTerminate("removeObserver:forKeyPath:", observer, "age")
            try self.sendSuper(of: cls, "dealloc")
        }
        _ = builder.register()
        var object: Object? = try cls.new()
        try object!.addObserver(recorder.object, forKeyPath: "age")
        object = nil
        #expect(cls.instanceCount == 0)
    }

    @Test("B190 An object that dies with registrations left ends the process with the text of the documentation")
    func diesWhileObserved() async throws {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let recorder = try Recorder()
            var person: Object? = try makePersonClass("Foo").new()
            try person!.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
            person = nil
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            withoutAddresses(text).contains(
                """
                *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x of \
                class Foo was deallocated while key value observers were still registered with it. Current observation info: \
                <NSKeyValueObservationInfo 0x> (
                <NSKeyValueObservance 0x: Observer: 0x, Key path: age, Options: <New: YES, Old: YES, Prior: NO> \
                Context: 0x, Property: 0x>
                )'
                """), "\(text)")
    }

    @Test("B190 The text names the registrations that are left, not those that were removed")
    func namesWhatIsLeft() async throws {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let recorder = try Recorder()
            var person: Object? = try makePersonClass("Foo").new()
            for number in 1...3 {
                try person!.addObserver(recorder.object, forKeyPath: "age", context: context(number))
            }
            try person!.removeObserver(recorder.object, forKeyPath: "age", context: context(2))
            person = nil
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let contexts = text.matches(of: /Context: (0x[0-9a-f]+)/).map { String($0.output.1) }
        #expect(contexts == ["0x1", "0x3"], "\(text)")
    }

    @Test("A thousand observations leave no object behind")
    func nothingLeaks() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        for number in 0..<1000 {
            let person = try cls.new()
            try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old, .prior, .initial])
            try person.setAge(Int32(number))
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
        #expect(cls.instanceCount == 0)
        #expect(recorder.count == 3000)
        #expect(recorder.object.retainCount == 1)
    }
}
