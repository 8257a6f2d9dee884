// Safe.swift - fuzz target: the input is three programs for SafeObservation, which run on three threads and share their
// objects. Each byte selects an operation, and the bytes behind it its operands. Handlers end observations, release
// objects, set properties and throw. At the end no object and no observation may be left.
import FuzzSupport
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

private let threads = 3
private let maxOperations = 60

private func perform(_ stage: Stage, _ input: inout Input) throws {
    let operation = input.byte() % 16
    let (place, other) = (input.byte(), input.byte())
    switch operation {
    case 0: return stage.lamps.put(Lamp.new(), place)
    case 1: return stage.lamps.put(nil, place)
    case 2: return stage.tokens.put(nil, place)
    case 3: return stage.tokens.get(place)?.invalidate() ?? ()
    case 4: return stage.controllers.put(stage.lamps.get(other).map { KVOController(observer: $0) }, place)
    case 5: return stage.controllers.put(nil, place)
    case 6: return stage.streams.put(nil, place)
    case 7: return stage.order(Order(rawValue: other % UInt8(Order.allCases.count))!)
    default: break
    }
    guard let lamp = stage.lamps.get(place) else { return }
    switch operation {
    case 8, 9: try set(lamp, stage, &input)
    case 10: stage.tokens.put(observe(lamp, stage, &input), other)
    case 11: stage.streams.put(stream(of: lamp, &input), other)
    case 12: try control(lamp, stage, other, &input)
    case 13: try bind(lamp, to: stage.lamps.get(other), &input)
    case 14: try hold(lamp, stage.lamps.get(other), stage, &input)
    default: release(lamp, stage.lamps.get(other), &input)
    }
}

private func set(_ lamp: Ref<Lamp>, _ stage: Stage, _ input: inout Input) throws {
    let property = input.byte() % 3, value = Int(input.byte())
    switch property {
    case 0: try lamp.set(\.level, to: value)
    case 1: try lamp.set(\.name, to: String(repeating: "n", count: value))
    default:
        // Only a later lamp, because a retain cycle would never be freed.
        let next = stage.lamps.get(UInt8(value))
        try lamp.set(\.next, to: next.flatMap { $0.serial > lamp.serial ? $0 : nil })
    }
}

private func options(_ input: inout Input) -> KeyValueObservingOptions {
    KeyValueObservingOptions(rawValue: UInt(input.byte() % 16))
}

private func observe(_ lamp: Ref<Lamp>, _ stage: Stage, _ input: inout Input) -> KeyValueObservation? {
    let property = input.byte() % 3, options = options(&input)
    // An error of the handler for .initial is raised here, and ignored.
    switch property {
    case 0:
        return try? lamp.object.observe("level", options: options) { _, _ in try stage.obey() }
    case 1:
        return try? lamp.object.observe("next.name", options: options) { _, _ in try stage.obey() }
    default:
        return lamp.observe(\.level, options: options.subtracting(.initial), skipsEqualValues: true) { lamp, change in
            _ = try lamp.get(\.name)
            try stage.obey()
        }
    }
}

private func stream(of lamp: Ref<Lamp>, _ input: inout Input) -> Stream {
    let newest = input.byte() & 1 == 0
    return Stream(lamp.changes(of: \.level, bufferingPolicy: newest ? .bufferingNewest(1) : .unbounded))
}

private func control(_ lamp: Ref<Lamp>, _ stage: Stage, _ place: UInt8, _ input: inout Input) throws {
    guard let controller = stage.controllers.get(place) else { return }
    let choice = input.byte() % 4
    switch choice {
    case 0:
        try controller.observe(lamp, \.level, options: options(&input)) { (_: Ref<Lamp>, _, _) in try stage.obey() }
    case 1: try controller.observe(lamp.object, keyPath: "next.level", options: options(&input)) { _, _, _, _ in }
    case 2: controller.unobserve(lamp)
    default: controller.unobserveAll()
    }
}

private func bind(_ lamp: Ref<Lamp>, to source: Ref<Lamp>?, _ input: inout Input) throws {
    let choice = input.byte() % 4
    guard let source else { return lamp.cutOff(\.level) }
    switch choice {
    case 0: try lamp.bind(\.level, to: source, \.level)
    case 1: try lamp.bind(\.name, to: source, \.name)
    case 2: try source.pipe(\.level).filter { $0 % 2 == 0 }.map { $0 / 2 * 2 }.into(lamp, \.level)
    default: lamp.cutOff(\.level, from: source)
    }
}

/// Makes observations that are kept by the objects themselves.
private func hold(_ lamp: Ref<Lamp>, _ target: Ref<Lamp>?, _ stage: Stage, _ input: inout Input) throws {
    let choice = input.byte() % 3
    switch choice {
    case 0: try lamp.onChange(of: \.level, options: options(&input)) { _, _ in try stage.obey() }
    case 1: try lamp.onChange(of: \.name, identifier: "named") { _, _ in try stage.obey() }
    default:
        guard let target else { return }
        try lamp.onChange(of: target, \.level, options: options(&input)) { _, _, _ in try stage.obey() }
    }
}

private func release(_ lamp: Ref<Lamp>, _ target: Ref<Lamp>?, _ input: inout Input) {
    let choice = input.byte() % 5
    switch choice {
    case 0: lamp.unobserve(\.level)
    case 1: lamp.unobserveAll()
    case 2: lamp.unobserve(\.name, identifier: "named")
    case 3: lamp.unobserveOthers()
    default: if let target { lamp.unobserve(target) }
    }
}

private func run(_ input: inout Input) {
    let stage = Stage()
    let hasPools = input.byte()
    onThreads(input.parts(threads)) { part, number in
        for _ in 0..<maxOperations where !part.isEmpty {
            if hasPools >> UInt8(number) & 1 == 0 {
                try? perform(stage, &part)
            } else {
                autoreleasepool { try? perform(stage, &part) }
            }
        }
    }
    stage.clear()
}

/// Runs one input. libFuzzer calls it; the result 0 means that the input may be kept.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Input(data, size)
    run(&input)
    let left = Lamp.description.runtimeClass.instanceCount
    expect(left == 0, "no object is left, not \(left)")
    expect(!RuntimeException.isPending, "no exception is left")
    expect(ObjectRuntime.invariantViolation() == nil, ObjectRuntime.invariantViolation() ?? "")
    return 0
}
