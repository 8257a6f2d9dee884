// Exercises13.swift - solutions to the exercises of docs/guide/13-collections.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private final class Exercise13Person: ClassDescription {
    let name = Property<String>("")
}

private final class Exercise13Squad: ClassDescription {
    let members = Property<[Ref<Exercise13Person>]>([])
}

@Suite("Exercises of chapter 13")
struct Exercises13 {
    @Test("1. With one of two mutators the proxy takes the setter, and the notification is the same")
    func oneMutator() throws {
        let cls = try makeTeamClass("Exercise13Half"), team = try cls.new()
        let calls = Locked<[String]>([])
        try cls.addMethod("insertObject:inMembersAtIndex:") { (_: Object, _: Object, _: UInt) in
            calls.append("insertObject:inMembersAtIndex:")
        }
        try cls.swizzle("setMembers:") { (original: @escaping @Sendable (Object, Object?) throws -> Void) in
            { (self: Object, members: Object?) in
                calls.append("setMembers:")
                try original(self, members)
            }
        }
        let token = try team.observe("members") { _, change in
            calls.append("notified of an \(change.kind) at \(change.indexes!.ranges[0].lowerBound)")
        }
        try team.mutableArrayValue(forKey: "members").send("addObject:", "Ann")
        // A class that can insert and not remove could not be sent everything. So it is not sent half of it either.
        #expect(calls.withLock { $0 } == ["setMembers:", "notified of an insertion at 0"])
        token.invalidate()
    }

    @Test("2. Three members are three notifications, or one with a mutator for several")
    func several() throws {
        let cls = try makeTeamClass("Exercise13Several"), team = try cls.new()
        try cls.addMethod("insertObject:inMembersAtIndex:") { (self: Object, member: Object, index: UInt) in
            try self.ivar("_members", as: Object?.self)?.send("insertObject:atIndex:", member, index)
        }
        try cls.addMethod("removeObjectFromMembersAtIndex:") { (self: Object, index: UInt) in
            try self.ivar("_members", as: Object?.self)?.send("removeObjectAtIndex:", index)
        }
        #expect(try notificationsOfThree(team) == 3)
        // Nobody observes now. Methods that are added later count for those who register later.
        try cls.addMethod("insertMembers:atIndexes:") { (self: Object, members: Object, indexes: Object) in
            try self.ivar("_members", as: Object?.self)?.send("insertObjects:atIndexes:", members, indexes)
        }
        #expect(try notificationsOfThree(team) == 1)
        #expect(try team.value(forKeyPath: "members.@count")?.description == "6")
    }

    private func notificationsOfThree(_ team: Object) throws -> Int {
        let count = Locked(0)
        let token = try team.observe("members") { _, _ in count.withLock { $0 += 1 } }
        defer { token.invalidate() }
        try team.mutableArrayValue(forKey: "members").send(
            "addObjectsFromArray:", NSArray.object(["Ann", "Bob", "Cid"].map { NSString.object($0) }))
        return count.withLock { $0 }
    }

    /// A class with an array, its getter and its setter. There is an empty array in new instances.
    private func makeTeamClass(_ name: String) throws -> Class {
        var builder = try ClassBuilder(name)
        let cls = builder.cls
        try builder.addProperty("members", Object?.self)
        try builder.addMethod("init") { (self: Object) -> Object in
            let me = try self.sendSuper(of: cls, "init", as: Object.self)
            try me.setIvar("_members", to: Optional(NSMutableArray.object([])))
            return me
        }
        return builder.register()
    }

    @Test("3. The names of present members are followed, and of no others")
    func names() throws {
        let squad = Exercise13Squad.new(), ann = makePerson("Ann"), bob = makePerson("Bob")
        let told = Locked<[String]>([])
        let follower = try NameFollower(squad) { name in told.append(name) }
        let members = try squad.object.mutableArrayValue(forKey: "members")
        try members.send("addObject:", ann.object)
        try members.send("addObject:", bob.object)
        ann.name = "Anna"
        try members.send("removeObjectAtIndex:", UInt(0))
        ann.name = "Annabel"
        bob.name = "Bobby"
        #expect(told.withLock { $0 } == ["Anna", "Bobby"])
        follower.stop()
        bob.name = "Rob"
        #expect(told.withLock { $0.count } == 2)
    }

    private func makePerson(_ name: String) -> Ref<Exercise13Person> {
        let person = Exercise13Person.new()
        person.name = name
        return person
    }
}

/// One token for the list, and one for each member, at the member's place. A place tells an element better than its
/// address does: somebody may be in the list twice.
private final class NameFollower: Sendable {
    private let list: Locked<KeyValueObservation?> = Locked(nil)
    private let members = Locked<[KeyValueObservation]>([])

    init(_ squad: Ref<Exercise13Squad>, told: @escaping @Sendable (String) -> Void) throws {
        let follow: @Sendable (Ref<Exercise13Person>) -> KeyValueObservation = { person in
            person.observe(\.name) { _, change in told(change.newValue!) }
        }
        let members = members
        let token = squad.observe(\.members, options: .upToDate) { _, change in
            let fresh = (change.newValue ?? []).map(follow)
            let indexes = change.indexes.map { Array($0.ranges.joined()) } ?? []
            // The tokens that go, go after the lock: whatever they own may do anything as it dies.
            members.withLock { members in
                switch change.kind {
                case .setting: members = fresh
                case .insertion: for (index, token) in zip(indexes, fresh) { members.insert(token, at: index) }
                case .removal: for index in indexes.reversed() { members.remove(at: index) }
                case .replacement: for (index, token) in zip(indexes, fresh) { members[index] = token }
                }
            }
        }
        list.exchange(token)
    }

    func stop() {
        list.exchange(nil)
        members.exchange([])
    }
}
