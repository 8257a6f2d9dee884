// Support.swift - what these tests share. They use the C interface: what is tried out here, no Swift type would allow.
import CMiniRuntime
import Glibc

func sel(_ name: String) -> SEL { sel_registerName(name) }
var nsObject: Class { objc_getClass("NSObject") }

typealias IntMethod = @convention(c) (id?, SEL) -> Int

/// Methods: they answer a number, or what their selector's name ends with.
let one: IntMethod = { _, _ in 1 }
let two: IntMethod = { _, _ in 2 }
let numbered: IntMethod = { _, selector in
    var at = sel_getName(selector)!
    while at.pointee != 0 && !(48...57).contains(at.pointee) { at += 1 }
    return atol(at)
}

func imp(_ method: IntMethod) -> IMP { unsafeBitCast(method, to: IMP.self) }

/// A registered class.
@discardableResult
func makeClass(_ name: String, _ superclass: Class? = nsObject) -> Class {
    let cls = objc_allocateClassPair(superclass, name, 0)!
    objc_registerClassPair(cls)
    return cls
}

func add(_ cls: Class, _ selector: SEL, _ method: IntMethod) -> Bool {
    class_addMethod(cls, selector, imp(method), "q@:")
}

func send(_ object: id?, _ selector: SEL) -> Int {
    unsafeBitCast(mr_messenger(), to: IntMethod.self)(object, selector)
}

/// The text of a `_copy` function, which is freed.
func takeText(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    defer { free(string) }
    return string.map { String(cString: $0) }
}

/// The texts of a list that a `_copy` function returned, all of which is freed.
func takeTexts(_ copy: (UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?)
    -> [String]
{
    var count: UInt32 = 0
    let list = copy(&count)
    defer { free(list) }
    return (0..<Int(count)).compactMap { takeText(list?[$0]) }
}

/// Takes the pending exception: its reason, or nil if there is none.
func takeReason() -> String? {
    guard let exception = mr_exception_take() else { return nil }
    defer { objc_release(exception) }
    return String(cString: mr_exception_reason(exception))
}
