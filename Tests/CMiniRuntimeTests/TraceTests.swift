// TraceTests.swift - the trace hook, message tracing, debug switches, invariants.
//
// The hook is the process's: each test that sets it runs in a process of its own.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

/// Puts a line for every event of interest into the log that the hook's context is.
private func trace(into log: Log) {
    mr_trace_set_hook(
        { event, context in
            let log = Unmanaged<Log>.fromOpaque(context!).takeUnretainedValue(), event = event!.pointee
            let cls = event.cls.map { text(class_getName($0))! } ?? "-",
                selector = event.selector.map { text(sel_getName($0))! } ?? "-"
            log.add("\(event.kind.rawValue) \(cls) \(selector) \(text(event.text) ?? "-")")
            _ = sendObject(nsObject, "self")  // what the hook causes is not traced
        }, Unmanaged.passRetained(log).toOpaque())
}

private func line(_ kind: mr_trace_kind, _ cls: String = "-", _ selector: String = "-", _ text: String = "-") -> String
{
    "\(kind.rawValue) \(cls) \(selector) \(text)"
}

/// Ends the process if the hook with the number `number` has been called with the context of another.
private func expectContext(_ number: Int, _ context: UnsafeMutableRawPointer?) {
    guard Int(bitPattern: context) == number else { exit(1) }
}

@Suite("Tracing")
struct TraceTests {
    @Test("A hook that is exchanged while other threads emit events never gets the context of the other hook")
    func exchanged() async {
        await #expect(processExitsWith: .success) {
            onThreads(3) { number in
                for round in 0..<200_000 {
                    if number > 0 {
                        var event = mr_trace_event()
                        mr_trace_emit(&event)
                    } else if round % 2 == 0 {
                        mr_trace_set_hook({ expectContext(1, $1) }, UnsafeMutableRawPointer(bitPattern: 1))
                    } else {
                        mr_trace_set_hook({ expectContext(2, $1) }, UnsafeMutableRawPointer(bitPattern: 2))
                    }
                }
            }
        }
    }

    @Test("The life of a class and of an object is reported, in order, until the hook goes")
    func life() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            #expect(!mr_trace_is_on())
            trace(into: log)
            #expect(mr_trace_is_on())
            let cls = objc_allocateClassPair(nsObject, "Traced", 0)!
            objc_registerClassPair(cls)
            let one: IntMethod = { _, _ in 1 }, two: IntMethod = { _, _ in 2 }
            class_addMethod(cls, sel("number"), imp(one), "q16@0:8")
            let object = new(cls)
            for _ in ["cold", "cached"] { _ = sendInt(object, "number") }
            class_replaceMethod(cls, sel("number"), imp(two), "q16@0:8")
            object_setClass(object, nsObject)
            object_setClass(object, cls)
            objc_release(object)
            objc_disposeClassPair(cls)
            mr_trace_set_hook(nil, nil)
            objc_release(new(nsObject))
            let lines = log.all.filter { $0.contains("Traced") || $0.hasPrefix("\(MR_TRACE_ISA_CHANGED.rawValue) ") }
            #expect(
                lines == [
                    line(MR_TRACE_CLASS_ALLOCATED, "Traced"), line(MR_TRACE_CLASS_REGISTERED, "Traced"),
                    line(MR_TRACE_METHOD_ADDED, "Traced", "number"), line(MR_TRACE_CACHE_FLUSHED, "Traced"),
                    line(MR_TRACE_OBJECT_ALLOCATED, "Traced"),
                    line(MR_TRACE_INITIALIZE, "Traced"), line(MR_TRACE_CACHE_FILLED, "Traced", "number"),
                    line(MR_TRACE_METHOD_REPLACED, "Traced", "number"), line(MR_TRACE_CACHE_FLUSHED, "Traced"),
                    line(MR_TRACE_ISA_CHANGED, "NSObject"), line(MR_TRACE_ISA_CHANGED, "Traced"),
                    line(MR_TRACE_CACHE_FILLED, "Traced", "dealloc"), line(MR_TRACE_OBJECT_DEALLOCATED, "Traced"),
                    line(MR_TRACE_CLASS_DISPOSED, "-", "-", "Traced"),
                ])
        }
    }

    @Test("Emptied caches are reported")
    func flushes() async {
        await #expect(processExitsWith: .success) {
            let log = Log(), cls = makeClass(), sub = makeClass("Sub", cls)
            trace(into: log)
            add(cls, "number", answering: 1)
            method_setImplementation(class_getInstanceMethod(cls, sel("number")), closure("q16@0:8") { $0.answer(2) })
            class_setSuperclass(sub, nsObject)
            mr_trace_set_hook(nil, nil)
            let flushes = [cls, cls, sub].map { line(MR_TRACE_CACHE_FLUSHED, name($0)) }
            #expect(log.all.filter { $0.hasPrefix("\(MR_TRACE_CACHE_FLUSHED.rawValue) ") } == flushes)
        }
    }

    @Test("Exceptions, forwarding and events of the layers above are reported")
    func others() async {
        await #expect(processExitsWith: .success) {
            let log = Log(), cls = makeClass(), target = new(makeClass()), object = new(cls)
            add(cls, "forwardingTargetForSelector:", "@24@0:8:16") { $0.answer(id?(target)) }
            trace(into: log)
            _ = sendInt(object, "fly")
            "age".withCString {
                var event = mr_trace_event()
                event.kind = MR_TRACE_WILL_CHANGE
                event.text = $0
                mr_trace_emit(&event)
            }
            mr_trace_set_hook(nil, nil)
            objc_release(mr_exception_take())
            #expect(log.all.contains(line(MR_TRACE_FORWARDED, "-", "fly")))
            #expect(log.all.contains(line(MR_TRACE_EXCEPTION)))
            #expect(log.all.contains(line(MR_TRACE_WILL_CHANGE, "-", "-", "age")))
        }
    }

    @Test("While messages are traced every one is reported; afterwards they are cached again")
    func messages() async {
        await #expect(processExitsWith: .success) {
            let log = Log(), cls = makeClass(), object = new(cls)
            add(cls, "number", answering: 1)
            for _ in ["cold", "cached"] { _ = sendInt(object, "number") }
            trace(into: log)
            instrumentObjcMessageSends(true)
            for _ in 0..<3 { #expect(sendInt(object, "number") == 1) }
            instrumentObjcMessageSends(false)
            let expected = line(MR_TRACE_MESSAGE, name(cls), "number")
            #expect(log.all.filter { $0 == expected }.count == 3)
            for _ in ["cold", "cached"] { _ = sendInt(object, "number") }
            mr_trace_set_hook(nil, nil)
            #expect(log.all.filter { $0 == expected }.count == 3)
            #expect(list { mr_cache_copy_methods(cls, $0) }.count >= 1)
        }
    }

    @Test("The switches are listed on standard error")
    func switches() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_CHECK")
            mr_debug_print_switches()
        }
        let text = standardError(of: result)
        #expect(text.contains("MINIRUNTIME_CHECK            on      check the order of locks"))
        let zombies = mr_debug_keeps_zombies() ? "on " : "off",
            kind = mr_closure_kind() == MR_IMP_STUB ? "stubs " : "libffi"
        #expect(text.contains("MINIRUNTIME_ZOMBIES          \(zombies)     keep dead objects"))
        #expect(text.contains("MINIRUNTIME_CLOSURES         \(kind)  libffi: make all closures"))
        for name in ["TRACE", "TRACE_MESSAGES", "HELP"] { #expect(text.contains("MINIRUNTIME_\(name) ")) }
    }

    @Test("The runtime reports what it is built for")
    func build() {
        #expect(["assembly", "C"].contains(text(mr_dispatch_kind())))
        #if arch(x86_64)
        #expect(text(mr_cpu_name()) == "x86-64")
        #else
        #expect(text(mr_cpu_name()) == "aarch64")
        #endif
        #expect(mr_header_size() == 16)
    }
}

