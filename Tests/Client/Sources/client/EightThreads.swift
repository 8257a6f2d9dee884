// EightThreads.swift - eight threads that get and set every kind of property of the same objects.
import MiniFoundation
import MiniRuntime
import SafeObservation
import Support
import TypedClasses

/// A structure of 32 bytes, more than a processor stores at once. All fields are equal unless a read was torn.
private struct Quad: StructureValue, Bridged, PropertyValue, Equatable {
    typealias Stored = Quad
    var a, b, c, d: Double

    init(_ value: Double) { (a, b, c, d) = (value, value, value, value) }
    var isWhole: Bool { a == b && b == c && c == d }

    static let messageEncoding: StaticString = "{ClientQuad=dddd}"
}

private class Part: ClassDescription {
    let name = Property<String>("part")
}

private class Shared: ClassDescription {
    let flag = Property<Bool>(false)
    let small = Property<Int8>(0)
    let number = Property<Int>(0)
    let real = Property<Double>(0)
    let text = Property<String>("0")
    let note = Property<String?>(nil)
    let part = Property<Ref<Part>?>(nil)
    let near = Property<Ref<Part>?>(nil, storage: .weak)
    let copied = Property<String>("0", storage: .copy)
    let quad = Property<Quad>(Quad(0))
    let list = Property<[Int]>([])
    let names = Property<[String: String]>([:])
    let members = Property<Set<Int>>([])
}

/// How often each thread sets or reads all properties while nobody observes them, and while somebody does.
private let (unobservedRounds, observedRounds) = (10_000, 400)

@Sendable func eightThreads() async {
    await repeatedly(rounds: 2) {
        let (shared, keeper) = (Shared.new(), Part.new())
        use(shared, keeper, rounds: unobservedRounds)
        // The setters of these two are other functions now.
        let (quads, texts) = (Count(), Count())
        let quadToken = shared.observe(\.quad, options: [.new, .old]) { _, change in
            if change.newValue?.isWhole == false || change.oldValue?.isWhole == false { fail("a change was torn") }
            quads.add()
        }
        let textToken = shared.observe(\.text, options: [.new, .old]) { _, change in
            for text in [change.newValue, change.oldValue] {
                expect(text?.hasPrefix("a text of") == true, "a change of a text was torn")
            }
            texts.add()
        }
        use(shared, keeper, rounds: observedRounds)
        withExtendedLifetime((quadToken, textToken)) {}
        expect(quads.value, is: 4 * observedRounds, "the number of changes of the structure")
        expect(texts.value, is: 4 * observedRounds, "the number of changes of the text")
        expect(Part.description.runtimeClass.instanceCount <= 2, "parts are left over")
    }
    expect(Part.description.runtimeClass.instanceCount, is: 0, "the number of parts")
}

/// Four threads set, and four read.
private func use(_ shared: Ref<Shared>, _ keeper: Ref<Part>, rounds: Int) {
    onThreads(8) { thread in
        for round in 0..<rounds {
            if thread % 2 == 0 { set(shared, round, keeper) } else { check(shared) }
        }
    }
}

private func set(_ shared: Ref<Shared>, _ round: Int, _ keeper: Ref<Part>) {
    shared.flag = round % 2 == 0
    shared.small = Int8(truncatingIfNeeded: round)
    shared.number = round
    shared.real = Double(round)
    shared.text = "a text of more than fifteen bytes: \(round)"
    shared.note = round % 3 == 0 ? nil : "a note of more than fifteen bytes: \(round)"
    shared.part = round % 5 == 0 ? nil : Part.new()
    shared.near = round % 2 == 0 ? keeper : shared.part
    shared.copied = "a copied text of more than fifteen bytes: \(round)"
    shared.quad = Quad(Double(round))
    shared.list = [round, round, round]
    shared.names = ["one": "\(round)", "two": "\(round)"]
    shared.members = [round, -1 - round]
}

private func check(_ shared: Ref<Shared>) {
    let (number, real, text) = (shared.number, shared.real, shared.text)
    expect((0..<unobservedRounds).contains(number), "a number is torn")
    expect(real == real.rounded() && (0..<Double(unobservedRounds)).contains(real), "a real number is torn")
    _ = (shared.flag, shared.small)
    expect(text == "0" || text.hasPrefix("a text of"), "a text is torn")
    expect(shared.note?.hasPrefix("a note of") ?? true, "a note is torn")
    let (copied, quad, members) = (shared.copied, shared.quad, shared.members)
    expect(copied == "0" || copied.hasPrefix("a copied"), "a copy is torn")
    expect((shared.part?.name ?? "part") == "part", "a part is torn")
    expect((shared.near?.name ?? "part") == "part", "a weak part is torn")
    expect(quad.isWhole, "a structure of 32 bytes is torn: \(quad)")
    expect(Set(shared.list).count <= 1, "an array is torn")
    expect(Set(shared.names.values).count <= 1, "a dictionary is torn")
    expect(members.isEmpty || members.count == 2, "a set is torn")
}
