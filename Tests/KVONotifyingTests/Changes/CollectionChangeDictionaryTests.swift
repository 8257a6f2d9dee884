// CollectionChangeDictionaryTests.swift - the contents of the change dictionary of a collection.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// The contents of a change dictionary, in a form that can be compared.
private struct Told: Equatable {
    var kind: KeyValueChangeKind
    var indexes: [Int]?
    var old: [String]?
    var new: [String]?
}

private func elementTexts(_ collection: Object?) -> [String]? {
    guard let collection else { return nil }
    return NSArray.elements(of: collection)?.map(\.description)
        ?? NSSet.elements(of: collection)?.map(\.description).sorted()
}

private func members(_ texts: String...) -> [Object] {
    texts.map { NSString.object($0) }
}

/// Makes a team with an array `list` and a set `bag`, and returns its observer's notifications while `body` runs.
private func whatIsTold(
    of key: String, _ options: KeyValueObservingOptions = [.new, .old], _ body: (Object) throws -> Void
) throws -> [Told] {
    var builder = try ClassBuilder(uniqueName("Team"))
    try builder.addProperty("list", Object?.self)
    try builder.addProperty("bag", Object?.self)
    let (team, keeper) = (try builder.register().new(), try ChangeKeeper())
    try team.send("setList:", NSArray.object(members("a", "b", "c")))
    try team.send("setBag:", NSSet.object(members("a", "b", "c")))
    try team.addObserver(keeper.object, forKeyPath: key, options: options)
    try body(team)
    try team.removeObserver(keeper.object, forKeyPath: key)
    return try keeper.observedChanges.map { change in
        Told(
            kind: change.kind, indexes: change.indexes.map { Array($0.ranges.joined()) },
            old: elementTexts(change.oldValue), new: elementTexts(change.newValue))
    }
}

@Suite("The change dictionary of collections")
struct CollectionChangeDictionaryTests {
    @Test("B031 The kinds are Setting 1, Insertion 2, Removal 3, Replacement 4")
    func kinds() {
        let all: [KeyValueChangeKind] = [.setting, .insertion, .removal, .replacement]
        #expect(all.map(\.rawValue) == [1, 2, 3, 4])
    }

    @Test("B031 B040 B041 Elements of an array: insertion has no Old, removal no New, replacement has both")
    func arrays() throws {
        let told = try whatIsTold(of: "list") { team in
            let list = try team.mutableArrayValue(forKey: "list")
            try list.send("insertObject:atIndex:", NSString.object("x"), UInt(1))
            try list.send("removeObjectAtIndex:", UInt(0))
            try list.send("replaceObjectAtIndex:withObject:", UInt(2), NSString.object("z"))
        }
        #expect(
            told == [
                Told(kind: .insertion, indexes: [1], old: nil, new: ["x"]),
                Told(kind: .removal, indexes: [0], old: ["a"], new: nil),
                Told(kind: .replacement, indexes: [2], old: ["c"], new: ["z"]),
            ])
    }

    @Test("B041 The notification of several elements at once has their indexes, and arrays of just these elements")
    func severalElements() throws {
        let told = try whatIsTold(of: "list") { team in
            let indexes = RangeSet([0..<1, 2..<3])
            try team.willChange(.removal, valuesAt: indexes, forKey: "list")
            try team.setIvar("_list", to: NSArray.object(members("b")))
            try team.didChange(.removal, valuesAt: indexes, forKey: "list")
            try team.willChange(.insertion, valuesAt: indexes, forKey: "list")
            try team.setIvar("_list", to: NSArray.object(members("x", "b", "y")))
            try team.didChange(.insertion, valuesAt: indexes, forKey: "list")
        }
        #expect(
            told == [
                Told(kind: .removal, indexes: [0, 2], old: ["a", "c"], new: nil),
                Told(kind: .insertion, indexes: [0, 2], old: nil, new: ["x", "y"]),
            ])
    }

    @Test("B033 B041 Without New and Old an array's change holds the kind and the indexes")
    func indexesOnly() throws {
        let told = try whatIsTold(of: "list", []) { team in
            try team.mutableArrayValue(forKey: "list").send("removeObjectAtIndex:", UInt(1))
        }
        #expect(told == [Told(kind: .removal, indexes: [1], old: nil, new: nil)])
    }

    @Test("B040 B042 Members of a set: sets of what was really added and removed, and no indexes")
    func sets() throws {
        let told = try whatIsTold(of: "bag") { team in
            let bag = try team.mutableSetValue(forKey: "bag")
            try bag.send("unionSet:", NSSet.object(members("c", "d")))
            try bag.send("minusSet:", NSSet.object(members("a", "x")))
            try bag.send("intersectSet:", NSSet.object(members("b", "c", "y")))
            try bag.send("setSet:", NSSet.object(members("c", "e")))
        }
        #expect(
            told == [
                Told(kind: .insertion, indexes: nil, old: nil, new: ["d"]),
                Told(kind: .removal, indexes: nil, old: ["a"], new: nil),
                Told(kind: .removal, indexes: nil, old: ["d"], new: nil),
                Told(kind: .replacement, indexes: nil, old: ["b"], new: ["e"]),
            ])
    }

    @Test("B050 A collection that is set as a whole, or whose change is said by hand, is a setting")
    func settings() throws {
        let told = try whatIsTold(of: "list") { team in
            try team.send("setList:", NSArray.object(members("x")))
            try team.willChangeValue(forKey: "list")
            try team.setIvar("_list", to: NSArray.object(members("y", "z")))
            try team.didChangeValue(forKey: "list")
        }
        #expect(
            told == [
                Told(kind: .setting, indexes: nil, old: ["a", "b", "c"], new: ["x"]),
                Told(kind: .setting, indexes: nil, old: ["x"], new: ["y", "z"]),
            ])
    }

    @Test("B037 B038 Prior of an array's change holds Old and indexes, and no New")
    func prior() throws {
        let told = try whatIsTold(of: "list", [.new, .old, .prior]) { team in
            let list = try team.mutableArrayValue(forKey: "list")
            try list.send("replaceObjectAtIndex:withObject:", UInt(0), NSString.object("z"))
        }
        #expect(
            told == [
                Told(kind: .replacement, indexes: [0], old: ["a"], new: nil),
                Told(kind: .replacement, indexes: [0], old: ["a"], new: ["z"]),
            ])
    }
}
