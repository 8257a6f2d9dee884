// Exercises02.swift - solutions to the exercises of docs/guide/02-classes-metaclasses-method-tables.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// All methods that an instance of a class understands, each once, nearest first.
///
/// The order of the search decides who is met first. A selector that was met already is overridden here.
private func methods(understoodBy cls: Class) -> [Method] {
    var seen: Set<Selector> = []
    let chain = sequence(first: cls) { $0.superclass }
    return chain.flatMap(\.methods).filter { seen.insert($0.selector).inserted }
}

@Suite("Exercises of chapter 02")
struct Exercises02 {
    // The command: runtime-demo inspect NSKVONotifying_Student
    //
    // It lists class, _isKVOA, dealloc and the setter of the key that is observed. The first three are the same for
    // every class, the fourth is made for the key. The table of Student is what it was: observing adds to a class in
    // front of it.
    @Test("1. A notifying class has three methods and overrides of setters; the observed class's table is as before")
    func tableOfNotifyingClass() throws {
        var builder = try ClassBuilder("Exercise02Student")
        try builder.addProperty("school", Object?.self)
        try builder.addProperty("year", Int32.self)
        let student = try builder.register().new()
        let cls = student.isa
        let tableBefore = cls.methods

        let observer = try Class.nsObject.new()
        try student.addObserver(observer, forKeyPath: "school", options: [.new])
        defer { try? student.removeObserver(observer, forKeyPath: "school") }

        #expect(student.isa.name == "NSKVONotifying_Exercise02Student")
        #expect(student.isa.superclass == cls)
        #expect(Set(student.isa.methods.map(\.selector.name)) == ["class", "_isKVOA", "dealloc", "setSchool:"])
        #expect(cls.methods == tableBefore)
    }

    @Test("2. A function lists what instances understand, each message once, with the method that would be found")
    func allMethods() throws {
        let builder = try ClassBuilder("Exercise02Talker")
        try builder.addMethod("description") { (_: Object) in NSString.object("a talker") }
        let cls = builder.register()

        let understood = methods(understoodBy: cls)
        #expect(understood.first?.selector == "description")
        #expect(understood.count { $0.selector == "description" } == 1)
        #expect(Set(understood.map(\.selector)).count == understood.count)
        for method in understood { #expect(cls.instanceMethod(method.selector) == method) }
    }

    // The isa of a metaclass is that of NSObject's metaclass. A second root class, made with superclass nil, would have
    // a root metaclass of its own: inheriting from NSObject is part of the claim. In a process of its own, because
    // other tests dispose of classes while this one looks at them.
    @Test("3. Every metaclass has the same isa, which is its own isa")
    func oneRootMetaclass() async {
        await #expect(processExitsWith: .success) {
            let root = Class.nsObject.isa
            #expect(root.isa == root)
            let classes = Class.all.filter { $0.isSubclass(of: .nsObject) }
            #expect(classes.count > 10)
            for cls in classes {
                #expect(cls.isa.isMetaclass)
                #expect(cls.isa.isa == root, "\(cls)")
            }
        }
    }
}
