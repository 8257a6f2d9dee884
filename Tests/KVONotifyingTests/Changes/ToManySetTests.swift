// ToManySetTests.swift - sets: the notifications of mutators and of manual messages for added and removed members.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Sets")
struct ToManySetTests {
    @Test("B161 Changing the set itself, past the object that it belongs to, is silent")
    func bareMutation() throws {
        let (team, collector) = (try makeSetTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try team.send("members", as: Object.self).send("addObject:", nsString("a"))
        }
        #expect(lines == [])
    }

    @Test("B163 B169 Mutators notify of the members that really came and went, once each, without indexes")
    func mutators() throws {
        let (team, collector) = (try makeSetTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            try team.send("addMembersObject:", nsString("a"))
            try team.send("addMembers:", nsSet("a", "b", "c", "d"))
            try team.send("removeMembersObject:", nsString("a"))
            try team.send("removeMembers:", nsSet("b", "z"))
            try team.send("intersectMembers:", nsSet("c", "y"))
        }
        #expect(
            lines == [
                "insertion, new {a}", "insertion, new {b c d}", "removal, old {a}", "removal, old {b}",
                "removal, old {d}",
            ])
        #expect(listing(try team.storage()) == "{c}")
    }

    @Test("B163 set<Key>: is an ordinary setter: the notification has the whole sets")
    func setter() throws {
        let (team, collector) = (try makeSetTeam(.setter, nsStrings("a", "b")), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") { try team.send("setMembers:", nsSet("b", "c")) }
        #expect(lines == ["setting, old {a b}, new {b c}"])
    }

    @Test("B164 Each mutator notifies, even if it is the only one that the class has", arguments: 0..<5)
    func onlyMutator(number: Int) throws {
        let mutator = unorderedMutators[number]
        let team = try makeTeam(withOnly: mutator, NSMutableSet.object(nsStrings("a", "b")))
        let collector = try ChangeCollector()
        let arguments = [nsString("x"), nsString("b"), nsSet("x", "a"), nsSet("b", "x"), nsSet("a", "x")]
        let lines = try collector.lines(of: team, "members") { try team.send(mutator.selector, arguments[number]) }
        let removal = "removal, old {b}", insertion = "insertion, new {x}"
        #expect(lines == [[insertion, removal, insertion, removal, removal][number]])
    }

    @Test("B165 B169 A change announced by hand notifies of what it means for the present members")
    func manualMessages() throws {
        let (team, collector) = (try makeSetTeam(.ivar, nsStrings("a", "b")), try ChangeCollector())
        let members = try team.storage()
        func change(_ mutation: KeyValueSetMutation, _ message: Selector, _ objects: Object) throws {
            try team.willChangeValue(forKey: "members", withSetMutation: mutation, using: objects)
            try members.send(message, objects)
            try team.didChangeValue(forKey: "members", withSetMutation: mutation, using: objects)
        }
        let lines = try collector.lines(of: team, "members") {
            try change(.union, "unionSet:", nsSet("b", "c", "d"))
            try change(.minus, "minusSet:", nsSet("d", "z"))
            try change(.intersect, "intersectSet:", nsSet("a", "b"))
            try change(.set, "setSet:", nsSet("b", "e"))
        }
        #expect(
            lines == [
                "insertion, new {c d}", "removal, old {d}", "removal, old {c}", "replacement, old {a}, new {e}",
            ])
    }

    @Test("B168 With Prior each change notifies twice; before an insertion there is no value")
    func prior() throws {
        let (team, collector) = (try makeSetTeam(.mutators), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try team.send("addMembersObject:", nsString("a"))
            try team.send("removeMembers:", nsSet("a", "z"))
        }
        #expect(lines == ["prior insertion", "insertion, new {a}", "prior removal, old {a}", "removal, old {a}"])
    }

    @Test("B170 A mutation that changes nothing still notifies, with an empty set")
    func nothingChanged() throws {
        let team = try makeSetTeam(.mutators, nsStrings("a"))
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "members") {
            try team.send("addMembers:", nsSet("a"))
            try team.send("addMembersObject:", nsString("a"))
            try team.send("removeMembers:", nsSet("z"))
            try team.send("intersectMembers:", nsSet("a", "z"))
        }
        #expect(lines == ["insertion, new {}", "insertion, new {}", "removal, old {}", "removal, old {}"])
    }

    @Test("B175 members.@count is set, with the old count and the new one", arguments: UnorderedMembers.allCases)
    func count(backing: UnorderedMembers) throws {
        let (team, collector) = (try makeSetTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members.@count") {
            let proxy = try team.mutableSetValue(forKey: "members")
            try proxy.send("unionSet:", nsSet("a", "b"))
            try proxy.send("removeObject:", nsString("b"))
        }
        #expect(lines == ["setting, old 0, new 2", "setting, old 2, new 1"])
    }
}
