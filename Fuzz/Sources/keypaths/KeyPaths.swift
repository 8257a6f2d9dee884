// KeyPaths.swift - fuzz target: the first byte selects an operation, and the rest is the key path for it.
//
// Unusable paths raise exceptions or fail validation. In every case, no object may be left afterwards.
import FuzzSupport
import KVONotifying
import MiniFoundation
import MiniRuntime

private struct Classes {
    let person: Class, observer: Class

    init() throws {
        var builder = try ClassBuilder("FuzzPerson")
        try builder.addProperty("name", Object?.self)
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("boss", Object?.self)
        try builder.addProperty("friends", Object?.self)
        try builder.addProperty("tags", Object?.self)
        try builder.addProperty("info", Object?.self)
        try builder.addMethod("raising") { (_: Object) -> Object? in
            throw RuntimeException("FuzzException", "raising")
        }
        person = builder.register()
        let observerBuilder = try ClassBuilder("FuzzPathObserver")
        try observerBuilder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
        }
        observer = observerBuilder.register()
    }
}

private let classes = try! Classes()

/// Makes persons with friends; the first one has a boss.
private func makePeople() throws -> Object {
    let people = try (0..<3).map { _ in try classes.person.new() }
    for (index, person) in people.enumerated() {
        try person.send("setAge:", Int32(index))
        try person.send("setName:", NSString.object("person \(index)"))
        try person.send("setFriends:", NSArray.object(Array(people[(index + 1)...])))
        try person.send("setTags:", NSSet.object([NSString.object("a"), NSString.object("b")]))
        try person.send("setInfo:", NSDictionary.object([(NSString.object("key"), NSString.object("value"))]))
    }
    try people[0].send("setBoss:", Object?.some(people[1]))
    return people[0]
}

private func use(_ path: String, _ kind: UInt8) throws {
    let person = try makePeople()
    switch kind % 9 {
    case 0: _ = try person.value(forKeyPath: path)?.description
    case 1: try person.setValue(5, forKeyPath: path)
    case 2: try person.setValue(nil, forKeyPath: path)
    case 3: try person.setValue("text", forKeyPath: path)
    case 4: _ = try person.mutableArrayValue(forKeyPath: path).send("count", as: UInt.self)
    case 5: _ = try person.mutableSetValue(forKeyPath: path).send("count", as: UInt.self)
    case 6:
        var value: Object? = NSString.object("text")
        try person.validateValue(&value, forKeyPath: path)
    case 7: _ = try person.dictionaryWithValues(forKeys: path.split(separator: ",").map(String.init))
    default: try observe(person, path)
    }
}

/// Observes a path and changes the objects on it. Removes the observer even if a change raises.
private func observe(_ person: Object, _ path: String) throws {
    let observer = try classes.observer.new()
    try person.addObserver(observer, forKeyPath: path, options: [.new, .old, .initial])
    defer { try? person.removeObserver(observer, forKeyPath: path) }
    try person.send("setBoss:", Object?.some(classes.person.new()))
    try person.send("setAge:", Int32(7))
    try person.setValue("other", forKey: "name")
}

/// Runs one input. libFuzzer calls it; the result 0 means that the input may be kept.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Input(data, size)
    let before = classes.person.instanceCount + classes.observer.instanceCount
    let kind = input.byte(), path = input.text()
    autoreleasepool { try? use(path, kind) }
    expect(classes.person.instanceCount + classes.observer.instanceCount == before, "no object is left by '\(path)'")
    return 0
}
