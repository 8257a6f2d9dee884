// Typed.swift - fuzz target: the input is three programs for the typed API, which run on three threads and share their
// objects. Each byte selects an operation, and the bytes behind it its operands. No read may be torn, and at the end no
// object may be left.
import FuzzSupport
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

private let threads = 3
private let maxOperations = 60

private func perform(_ shelf: Shelf, _ input: inout Input) throws {
    let operation = input.byte() % 12
    let place = input.byte()
    if operation == 0 {
        return shelf.things.put(input.byte() & 1 == 0 ? Thing.new() : Gadget.new().as(Thing.self)!, place)
    }
    if operation == 1 { return shelf.things.put(nil, place) }
    if operation == 2 { return shelf.tokens.put(nil, place) }
    if operation == 3 { return try describe(Int.self, &input) }
    guard let thing = shelf.things.get(place) else { return }
    switch operation {
    case 4, 5, 6: try set(thing, shelf, &input)
    // Repeated, so that another thread can set the properties in the middle of it.
    case 7, 8: for _ in 0..<8 { try read(thing) }
    case 9: try callMethods(of: thing, &input)
    default: shelf.tokens.put(try observe(thing, &input), input.byte())
    }
}

/// Sets one property several times.
private func set(_ thing: Ref<Thing>, _ shelf: Shelf, _ input: inout Input) throws {
    let property = input.byte() % 10, value = Int(input.byte())
    for round in 0..<8 { try set(property, of: thing, to: (value + round) % 256, shelf) }
}

private func set(_ property: UInt8, of thing: Ref<Thing>, to value: Int, _ shelf: Shelf) throws {
    switch property {
    case 0: try thing.set(\.flag, to: value & 1 == 0)
    case 1: try thing.set(\.small, to: Int8(truncatingIfNeeded: value))
    case 2: try thing.set(\.real, to: Double(value))
    case 3: try thing.set(\.quad, to: Quad(Int64(value)))
    case 4: try thing.set(\.text, to: text(value))
    case 5: try thing.set(\.note, to: value & 1 == 0 ? nil : text(value))
    case 6: try thing.set(\.list, to: [value, value, value])
    case 7: try thing.set(\.near, to: shelf.things.get(UInt8(value)))
    case 8: try thing.set(\.names, to: ["one": text(value)])
    default:
        // Only a later thing, because a retain cycle would never be freed.
        let friend = shelf.things.get(UInt8(value))
        try thing.set(\.friend, to: friend.flatMap { $0.serial > thing.serial ? $0 : nil })
    }
}

/// Returns a text of `value` characters: short ones are stored without memory of their own, long ones are not.
private func text(_ value: Int) -> String { String(repeating: "x", count: value) }

private func read(_ thing: Ref<Thing>) throws {
    try expect([0, 1].contains(thing.get(\.flag) ? 1 : 0), "a flag is whole")
    let real = try thing.get(\.real)
    expect(real == real.rounded() && (0..<256).contains(real), "a real number is whole, not \(real)")
    let quad = try thing.get(\.quad)
    expect(quad.isWhole, "a structure is whole, not \(quad)")
    try expect(thing.get(\.text).allSatisfy { $0 == "x" }, "a text is whole")
    try expect(thing.get(\.note)?.allSatisfy { $0 == "x" } ?? true, "a note is whole")
    try expect(Set(thing.get(\.list)).count <= 1, "an array is whole")
    try expect(thing.get(\.names).values.allSatisfy { $0.count < 256 }, "a dictionary is whole")
    try expect(thing.get(\.near)?.serial ?? 1 > 0, "a weak reference is to an object")
    try expect(thing.get(\.friend)?.serial ?? .max > thing.serial, "a friend is a later object")
    _ = try thing.get(\.title)
    _ = try thing.get(\.friend.friend.text)
}

private func callMethods(of thing: Ref<Thing>, _ input: inout Input) throws {
    let number = Int32(input.byte())
    try expect(thing.twice(number) == 2 * number, "a method returns what its body does")
    try expect(thing.quadruple(Quad(3)).isWhole, "a structure is passed whole")
    if let gadget = thing.as(Gadget.self) { try gadget.set(\.extra, to: Float(number)) }
    _ = thing.object.description
}

private func observe(_ thing: Ref<Thing>, _ input: inout Input) throws -> KeyValueObservation {
    let property = input.byte() % 5
    let options = KeyValueObservingOptions(rawValue: UInt(input.byte() % 16))
    switch property {
    case 0: return thing.observe(\.small, options: options) { _, _ in }
    case 1:
        return thing.observe(\.quad, options: options) { _, change in
            expect(change.newValue?.isWhole ?? true && change.oldValue?.isWhole ?? true, "a changed structure is whole")
        }
    case 2: return thing.observe(\.title, options: options) { thing, _ in _ = try thing.get(\.text) }
    case 3: return thing.observe(\.friend.text, options: options, skipsEqualValues: true) { _, _ in }
    default: return thing.observe(\.text, options: options) { thing, _ in try thing.set(\.small, to: 1) }
    }
}

/// Describes a class that no earlier input may have described: each even byte makes the type one level deeper.
private func describe<Content>(_ content: Content.Type, _ input: inout Input, depth: Int = 0) throws {
    let byte = input.byte()
    if depth < 4 && byte & 1 == 0 {
        if byte & 2 == 0 { return try describe([Content].self, &input, depth: depth + 1) }
        return try describe(Content?.self, &input, depth: depth + 1)
    }
    let box = Box<Content>.new()
    try box.set(\.number, to: Int(byte))
    try expect(box.get(\.number) == Int(byte), "an object of a new class keeps its value")
}

private func run(_ input: inout Input) {
    let shelf = Shelf()
    let hasPools = input.byte()
    onThreads(input.parts(threads)) { part, number in
        for _ in 0..<maxOperations where !part.isEmpty {
            if hasPools >> UInt8(number) & 1 == 0 {
                try? perform(shelf, &part)
            } else {
                autoreleasepool { try? perform(shelf, &part) }
            }
        }
    }
    shelf.clear()
}

/// Runs one input. libFuzzer calls it; the result 0 means that the input may be kept.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Input(data, size)
    run(&input)
    let left = Thing.description.runtimeClass.instanceCount + Gadget.description.runtimeClass.instanceCount
    expect(left == 0, "no object is left, not \(left)")
    expect(ObjectRuntime.invariantViolation() == nil, ObjectRuntime.invariantViolation() ?? "")
    return 0
}
