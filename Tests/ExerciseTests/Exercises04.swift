// Exercises04.swift - solutions to the exercises of docs/guide/04-the-cache.md.
//
// Each runs in a process of its own: whoever changes a class, as other tests do all the time, empties caches.
import MiniRuntime
import Testing

@Suite("Exercises of chapter 04")
struct Exercises04 {
    @Test("1. An inherited method is cached in the receiver's class")
    func inherited() async {
        await #expect(processExitsWith: .success) {
            let cls = try ClassBuilder("Exercise04Person").register(), person = try cls.new()
            _ = try person.send("hash", as: UInt.self)
            // A lookup begins with the cache of the class that the receiver's isa points at, so that is where an entry
            // is of use. The cache of NSObject serves objects whose isa is NSObject itself.
            #expect(cached(cls).contains("hash"))
            #expect(!cached(.nsObject).contains("hash"))
            // What is in the bucket is NSObject's method, not a copy.
            #expect(cls.cachedMethods.contains(Class.nsObject.instanceMethod("hash")!))
        }
    }

    @Test("2. That nobody implements a message is not remembered")
    func misses() async {
        await #expect(processExitsWith: .success) {
            let cls = try ClassBuilder("Exercise04Silent").register(), object = try cls.new()
            for _ in ["once", "again"] { #expect(throws: RuntimeException.self) { try object.send("late") } }
            // A bucket points at a Method, and there is none to point at: both sends searched the tables.
            #expect(!cached(cls).contains("late"))
            // So there is nothing to take back when the method arrives.
            try cls.addMethod("late") { (self: Object) -> Int32 in 4 }
            #expect(try object.send("late", as: Int32.self) == 4)
            #expect(cached(cls).contains("late"))
        }
    }

    @Test("3. A replaced IMP empties caches, a changed isa empties none")
    func emptied() async {
        await #expect(processExitsWith: .success) {
            let person = try ClassBuilder("Exercise04Base").register()
            try person.addMethod("rank") { (self: Object) -> Int32 in 1 }
            let student = try ClassBuilder("Exercise04Derived", superclass: person).register()
            let first = try student.new(), second = try student.new()
            for each in [first, second] { _ = try each.send("rank", as: Int32.self) }

            // Another isa: the object reads another cache from now on. No class has changed, so no cache is wrong.
            let generation = ObjectRuntime.methodGeneration
            first.setClass(person)
            #expect(cached(student).contains("rank"))
            #expect(ObjectRuntime.methodGeneration == generation)

            // Another IMP: whoever inherits the method may have to find something else, so their caches are emptied.
            person.instanceMethod("rank")!.setImplementation(try IMP { (self: Object) -> Int32 in 2 })
            #expect(cached(student).isEmpty)
            #expect(ObjectRuntime.methodGeneration > generation)
            #expect(try second.send("rank", as: Int32.self) == 2)
        }
    }
}

private func cached(_ cls: Class) -> Set<String> { Set(cls.cachedMethods.map(\.selector.name)) }
