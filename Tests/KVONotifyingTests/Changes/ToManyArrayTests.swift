// ToManyArrayTests.swift - arrays: the notifications of mutators and of manual messages for single elements.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a team with a key that depends on `members`.
private func makeCountingTeam(_ cls: Class) throws -> Object {
    let builder = try ClassBuilder(uniqueName("CountingTeam"), superclass: cls)
    try builder.addClassMethod("keyPathsForValuesAffectingSize") { (_: Object) -> Object in nsSet("members") }
    try builder.addMethod("size") { (self: Object) -> UInt in try self.storage().send("count", as: UInt.self) }
    let team = try builder.register().new()
    try team.setIvar("_members", to: NSMutableArray.object())
    return team
}

@Suite("Arrays")
struct ToManyArrayTests {
    @Test("B161 Changing the array itself, past the object that it belongs to, is silent")
    func bareMutation() throws {
        let (team, collector) = (try makeArrayTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try team.send("members", as: Object.self).send("addObject:", nsString("a"))
        }
        #expect(lines == [])
        #expect(listing(try team.storage()) == "[a]")
    }

    @Test("B162 B167 Mutators that take an index notify of what was inserted, replaced and removed, and where")
    func mutators() throws {
        let team = try makeArrayTeam(.mutators)
        try expectIndexedMutatorsAreTold(team)
        #expect(listing(try team.storage()) == "[c]")
    }

    @Test("B162 Mutators that take an index set notify of all its elements in one notification")
    func mutatorsOfManyElements() throws {
        let (team, collector) = (try makeArrayTeam(.indexSetMutators, nsStrings("b", "d")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            try team.send("insertMembers:atIndexes:", nsArray("a", "c"), nsIndexSet(0, 2))
            try team.send("replaceMembersAtIndexes:withMembers:", nsIndexSet(1, 3), nsArray("x", "y"))
            try team.send("removeMembersAtIndexes:", nsIndexSet(0, 1, 3))
        }
        #expect(
            lines == [
                "insertion at 0 2, new [a c]", "replacement at 1 3, old [b d], new [x y]",
                "removal at 0 1 3, old [a x y]",
            ])
        #expect(listing(try team.storage()) == "[c]")
    }

    @Test("B164 Each mutator notifies, even if it is the only one that the class has", arguments: 0..<6)
    func onlyMutator(number: Int) throws {
        let mutator = (orderedMutators + indexSetMutators)[number]
        let team = try makeTeam(withOnly: mutator, NSMutableArray.object(nsStrings("a", "b")))
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "members") {
            switch number {
            case 0: try team.send(mutator.selector, nsString("x"), UInt(1))
            case 1: try team.send(mutator.selector, UInt(1))
            case 2: try team.send(mutator.selector, UInt(1), nsString("x"))
            case 3: try team.send(mutator.selector, nsArray("x"), nsIndexSet(1))
            case 4: try team.send(mutator.selector, nsIndexSet(1))
            default: try team.send(mutator.selector, nsIndexSet(1), nsArray("x"))
            }
        }
        let expected = ["insertion at 1, new [x]", "removal at 1, old [b]", "replacement at 1, old [b], new [x]"]
        #expect(lines == [expected[number % 3]])
    }

    @Test("B165 The notification of willChange:valuesAtIndexes:forKey: and didChange: contains the elements")
    func manualMessages() throws {
        let (team, collector) = (try makeArrayTeam(.ivar), try ChangeCollector())
        let members = try team.storage()
        func change(_ kind: KeyValueChangeKind, _ indexes: RangeSet<Int>, body: () throws -> Void) throws {
            try team.willChange(kind, valuesAt: indexes, forKey: "members")
            try body()
            try team.didChange(kind, valuesAt: indexes, forKey: "members")
        }
        let lines = try collector.lines(of: team, "members") {
            try change(.insertion, indexRanges(0, 1)) { try members.send("addObjectsFromArray:", nsArray("a", "b")) }
            try change(.replacement, indexRanges(1)) {
                try members.send("replaceObjectAtIndex:withObject:", UInt(1), nsString("c"))
            }
            try change(.removal, indexRanges(0)) { try members.send("removeObjectAtIndex:", UInt(0)) }
        }
        #expect(
            lines == ["insertion at 0 1, new [a b]", "replacement at 1, old [b], new [c]", "removal at 0, old [a]"])
    }

    @Test("B168 With Prior each change notifies twice; before an insertion there is a place, but no value")
    func prior() throws {
        let (team, collector) = (try makeArrayTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try team.send("insertObject:inMembersAtIndex:", nsString("a"), UInt(0))
            try team.send("replaceObjectInMembersAtIndex:withObject:", UInt(0), nsString("b"))
            try team.send("removeObjectFromMembersAtIndex:", UInt(0))
        }
        #expect(
            lines == [
                "prior insertion at 0", "insertion at 0, new [a]",
                "prior replacement at 0, old [a]", "replacement at 0, old [a], new [b]",
                "prior removal at 0, old [b]", "removal at 0, old [b]",
            ])
    }

    @Test("B162 Replacing the whole array by its setter is a setting, of the old array and the new")
    func wholeArray() throws {
        let (team, collector) = (try makeArrayTeam(.setter, nsStrings("a")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") { try team.send("setMembers:", nsArray("b", "c")) }
        #expect(lines == ["setting, old [a], new [b c]"])
    }

    // ── Exceptions ──────────────────────────────────────────────────────────────────────────────────

    @Test("B174 A bad index raises NSRangeException from a mutator of an observed array, and no observer is notified")
    func badIndex() throws {
        let team = try makeArrayTeam(.mutators, nsStrings("a"))
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "members") {
            let exceptions = [
                raised { try team.send("insertObject:inMembersAtIndex:", nsString("x"), UInt(5)) },
                raised { try team.send("removeObjectFromMembersAtIndex:", UInt(5)) },
                raised { try team.send("replaceObjectInMembersAtIndex:withObject:", UInt(5), nsString("x")) },
                raised { try team.send("removeObjectFromMembersAtIndex:", UInt.max) },
            ]
            #expect(exceptions.map { $0?.name } == Array(repeating: "NSRangeException", count: 4))
        }
        #expect(lines == [])
        #expect(listing(try team.storage()) == "[a]")
    }

    // ── Keys that depend on the array ───────────────────────────────────────────────────────────────

    @Test("B175 B176 A key that depends on the array is set, with its old value and its new one, and no indexes")
    func dependentKey() throws {
        let team = try makeCountingTeam(try makeArrayTeam(.mutators).isa)
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "size", [.new, .old, .prior]) {
            try team.send("insertObject:inMembersAtIndex:", nsString("a"), UInt(0))
            try team.send("removeObjectFromMembersAtIndex:", UInt(0))
        }
        #expect(
            lines == [
                "prior setting, old 0", "setting, old 0, new 1", "prior setting, old 1", "setting, old 1, new 0",
            ])
    }

    @Test(
        "B175 B176 members.@count is set, with the old count and the new one, however an element came",
        arguments: OrderedMembers.allCases)
    func count(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members.@count") {
            let proxy = try team.mutableArrayValue(forKey: "members")
            try proxy.send("addObject:", nsString("a"))
            try proxy.send("addObject:", nsString("b"))
            try proxy.send("removeObjectAtIndex:", UInt(0))
        }
        #expect(lines == ["setting, old 0, new 1", "setting, old 1, new 2", "setting, old 2, new 1"])
    }
}
