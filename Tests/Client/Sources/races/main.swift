// races - eight threads that set and read every kind of property of one shared object.
import Check
import MiniFoundation
import MiniRuntime
import SafeObservation
import TypedClasses

class Part: ClassDescription {
    let number = Property<Int>(0)
}

struct Quad: StructureValue, PropertyValue, Equatable {
    var a, b, c, d: Int
    static let messageEncoding: StaticString = "{Quad=qqqq}"

    typealias Stored = Quad

    init(_ value: Int) {
        (a, b, c, d) = (value, value, value, value)
    }

    static func fromObject(_ object: Object) throws -> Quad { Quad(0) }
    var boxed: Object? { nil }
}

class Machine: ClassDescription {
    let flag = Property<Bool>(false)
    let small = Property<Int8>(0)
    let count = Property<Int>(0)
    let real = Property<Double>(0)
    let name = Property<String>("none")
    let copied = Property<String>("none", storage: .copy)
    let part = Property<Ref<Part>?>(nil)
    let weakPart = Property<Ref<Part>?>(nil, storage: .weak)
    let parts = Property<[Int]>([])
    let quad = Property<Quad>(Quad(0))
}

limitTime(seconds: 240)
let rounds = 20_000
let machine = Machine.new()
let kept = Part.new()

onThreads(8) { thread in
    for round in 0..<rounds {
        if thread % 2 == 0 {
            machine.flag = round % 2 == 0
            machine.small = Int8(truncatingIfNeeded: round)
            machine.count = round
            machine.real = Double(round)
            machine.name = "a name that is too long for a pointer, \(round)"
            machine.copied = "a name that is too long for a pointer, \(round)"
            machine.part = Part.new()
            machine.weakPart = round % 3 == 0 ? kept : Part.new()
            machine.parts = [round, round]
            machine.quad = Quad(round)
        } else {
            _ = machine.flag
            _ = machine.small
            expect((0..<rounds).contains(machine.count), "a count is torn")
            let (real, name, copied) = (machine.real, machine.name, machine.copied)
            expect(real == real.rounded() && real < Double(rounds), "a number is torn")
            expect(name == "none" || name.hasPrefix("a name"), "a name is torn")
            expect(copied == "none" || copied.hasPrefix("a name"), "a name is torn")
            _ = machine.part?.number
            _ = machine.weakPart?.number
            let parts = machine.parts
            expect(parts.isEmpty || parts[0] == parts[1], "an array is torn")
            let quad = machine.quad
            expect(quad == Quad(quad.a), "a structure is torn")
        }
    }
}

// Observed, the setters are others.
let told = Locked(0)
let token = machine.observe(\.name) { _, _ in told.withLock { $0 += 1 } }
onThreads(8) { thread in
    for round in 0..<rounds / 10 {
        if thread % 2 == 0 {
            machine.name = "a name that is too long for a pointer, \(round)"
        } else {
            expect(machine.name.hasPrefix("a name"), "a name is torn")
        }
    }
}
expect(told.withLock { $0 } == rounds / 10 * 4, "told \(told.withLock { $0 }) times")
token.invalidate()
machine.part = nil
let alive = Part.description.runtimeClass.instanceCount
expect(alive == 1, "\(alive) parts are alive")
finish()
