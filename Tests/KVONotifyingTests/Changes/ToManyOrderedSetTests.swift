// ToManyOrderedSetTests.swift - ordered sets: notified like arrays, but without indexes at which nothing changed.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Ordered sets")
struct ToManyOrderedSetTests {
    @Test("B162 B167 Mutators notify of what was inserted, replaced and removed, and where")
    func mutators() throws {
        let team = try makeOrderedSetTeam(.mutators)
        try expectIndexedMutatorsAreTold(team)
        #expect(listing(try team.storage()) == "<c>")
    }

    @Test("B172 A member that is inserted again does not notify: its index is left out")
    func insertedAgain() throws {
        let (team, collector) = (try makeOrderedSetTeam(.indexSetMutators, nsStrings("a", "b")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            try team.send("insertMembers:atIndexes:", nsArray("a", "c"), nsIndexSet(0, 1))
        }
        #expect(lines == ["insertion at 1, new [c]"])
        #expect(listing(try team.storage()) == "<a c b>")
    }

    @Test("B172 Inserting nothing but what is there notifies of no index and no member")
    func nothingInserted() throws {
        let (team, collector) = (try makeOrderedSetTeam(.mutators, nsStrings("a", "b")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            try team.send("insertObject:inMembersAtIndex:", nsString("b"), UInt(0))
        }
        #expect(lines == ["insertion at none, new []"])
    }

    @Test("B172 A member that is replaced by itself does not notify: index, old and new value are left out")
    func replacedByItself() throws {
        let (team, collector) = (
            try makeOrderedSetTeam(.indexSetMutators, nsStrings("a", "b", "c")), try ChangeCollector()
        )
        let lines = try collector.lines(of: team, "members") {
            try team.send("replaceMembersAtIndexes:withMembers:", nsIndexSet(0, 2), nsArray("a", "z"))
        }
        #expect(lines == ["replacement at 2, old [c], new [z]"])
        #expect(listing(try team.storage()) == "<a b z>")
    }

    @Test("B172 An observer that asks for no values gets the same indexes")
    func indexesOnly() throws {
        let (team, collector) = (try makeOrderedSetTeam(.indexSetMutators, nsStrings("a", "b")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", []) {
            try team.send("insertMembers:atIndexes:", nsArray("a", "c"), nsIndexSet(0, 1))
        }
        #expect(lines == ["insertion at 1"])
    }

    @Test("B165 B172 The same goes for changes that are said by hand")
    func manualMessages() throws {
        let (team, collector) = (try makeOrderedSetTeam(.ivar, nsStrings("a", "b")), try ChangeCollector())
        let members = try team.storage()
        let lines = try collector.lines(of: team, "members") {
            let indexes = indexRanges(0, 1)
            try team.willChange(.insertion, valuesAt: indexes, forKey: "members")
            try members.send("insertObjects:atIndexes:", nsArray("a", "c"), NSIndexSet.object(indexes))
            try team.didChange(.insertion, valuesAt: indexes, forKey: "members")
        }
        #expect(lines == ["insertion at 1, new [c]"])
    }

    @Test("B168 With Prior each change notifies twice; before an insertion there is a place, but no value")
    func prior() throws {
        let (team, collector) = (try makeOrderedSetTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try team.send("insertObject:inMembersAtIndex:", nsString("a"), UInt(0))
            try team.send("removeObjectFromMembersAtIndex:", UInt(0))
        }
        #expect(
            lines == [
                "prior insertion at 0", "insertion at 0, new [a]", "prior removal at 0, old [a]",
                "removal at 0, old [a]",
            ])
    }

    @Test("B175 members.@count is set, with the old count and the new one", arguments: OrderedMembers.allCases)
    func count(backing: OrderedMembers) throws {
        let (team, collector) = (try makeOrderedSetTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members.@count") {
            let proxy = try team.mutableOrderedSetValue(forKey: "members")
            try proxy.send("addObject:", nsString("a"))
            try proxy.send("addObject:", nsString("b"))
            try proxy.send("removeObjectAtIndex:", UInt(0))
        }
        #expect(lines == ["setting, old 0, new 1", "setting, old 1, new 2", "setting, old 2, new 1"])
    }
}
