// Observing.swift - fuzz target: the input is a program for key-value observing. Each byte selects an operation, and
// the bytes behind it its operands. Operations may raise. At the end no object may be left, and the invariants of all
// classes must hold.
import FuzzSupport
import KVONotifying
import MiniFoundation
import MiniRuntime

private let paths = [
    "age", "name", "next", "title", "items", "size", "next.age", "next.next.name", "next.title", "next.items",
    "items.@count", "nothing", "", "next.", "next.nothing", "name.length",
]
private let maxOperations = 120

private func perform(_ world: World, _ input: inout Input) throws {
    let operation = input.byte() % 16
    let index = input.number(below: world.nodes.count), other = input.number(below: world.nodes.count)
    let observerIndex = input.number(below: world.observers.count)
    let place = world.nodes[index], observer = world.observers[observerIndex]
    guard let node = place else {
        world.nodes[index] = try world.makeNode(input.byte() & 1 == 0 ? classes.node : classes.subclass)
        return
    }
    guard let observer else {
        world.observers[observerIndex] = try classes.observer.new()
        return
    }
    switch operation {
    case 0, 1:
        let options = KeyValueObservingOptions(rawValue: UInt(input.number(below: 16)))
        try node.addObserver(observer, forKeyPath: input.pick(paths), options: options, context: context(&input))
    case 2: try node.removeObserver(observer, forKeyPath: input.pick(paths), context: context(&input))
    case 3: try node.removeObserver(observer, forKeyPath: input.pick(paths))
    case 4: try node.send("setAge:", Int32(input.byte()))
    case 5: try node.setValue("name \(input.byte())", forKey: "name")
    // Only a later node, because a retain cycle would never be freed.
    case 6: try node.send("setNext:", other > index ? world.nodes[other] : nil)
    case 7: try changeItems(of: node, &input)
    case 8:
        let key = input.pick(paths)
        world.announced.append((node, key))
        try node.willChangeValue(forKey: key)
    case 9: try node.didChangeValue(forKey: input.pick(paths))
    case 10: world.orders.append(Order(rawValue: input.byte() % UInt8(Order.allCases.count))!)
    case 11: try drop(world, index, observerIndex, &input)
    case 12: swizzle(&input)
    case 13: LeftoverPolicy.current = LeftoverPolicy(rawValue: input.byte() % 3)!
    case 14: changeClass(of: node)
    default: _ = try node.value(forKeyPath: input.pick(paths))
    }
}

private func context(_ input: inout Input) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: input.number(below: 3))
}

private func changeItems(of node: Object, _ input: inout Input) throws {
    let items = try node.mutableArrayValue(forKey: "items")
    switch input.byte() % 4 {
    case 0: try items.send("addObject:", NSString.object("item"))
    case 1: try items.send("removeObjectAtIndex:", UInt(input.number(below: 3)))
    case 2: try items.send("replaceObjectAtIndex:withObject:", UInt(input.number(below: 3)), NSString.object("other"))
    default: try items.send("removeAllObjects")
    }
}

private func drop(_ world: World, _ node: Int, _ observer: Int, _ input: inout Input) throws {
    if input.byte() & 1 == 0 {
        try world.drop(&world.nodes[node])
    } else {
        try world.drop(&world.observers[observer])
    }
}

/// Exchanges two setters of the same type, or replaces one with the other's IMP.
private func swizzle(_ input: inout Input) {
    let setters: [Selector] = ["setAge:", "setSize:"]
    let methods = setters.compactMap { classes.node.instanceMethod($0) }
    if input.byte() & 1 == 0 {
        methods[0].exchangeImplementations(with: methods[1])
    } else {
        _ = classes.subclass.replaceMethod(input.pick(setters), methods[0].implementation, types: "v@:i")
    }
}

/// Changes the isa between two classes with the same ivars. Does nothing while the object is observed, because callers
/// may not change the isa of a notifying class.
private func changeClass(of node: Object) {
    if node.observationInfo != nil { return }
    node.setClass(node.isa == classes.node ? classes.subclass : classes.node)
}

private func run(_ input: inout Input) throws {
    let stage = try World()
    world = stage
    for _ in 0..<maxOperations where !input.isEmpty {
        autoreleasepool { try? perform(stage, &input) }
        autoreleasepool { try? stage.letGo() }
    }
    autoreleasepool { stage.end() }
    world = nil
}

/// Runs one input. libFuzzer calls it; the result 0 means that the input may be kept.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Input(data, size)
    let before = classes.instanceCount
    LeftoverPolicy.current = .raise
    autoreleasepool { try! run(&input) }
    expect(classes.instanceCount == before, "no object is left, not \(classes.instanceCount - before)")
    expect(ObjectRuntime.invariantViolation() == nil, ObjectRuntime.invariantViolation() ?? "")
    return 0
}
