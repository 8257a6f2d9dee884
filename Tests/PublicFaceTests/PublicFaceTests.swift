// Compiles, and that is the test: what a user writes needs no C name, and no import beyond these.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Test("Classes, messages and observing can be written without a C name in sight")
func publicFace() throws {
    var builder = try ClassBuilder("PublicFacePerson")
    try builder.addProperty("age", Int32.self)
    let added: IMP = try builder.addMethod("add:to:") { (_: Object, lhs: Int32, rhs: Int32) -> Int32 in lhs + rhs }
    let cls: Class = builder.register()
    let person: Object = try cls.new()
    let selector: Selector = "setAge:"
    let method: Method = cls.instanceMethod(selector)!
    let implementation: IMP = method.implementation
    let encoding: TypeEncoding = try TypeEncoding("{CGPoint=dd}")
    let weak = WeakReference(person)
    try person.send(selector, Int32(3))
    #expect(try person.send("add:to:", Int32(1), Int32(2), as: Int32.self) == 3)
    #expect(added != implementation)
    #expect(encoding.layout?.size == 16)
    #expect(weak.object == person)
    try person.addObserver(person, forKeyPath: "age", options: [.old, .new, .prior])
    try person.removeObserver(person, forKeyPath: "age", context: nil)
}

@Test("The example of the README compiles, and notifies of the change")
func readmeExample() throws {
    let lines = Locked<[String]>([])

    var builder = try ClassBuilder("ReadmePerson")
    try builder.addProperty("age", Int32.self)
    let person = try builder.register().new()

    let watching = try ClassBuilder("ReadmeWatcher")
    try watching.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, keyPath: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
        lines.append("\(keyPath) changed: \(change)")
    }
    let watcher = try watching.register().new()

    try person.addObserver(watcher, forKeyPath: "age", options: [.new, .old])
    try person.send("setAge:", Int32(42))
    try person.removeObserver(watcher, forKeyPath: "age")
    #expect(lines.withLock { $0 } == ["age changed: {\n    kind = 1;\n    new = 42;\n    old = 0;\n}"])
}
