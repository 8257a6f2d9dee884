// ExceptionTests.swift - exceptions without unwinding: the slot of a thread, and the end of a process.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Exceptions")
struct ExceptionTests {
    private func raise(_ reason: String, _ name: String = "NSGenericException") {
        let exception = mr_exception_create(name, reason)
        mr_exception_raise(exception)
        objc_release(exception)
    }

    @Test("What is raised waits in the slot until it is taken")
    func pending() {
        #expect(mr_exception_pending() == nil)
        raise("the reason", "NSRangeException")
        let exception = mr_exception_pending()
        #expect(text(mr_exception_name(exception)) == "NSRangeException")
        #expect(text(mr_exception_reason(exception)) == "the reason")
        #expect(object_getClass(exception) == objc_getClass("NSException"))
        #expect(mr_exception_take() == exception)
        #expect(mr_retain_count(exception) == 1)
        #expect(mr_exception_pending() == nil)
        #expect(mr_exception_take() == nil)
        objc_release(exception)
    }

    @Test("The first one stays: what follows follows from it")
    func first() {
        raise("first")
        raise("second")
        let exception = mr_exception_take()
        #expect(text(mr_exception_reason(exception)) == "first")
        objc_release(exception)
        #expect(mr_exception_pending() == nil)
    }

    @Test("Each thread has a slot of its own")
    func threads() {
        raise("mine")
        onUncheckedThreads(1) { _ in #expect(mr_exception_pending() == nil) }
        objc_release(mr_exception_take())
    }

    @Test("Throwing nil raises that")
    func throwNil() {
        mr_exception_raise(nil)
        let exception = mr_exception_take()
        #expect(text(mr_exception_name(exception)) == "NSInvalidArgumentException")
        #expect(text(mr_exception_reason(exception)) == "mr_exception_raise: the exception is nil")
        objc_release(exception)
    }

    @Test("Any object can be thrown, and has no name unless it is an exception")
    func anyObject() {
        let object = new(makeClass())
        mr_exception_raise(object)
        #expect(mr_exception_pending() == object)
        #expect(mr_exception_name(object) == nil)
        #expect(mr_exception_reason(object) == nil)
        #expect(mr_exception_name(nil) == nil)
        objc_release(mr_exception_take())
        objc_release(object)
    }

    @Test("-raise raises the receiver, a subclass's instance too")
    func raiseMessage() {
        let cls = makeClass("Exception", objc_getClass("NSException")), exception = new(cls)
        for _ in ["cold", "cached"] {
            send(exception, "raise")
            #expect(mr_exception_take() == exception)
            objc_release(exception)
        }
        #expect(mr_exception_name(exception) == nil)
        objc_release(exception)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("The methods between the one that raises and the one that looks return normally")
    func noFrameSkipped() {
        let log = Log(), cls = makeClass(), object = new(cls)
        add(cls, "inner", "q16@0:8") { _ in raise("inner") }
        add(cls, "outer", "q16@0:8") { call in
            let answer = sendInt(call.object, "inner")
            log.add("after inner \(answer)")
        }
        #expect(sendInt(object, "outer") == 0)
        #expect(log.all == ["after inner 0"])
        let exception = mr_exception_take()
        #expect(text(mr_exception_reason(exception)) == "inner")
        objc_release(exception)
        objc_release(object)
    }

    @Test("A collection changed while it is enumerated raises Apple's text")
    func mutation() {
        let object = new(makeClass("List"))
        objc_enumerationMutation(object)
        let exception = mr_exception_take()
        #expect(text(mr_exception_name(exception)) == "NSGenericException")
        let expected =
            "*** Collection <\(text(object_getClassName(object))!): \(hex(object))> was mutated while being enumerated."
        #expect(text(mr_exception_reason(exception)) == expected)
        objc_release(exception)
        objc_release(object)
    }

    @Test("Catch depth counts the callers that will throw")
    func catchDepth() {
        let before = mr_try_depth()
        let outer = mr_try_begin()
        #expect(mr_try_depth() == before + 1)
        mr_try_end(outer)
        #expect(mr_try_depth() == before)
    }

    @Test("An uncaught exception ends the process with the text everybody has met")
    func uncaught() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            mr_exception_uncaught()  // none pending: nothing happens
            let exception = mr_exception_create("NSRangeException", "index 7 beyond bounds")
            mr_exception_raise(exception)
            mr_exception_uncaught()
        }
        let expected =
            "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7 beyond bounds'\n"
        #expect(standardError(of: result).contains(expected))
    }

    @Test("An uncaught object that is no exception is reported with its class")
    func uncaughtObject() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            mr_exception_raise(new(nsObject))
            mr_exception_uncaught()
        }
        #expect(
            standardError(of: result).contains("*** Terminating app due to uncaught exception of class 'NSObject'\n"))
    }

    @Test("The handler sees the exception before the process ends")
    func handler() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let none = objc_setUncaughtExceptionHandler { exception in
                let line = "handler: \(text(mr_exception_reason(exception))!)\n"
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            }
            #expect(none == nil)
            mr_exception_raise(mr_exception_create("NSGenericException", "why"))
            mr_exception_uncaught()
        }
        let words = "handler: why\n*** Terminating app due to uncaught exception 'NSGenericException', reason: 'why'\n"
        #expect(standardError(of: result).contains(words))
    }
}
