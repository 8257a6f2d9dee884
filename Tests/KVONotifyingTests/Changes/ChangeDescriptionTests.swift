// ChangeDescriptionTests.swift - the arguments of a notification, and the description of its change dictionary.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

private struct Size: StructureValue {
    var width, height: Double
    static let messageEncoding: StaticString = "{Size=dd}"
}

/// Makes a class with `age`, `name`, and a `child` of the same class.
private func makeParentClass() throws -> Class {
    var builder = try ClassBuilder(uniqueName("Parent"), superclass: makePersonClass())
    try builder.addProperty("child", Object?.self)
    try builder.addProperty("size", Size.self)
    return builder.register()
}

@Suite("What else an observer is given")
struct ChangeDescriptionTests {
    @Test("B048 B052 Nothing is in the dictionary but what is documented, however deep the change was")
    func noPrivateEntries() throws {
        let cls = try makeParentClass()
        let (root, child, keeper) = (try cls.new(), try cls.new(), try ChangeKeeper())
        try root.send("setChild:", child)
        try root.addObserver(keeper.object, forKeyPath: "child.age", options: [.new, .old, .prior])
        try child.setAge(1)
        try root.send("setChild:", Object?.none)
        try root.removeObserver(keeper.object, forKeyPath: "child.age")
        let (before, after) = (["kind", "notificationIsPrior", "old"], ["kind", "new", "old"])
        #expect(keeper.changes.map(keys(of:)) == [before, after, before, after])
    }

    @Test("B049 The key path is the one that was registered, the object the one it was registered on")
    func keyPathAndObject() throws {
        let cls = try makeParentClass()
        let (root, child, grandchild, keeper) = (try cls.new(), try cls.new(), try cls.new(), try ChangeKeeper())
        try root.send("setChild:", child)
        try child.send("setChild:", grandchild)
        try root.addObserver(keeper.object, forKeyPath: "child.child.age")
        try grandchild.setAge(1)
        try child.send("setChild:", Object?.none)
        try root.send("setChild:", Object?.none)
        try root.removeObserver(keeper.object, forKeyPath: "child.child.age")
        #expect(keeper.calls.map(\.keyPath) == Array(repeating: "child.child.age", count: 3))
        #expect(keeper.calls.map(\.object) == [root, root, root])
    }

    @Test("B051 A change is printed as { kind = 1; new = 1; old = 0; } in what an observer without callback raises")
    func printedForm() throws {
        let (parent, bystander) = (try makeParentClass().new(), try Class.nsObject.new())
        func printed(_ key: String, _ options: KeyValueObservingOptions, _ set: () throws -> Void) throws -> String? {
            try parent.addObserver(bystander, forKeyPath: key, options: options)
            let reason = raised(set)?.reason ?? ""
            try parent.removeObserver(bystander, forKeyPath: key)
            return reason.split(separator: "\n").first { $0.hasPrefix("Change: ") }.map { String($0.dropFirst(8)) }
        }
        let both: KeyValueObservingOptions = [.new, .old]
        #expect(try printed("age", both) { try parent.setAge(1) } == "{ kind = 1; new = 1; old = 0; }")
        #expect(try printed("age", []) { try parent.setAge(1) } == "{ kind = 1; }")
        let text = try printed("size", .new) { try parent.send("setSize:", Size(width: 1, height: 2)) }
        let size = NSValue.object(Size(width: 1, height: 2))
        #expect(text == "{ kind = 1; new = \(size); }")
    }

    @Test("B051 A change prints as the dictionary it is, keys in order")
    func description() throws {
        let (person, keeper) = (try makePersonClass().new(), try ChangeKeeper())
        try person.addObserver(keeper.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(1)
        try person.removeObserver(keeper.object, forKeyPath: "age")
        #expect(keeper.changes[0].description == "{\n    kind = 1;\n    new = 1;\n    old = 0;\n}")
    }
}
