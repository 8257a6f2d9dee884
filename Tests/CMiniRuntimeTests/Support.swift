// Support.swift - what these tests share: short names, classes of their own, sends through a cast, closures as IMPs.
//
// Tests run side by side in one process: each makes its classes under names of its own and leaves all others alone.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

// ── Names ───────────────────────────────────────────────────────────────────────────────────────────

func sel(_ name: String) -> SEL { sel_registerName(name) }
var nsObject: Class { objc_getClass("NSObject") }
func metaclass(_ cls: Class) -> Class { object_getClass(cls) }
func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }

/// The text of a `_copy` function, which is freed.
func takeText(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    defer { free(string) }
    return string.map { String(cString: $0) }
}

/// Takes the pending exception. Returns its reason, or nil if there is none.
func takeReason() -> String? {
    let exception = mr_exception_take()
    defer { objc_release(exception) }
    return text(mr_exception_reason(exception))
}

/// The list of a `_copy` function, which is freed.
func list(_ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<OpaquePointer?>?) -> [OpaquePointer] {
    var count: UInt32 = 0
    guard let items = copy(&count) else { return [] }
    defer { free(items) }
    #expect(items[Int(count)] == nil, "a copied list ends with NULL")
    return (0..<Int(count)).map { items[$0]! }
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

/// A registered class; `prepare` runs between allocation and registration.
func makeClass(
    _ stem: String = "Thing", _ superclass: Class? = nsObject, extraBytes: Int = 0, prepare: (Class) -> Void = { _ in }
) -> Class {
    let cls = objc_allocateClassPair(superclass, uniqueName(stem), extraBytes)!
    prepare(cls)
    objc_registerClassPair(cls)
    return cls
}

func name(_ cls: Class) -> String { String(cString: class_getName(cls)) }
func new(_ cls: Class, extraBytes: Int = 0) -> id { class_createInstance(cls, extraBytes)! }
func hex(_ object: id) -> String { "0x" + String(UInt(bitPattern: object), radix: 16) }

/// Adds an ivar of `type`, laid out as C would.
@discardableResult
func addIvar(_ cls: Class, _ name: String, _ type: String) -> Bool {
    let alignment = objc_alignof_type(type)
    return class_addIvar(cls, name, objc_sizeof_type(type), UInt8(alignment.trailingZeroBitCount), type)
}

// ── Sends ───────────────────────────────────────────────────────────────────────────────────────────

/// A C function as an IMP.
func imp<Function>(_ function: Function) -> IMP { unsafeBitCast(function, to: IMP.self) }

/// The messenger, cast to the type of a method.
func messenger<Function>(_ type: Function.Type) -> Function { unsafeBitCast(mr_messenger(), to: type) }

/// Another messenger: its address must not be known to the optimiser, which crashes when it casts a C function.
@inline(never)
func address(of function: @convention(c) () -> Void) -> IMP { unsafeBitCast(function, to: IMP.self) }

/// The messenger for results that are returned in memory.
func stretMessenger<Function>(_ type: Function.Type) -> Function {
    #if arch(x86_64)
    unsafeBitCast(address(of: objc_msgSend_stret), to: type)
    #else
    messenger(type)
    #endif
}

typealias VoidMethod = @convention(c) (id?, SEL) -> Void
typealias IntMethod = @convention(c) (id?, SEL) -> Int
typealias ObjectMethod = @convention(c) (id?, SEL) -> id?

func send(_ object: id?, _ name: String) { messenger(VoidMethod.self)(object, sel(name)) }
func sendInt(_ object: id?, _ name: String) -> Int { messenger(IntMethod.self)(object, sel(name)) }
func sendObject(_ object: id?, _ name: String) -> id? { messenger(ObjectMethod.self)(object, sel(name)) }

/// A message to the superclass of `cls`.
func sendSuper(_ object: id?, _ cls: Class, _ name: String) {
    typealias Super = @convention(c) (UnsafePointer<objc_super>, SEL) -> Void
    var target = objc_super(receiver: object, super_class: cls)
    unsafeBitCast(address(of: objc_msgSendSuper2), to: Super.self)(&target, sel(name))
}

// ── Closures as IMPs ────────────────────────────────────────────────────────────────────────────────

/// One call of a closure.
struct Call {
    let result: UnsafeMutableRawPointer?
    let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    var object: id? { argument(0) }
    func argument<Value>(_ index: Int, as type: Value.Type = Value.self) -> Value { arguments[index]!.load(as: type) }
    func answer<Value: BitwiseCopyable>(_ value: Value) { result!.storeBytes(of: value, as: Value.self) }
}

// Closures here need not be @Sendable: a test knows what it shares with whom.
private final class Body {
    let run: (Call) -> Void
    init(_ run: @escaping (Call) -> Void) { self.run = run }
}

/// A block for a Swift closure, +1.
func block(_ types: String, _ run: @escaping (Call) -> Void) -> id {
    let context = Unmanaged.passRetained(Body(run)).toOpaque()
    return mr_block_create(
        types,
        { Unmanaged<Body>.fromOpaque($0!).takeUnretainedValue().run(Call(result: $1, arguments: $2!)) },
        context,
        { Unmanaged<Body>.fromOpaque($0!).release() })!
}

/// An IMP of its own address for a Swift closure.
func closure(_ types: String, _ run: @escaping (Call) -> Void) -> IMP {
    let created = block(types, run)
    defer { objc_release(created) }
    return imp_implementationWithBlock(created)
}

@discardableResult
func add(_ cls: Class, _ name: String, _ types: String, _ run: @escaping (Call) -> Void) -> Bool {
    class_addMethod(cls, sel(name), closure(types, run), types)
}

/// Adds a method that answers a number.
@discardableResult
func add(_ cls: Class, _ name: String, answering number: Int) -> Bool {
    add(cls, name, "q16@0:8") { $0.answer(number) }
}

// ── What happened ───────────────────────────────────────────────────────────────────────────────────

/// Adds a -dealloc that logs `line` and goes on to the superclass's.
func logDealloc(_ cls: Class, _ log: Log, _ line: String? = nil) {
    let line = line ?? name(cls)
    add(cls, "dealloc", "v16@0:8") { call in
        log.add(line)
        sendSuper(call.object, cls, "dealloc")
    }
}

/// Log lines for a class whose instances only tell that they die.
func trackedObject(_ log: Log, _ line: String) -> id {
    new(makeClass("Tracked") { logDealloc($0, log, line) })
}

/// Weak, strong and other references live in memory of their own: a variable of Swift's may move.
final class Location {
    let pointer = UnsafeMutablePointer<id?>.allocate(capacity: 1)
    init() { pointer.initialize(to: nil) }
    deinit { pointer.deallocate() }
}

// ── Threads ─────────────────────────────────────────────────────────────────────────────────────────

/// Runs `body` as `onThreads` does; the compiler does not check that it is Sendable.
func onUncheckedThreads(_ count: Int, _ body: @escaping (Int) -> Void) {
    // Unsafe: as with other closures here, a test knows what it shares with whom.
    nonisolated(unsafe) let body = body
    onThreads(count) { body($0) }
}

func pooled<Result>(_ body: () throws -> Result) rethrows -> Result {
    let pool = objc_autoreleasePoolPush()
    defer { objc_autoreleasePoolPop(pool) }
    return try body()
}
