// ToManyProxyTests.swift - mutable proxies of a to-many key: each message notifies, however the key is implemented.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Mutable proxies")
struct ToManyProxyTests {
    @Test(
        "B166 Adding and removing by a mutable array notifies with element and place",
        arguments: OrderedMembers.allCases)
    func arrayProxy(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableArrayValue(forKey: "members")
            try members.send("addObject:", nsString("a"))
            try members.send("addObject:", nsString("b"))
            try members.send("removeObjectAtIndex:", UInt(0))
        }
        #expect(lines == ["insertion at 0, new [a]", "insertion at 1, new [b]", "removal at 0, old [a]"])
        #expect(listing(try team.storage()) == "[b]")
    }

    @Test("B166 So is every other message of a mutable array", arguments: OrderedMembers.allCases)
    func otherMessages(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableArrayValue(forKey: "members")
            try members.send("insertObject:atIndex:", nsString("a"), UInt(0))
            try members.send("replaceObjectAtIndex:withObject:", UInt(0), nsString("b"))
            try members.send("removeLastObject")
        }
        #expect(lines == ["insertion at 0, new [a]", "replacement at 0, old [a], new [b]", "removal at 0, old [b]"])
    }

    @Test(
        "B166 Several elements are one notification, unless the class can only take one at a time",
        arguments: [OrderedMembers.indexSetMutators, .setter, .ivar])
    func severalElements(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableArrayValue(forKey: "members")
            try members.send("addObjectsFromArray:", nsArray("a", "b", "c"))
            try members.send("removeObjectsAtIndexes:", nsIndexSet(0, 2))
            try members.send("insertObjects:atIndexes:", nsArray("x", "y"), nsIndexSet(0, 2))
            try members.send("removeAllObjects")
        }
        #expect(
            lines == [
                "insertion at 0 1 2, new [a b c]", "removal at 0 2, old [a c]", "insertion at 0 2, new [x y]",
                "removal at 0 1 2, old [x b y]",
            ])
    }

    @Test("B299 A mutable array replaces with one notification where the class only inserts and removes")
    func replacingByTwoMutators() throws {
        let team = try makeTeam(withOnly: orderedMutators[0], NSMutableArray.object(nsStrings("a", "b", "c")))
        try team.isa.addMethod("removeObjectFromMembersAtIndex:") { (self: Object, index: UInt) in
            try self.storage().send("removeObjectAtIndex:", index)
        }
        let collector = try ChangeCollector()
        let members = try team.mutableArrayValue(forKey: "members")
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try members.send("replaceObjectAtIndex:withObject:", UInt(1), nsString("x"))
            try members.send("replaceObjectsAtIndexes:withObjects:", nsIndexSet(0, 2), nsArray("y", "z"))
        }
        #expect(
            lines == [
                "prior replacement at 1, old [b]", "replacement at 1, old [b], new [x]",
                "prior replacement at 0 2, old [a c]", "replacement at 0 2, old [a c], new [y z]",
            ])
        #expect(listing(try team.storage()) == "[y x z]")
        // Afterwards each mutator notifies again.
        let more = try collector.lines(of: team, "members") { try members.send("addObject:", nsString("d")) }
        #expect(more == ["insertion at 3, new [d]"])
    }

    @Test("B168 With Prior a change by a proxy notifies before and after", arguments: OrderedMembers.allCases)
    func prior(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            let members = try team.mutableArrayValue(forKey: "members")
            try members.send("addObject:", nsString("a"))
            try members.send("removeObjectAtIndex:", UInt(0))
        }
        #expect(
            lines == [
                "prior insertion at 0", "insertion at 0, new [a]", "prior removal at 0, old [a]",
                "removal at 0, old [a]",
            ])
    }

    @Test("B171 All six messages of a mutable set notify once", arguments: UnorderedMembers.allCases)
    func setProxy(backing: UnorderedMembers) throws {
        let (team, collector) = (try makeSetTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableSetValue(forKey: "members")
            try members.send("addObject:", nsString("a"))
            try members.send("unionSet:", nsSet("a", "b", "c", "d"))
            try members.send("removeObject:", nsString("a"))
            try members.send("minusSet:", nsSet("b", "z"))
            try members.send("intersectSet:", nsSet("c", "y"))
        }
        #expect(
            lines == [
                "insertion, new {a}", "insertion, new {b c d}", "removal, old {a}", "removal, old {b}",
                "removal, old {d}",
            ])
        #expect(try collector.lines(of: team, "members", [], during: { try replaceMembers(of: team) }).count == 1)
        #expect(listing(try team.storage()) == "{c e}")
    }

    private func replaceMembers(of team: Object) throws {
        try team.mutableSetValue(forKey: "members").send("setSet:", nsSet("c", "e"))
    }

    @Test(
        "B169 Replacing all members by a mutable set notifies of both differences",
        arguments: [UnorderedMembers.setter, .ivar])
    func setSet(backing: UnorderedMembers) throws {
        let team = try makeSetTeam(backing, nsStrings("c", "d"))
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "members") { try replaceMembers(of: team) }
        #expect(lines == ["replacement, old {d}, new {e}"])
    }

    @Test("B171 A class that takes members one by one notifies of each, also through a mutable set, but for a new set")
    func oneByOne() throws {
        let team = try makeTeam(withOnly: unorderedMutators[0], NSMutableSet.object(nsStrings("a")))
        try team.isa.addMethod("removeMembersObject:") { (self: Object, member: Object) in
            try self.storage().send("removeObject:", member)
        }
        let collector = try ChangeCollector()
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableSetValue(forKey: "members")
            try members.send("unionSet:", nsSet("b", "c"))
            try members.send("intersectSet:", nsSet("c"))
            try members.send("setSet:", nsSet("d"))
        }
        #expect(lines.last == "replacement, old {c}, new {d}")
        #expect(
            lines.dropLast().sorted() == [
                "insertion, new {b}", "insertion, new {c}", "removal, old {a}", "removal, old {b}",
            ])
        #expect(listing(try team.storage()) == "{d}")
    }

    @Test("B171 A set that replaces all members is one change where the class only adds and removes")
    func settingByTwoMutators() throws {
        let team = try makeTeam(withOnly: unorderedMutators[0], NSMutableSet.object(nsStrings("a", "b")))
        try team.isa.addMethod("removeMembersObject:") { (self: Object, member: Object) in
            try self.storage().send("removeObject:", member)
        }
        let collector = try ChangeCollector()
        let members = try team.mutableSetValue(forKey: "members")
        let lines = try collector.lines(of: team, "members", [.new, .old, .prior]) {
            try members.send("setSet:", nsSet("b", "c"))
        }
        #expect(lines.count == 2)
        #expect(lines.last == "replacement, old {a}, new {c}")
        // Afterwards each mutator notifies again.
        let more = try collector.lines(of: team, "members") { try members.send("addObject:", nsString("d")) }
        #expect(more == ["insertion, new {d}"])
    }

    @Test("B172 A mutable ordered set notifies of no member twice", arguments: OrderedMembers.allCases)
    func orderedSetProxy(backing: OrderedMembers) throws {
        let (team, collector) = (try makeOrderedSetTeam(backing), try ChangeCollector())
        let lines = try collector.lines(of: team, "members") {
            let members = try team.mutableOrderedSetValue(forKey: "members")
            try members.send("addObject:", nsString("a"))
            try members.send("addObject:", nsString("b"))
            try members.send("addObject:", nsString("a"))
            try members.send("replaceObjectAtIndex:withObject:", UInt(1), nsString("c"))
            try members.send("removeObject:", nsString("a"))
        }
        #expect(
            lines == [
                "insertion at 0, new [a]", "insertion at 1, new [b]", "replacement at 1, old [b], new [c]",
                "removal at 0, old [a]",
            ])
        #expect(listing(try team.storage()) == "<c>")
    }

    // ── A proxy that is older than its observers ────────────────────────────────────────────────────

    @Test("B173 An array proxy that is older than the first observer notifies", arguments: OrderedMembers.allCases)
    func olderArrayProxy(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing), try ChangeCollector())
        let members = try team.mutableArrayValue(forKey: "members")
        try members.send("addObject:", nsString("a"))
        let lines = try collector.lines(of: team, "members") { try members.send("addObject:", nsString("b")) }
        #expect(lines == ["insertion at 1, new [b]"])
        try members.send("addObject:", nsString("c"))
        #expect(collector.changes.isEmpty)
        #expect(listing(try team.storage()) == "[a b c]")
    }

    @Test("B173 A set proxy that is older than the first observer notifies", arguments: UnorderedMembers.allCases)
    func olderSetProxy(backing: UnorderedMembers) throws {
        let (team, collector) = (try makeSetTeam(backing), try ChangeCollector())
        let members = try team.mutableSetValue(forKey: "members")
        try members.send("addObject:", nsString("a"))
        let lines = try collector.lines(of: team, "members") { try members.send("addObject:", nsString("b")) }
        #expect(lines == ["insertion, new {b}"])
    }

    @Test(
        "B173 An ordered set proxy that is older than the first observer notifies", arguments: OrderedMembers.allCases)
    func olderOrderedSetProxy(backing: OrderedMembers) throws {
        let (team, collector) = (try makeOrderedSetTeam(backing), try ChangeCollector())
        let members = try team.mutableOrderedSetValue(forKey: "members")
        try members.send("addObject:", nsString("a"))
        let lines = try collector.lines(of: team, "members") { try members.send("addObject:", nsString("b")) }
        #expect(lines == ["insertion at 1, new [b]"])
    }

    // ── Bad indexes ─────────────────────────────────────────────────────────────────────────────────

    @Test(
        "B174 A bad index raises NSRangeException, observed or not, and no observer is notified",
        arguments: OrderedMembers.allCases)
    func badIndex(backing: OrderedMembers) throws {
        let (team, collector) = (try makeArrayTeam(backing, nsStrings("a")), try ChangeCollector())
        let members = try team.mutableArrayValue(forKey: "members")
        func sendBadIndexes() {
            let exceptions = [
                raised { try members.send("insertObject:atIndex:", nsString("x"), UInt(2)) },
                raised { try members.send("removeObjectAtIndex:", UInt(1)) },
                raised { try members.send("removeObjectAtIndex:", UInt.max) },
                raised { try members.send("replaceObjectAtIndex:withObject:", UInt(1), nsString("x")) },
                raised { try members.send("removeObjectsAtIndexes:", nsIndexSet(0, 1)) },
                raised { _ = try members.send("objectAtIndex:", UInt(1), as: Object?.self) },
            ]
            #expect(exceptions.map { $0?.name } == Array(repeating: "NSRangeException", count: exceptions.count))
        }
        sendBadIndexes()
        #expect(try collector.lines(of: team, "members", [.new, .old, .prior]) { sendBadIndexes() } == [])
        #expect(listing(try team.storage()) == "[a]")
    }

    @Test(
        "B174 What a setter raises reaches the sender of the proxy; it notifies no observer, and leaves nothing behind")
    func raisingSetter() throws {
        let mayRaise = Locked(true)
        var builder = try ClassBuilder(uniqueName("Picky"))
        try builder.addProperty("members", Object?.self, isReadOnly: true)
        try builder.addMethod("setMembers:") { (self: Object, members: Object?) in
            if mayRaise.withLock({ $0 }) { throw RuntimeException("NSGenericException", "not now") }
            try self.setIvar("_members", to: members)
        }
        let cls = builder.register()
        let collector = try ChangeCollector()
        try autoreleasepool {
            let team = try cls.new()
            try team.setIvar("_members", to: NSArray.object([]))
            let lines = try collector.lines(of: team, "members") {
                let members = try team.mutableArrayValue(forKey: "members")
                #expect(raised { try members.send("addObject:", nsString("a")) }?.reason == "not now")
                mayRaise.withLock { $0 = false }
                try members.send("addObject:", nsString("b"))
            }
            #expect(lines == ["insertion at 0, new [b]"])
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B173 A proxy keeps its object alive, and lets go of it with its own end")
    func lifetime() throws {
        let cls = try makeArrayTeam(.mutators).isa
        #expect(cls.instanceCount == 0)
        try autoreleasepool {
            let team = try cls.new()
            try team.setIvar("_members", to: NSArray.object([]))
            let members = try team.mutableArrayValue(forKey: "members")
            #expect(try members.send("count", as: UInt.self) == 0)
            #expect(cls.instanceCount == 1)
        }
        #expect(cls.instanceCount == 0)
    }
}
