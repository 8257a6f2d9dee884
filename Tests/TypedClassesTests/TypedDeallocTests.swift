// TypedDeallocTests.swift - a method `dealloc` of a described class, which calls super automatically.
import MiniFoundation
import MiniRuntime
import Synchronization
import TestSupport
import Testing
import TypedClasses

private let log = Mutex<[String]>([])

private func note(_ line: String) { log.withLock { $0.append(line) } }

private func takeLog() -> [String] {
    log.withLock { lines in
        defer { lines = [] }
        return lines
    }
}

private final class LampBulb: ClassDescription {}

private class Lamp: ClassDescription {
    let name = Property<String>("a name that is too long for a tagged pointer")
    let bulb = Property<Ref<LampBulb>?>(nil)
    let dealloc = TypedMethod { (me: Ref<Lamp>) in note("Lamp \(me.name.count)") }
}

private final class FloorLamp: Lamp {
    let died = TypedMethod("dealloc") { (me: Ref<FloorLamp>) in note("FloorLamp") }
}

private final class Proper: Lamp {
    let died = TypedMethod("dealloc") { (me: Ref<Proper>) in
        note("Proper before")
        try me.object.sendSuper(of: Proper.description.runtimeClass, "dealloc")
        note("Proper after \(me.name.count)")
    }
}

private final class Raising: Lamp {
    let died = TypedMethod("dealloc") { (_: Ref<Raising>) in throw RuntimeException("NSGenericException", "dying") }
}

private final class RaisingAfterSuper: Lamp {
    let died = TypedMethod("dealloc") { (me: Ref<RaisingAfterSuper>) in
        try me.object.sendSuper(of: RaisingAfterSuper.description.runtimeClass, "dealloc")
        throw RuntimeException("NSGenericException", "dead")
    }
}

private final class Keeping: ClassDescription {
    static let kept = Mutex<Ref<Keeping>?>(nil)
    let dealloc = TypedMethod { (me: Ref<Keeping>) in kept.withLock { $0 = me } }
}

@Suite("dealloc of typed classes", .serialized)
struct TypedDeallocTests {
    private func count<D: ClassDescription>(_ type: D.Type) -> Int { D.description.runtimeClass.instanceCount }

    @Test("The object dies, and lets go of what it holds, though its method does not call super")
    func forgotten() {
        for _ in 0..<10 {
            let lamp = Lamp.new()
            lamp.name += ", and then some"
            lamp.bulb = LampBulb.new()
        }
        #expect(takeLog() == [String](repeating: "Lamp 59", count: 10))
        #expect(count(Lamp.self) == 0)
        #expect(count(LampBulb.self) == 0)
    }

    @Test("A subclass's runs before its superclass's, each once")
    func chain() {
        _ = FloorLamp.new()
        #expect(takeLog() == ["FloorLamp", "Lamp 44"])
        #expect(count(FloorLamp.self) == 0)
    }

    @Test("One that calls super by itself runs it at that point, and may go on with the object")
    func proper() {
        _ = Proper.new()
        #expect(takeLog() == ["Proper before", "Lamp 44", "Proper after 44"])
        #expect(count(Proper.self) == 0)
    }

    @Test("What it throws is raised, and the object dies all the same")
    func raising() throws {
        func kill<D: ClassDescription>(_ type: D.Type) throws {
            try RuntimeException.catching { _ = try type.description.runtimeClass.new() }
        }
        #expect(throws: RuntimeException("NSGenericException", "dying")) { try kill(Raising.self) }
        #expect(takeLog() == ["Lamp 44"])
        #expect(throws: RuntimeException("NSGenericException", "dead")) { try kill(RaisingAfterSuper.self) }
        #expect(takeLog() == ["Lamp 44"])
        #expect(count(Raising.self) == 0)
        #expect(count(RaisingAfterSuper.self) == 0)
        #expect(!RuntimeException.isPending)
    }

    @Test("A dealloc that keeps its object ends the process, and says so")
    func keeping() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Keeping.new()
        }
        #expect(standardError(of: result).contains("of class Keeping was retained while it was deallocated"))
    }
}