@Suite("Invariants")
struct InvariantTests {
    @Test("With locks checked, everything that runs foreign code runs it under none")
    func lockOrder() async {
        await #expect(processExitsWith: .success) {
            turnOn("MINIRUNTIME_CHECK")
            let log = Log(), key = UnsafeRawPointer(sel("key")), weak = Location()
            trace(into: log)
            let base = makeClass("Base"), cls = makeClass("Sub", base) { addIvar($0, "held", "@") }
            add(metaclass(base), "resolveInstanceMethod:", "B24@0:8:16") { call in
                add(cls, text(sel_getName(call.argument(2)))!, answering: 5)
            }
            let object = new(cls), value = trackedObject(log, "value")
            #expect(sendInt(object, "late") == 5)
            objc_initWeak(weak.pointer, value)
            objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN)
            objc_release(value)
            pooled { #expect(objc_getAssociatedObject(object, key) == objc_loadWeak(weak.pointer)) }
            objc_release(object)
            objc_disposeClassPair(cls)
            mr_trace_set_hook(nil, nil)
            #expect(log.all.contains("value"))
        }
    }

    @Test("A class whose graph, tree, ivars and caches are in order has nothing to complain about")
    func inOrder() {
        let base = makeClass("Base") { addIvar($0, "a", "c") }, cls = makeClass("Sub", base) { addIvar($0, "b", "d") }
        for index in 0..<30 { add(cls, "number\(index)", answering: index) }
        let object = new(cls)
        for index in 0..<30 { _ = sendInt(object, "number\(index)") }
        for each in [nsObject, base, cls] { #expect(takeText(mr_check_invariants(each)) == nil) }
        objc_release(object)
    }

    @Test("A metaclass that inherits from the wrong class is found")
    func broken() async {
        await #expect(processExitsWith: .success) {
            let cls = makeClass("Broken"), other = makeClass("Other")
            // The second word of a class is its superclass.
            UnsafeMutableRawPointer(metaclass(cls)).storeBytes(of: other, toByteOffset: 8, as: Class.self)
            #expect(
                takeText(mr_check_invariants(cls)) == "class '\(name(cls))': its metaclass does not inherit as it does")
            #expect(takeText(mr_check_invariants(nil)) != nil)
        }
    }
}
