// Support+Teams.swift - classes with a to-many key `members`, each with other ways to change it.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// What a class offers for an ordered key.
enum OrderedMembers: CaseIterable {
    /// insertObject:inMembersAtIndex: and the like.
    case mutators
    /// insertMembers:atIndexes: and the like.
    case indexSetMutators
    /// A plain setter and getter.
    case setter
    /// An ivar, and no method at all.
    case ivar
}

/// What a class offers for an unordered key.
enum UnorderedMembers: CaseIterable {
    /// All six mutators.
    case mutators
    case setter
    case ivar
}

/// A team whose `members` are an NSMutableArray; behind a setter, an NSArray.
func makeArrayTeam(_ backing: OrderedMembers, _ members: [Object] = []) throws -> Object {
    try makeTeam(backing, backing == .setter ? NSArray.object(members) : NSMutableArray.object(members))
}

/// A team whose `members` are an NSMutableOrderedSet; behind a setter, an NSOrderedSet.
func makeOrderedSetTeam(_ backing: OrderedMembers, _ members: [Object] = []) throws -> Object {
    try makeTeam(backing, backing == .setter ? NSOrderedSet.object(members) : NSMutableOrderedSet.object(members))
}

/// A team whose `members` are an NSMutableSet; behind a setter, an NSSet.
func makeSetTeam(_ backing: UnorderedMembers, _ members: [Object] = []) throws -> Object {
    let members = backing == .setter ? NSSet.object(members) : NSMutableSet.object(members)
    return try makeTeam(backing == .setter, backing == .ivar, members) { cls in
        if backing == .mutators { try addMutators(unorderedMutators, to: cls) }
    }
}

private func makeTeam(_ backing: OrderedMembers, _ members: Object) throws -> Object {
    try makeTeam(backing == .setter, backing == .ivar, members) { cls in
        if backing == .mutators { try addMutators(orderedMutators, to: cls) }
        if backing == .indexSetMutators { try addMutators(indexSetMutators, to: cls) }
    }
}

/// A team with a getter, and just one mutator.
func makeTeam(withOnly mutator: MemberMutator, _ members: Object) throws -> Object {
    try makeTeam(false, false, members) { try addMutators([mutator], to: $0) }
}

private func makeTeam(_ isSettable: Bool, _ isBare: Bool, _ members: Object, _ add: (Class) throws -> Void) throws
    -> Object
{
    var builder = try ClassBuilder(uniqueName("Team"))
    if isBare {
        try builder.addIvar("_members", Object?.self)
    } else {
        try builder.addProperty("members", Object?.self, isReadOnly: !isSettable)
    }
    try add(builder.cls)
    let team = try builder.register().new()
    try team.setIvar("_members", to: members)
    return team
}

// ── Mutators ────────────────────────────────────────────────────────────────────────────────────────

/// A mutator, the message by which it changes the collection, and what it takes.
struct MemberMutator: Sendable {
    enum Arguments { case object, objects, index, objectAndIndex, indexAndObject }
    let selector: Selector
    let message: Selector
    let arguments: Arguments

    init(_ selector: Selector, _ message: Selector, _ arguments: Arguments) {
        self.selector = selector
        self.message = message
        self.arguments = arguments
    }
}

let orderedMutators = [
    MemberMutator("insertObject:inMembersAtIndex:", "insertObject:atIndex:", .objectAndIndex),
    MemberMutator("removeObjectFromMembersAtIndex:", "removeObjectAtIndex:", .index),
    MemberMutator("replaceObjectInMembersAtIndex:withObject:", "replaceObjectAtIndex:withObject:", .indexAndObject),
]

let indexSetMutators = [
    MemberMutator("insertMembers:atIndexes:", "insertObjects:atIndexes:", .objects),
    MemberMutator("removeMembersAtIndexes:", "removeObjectsAtIndexes:", .object),
    MemberMutator("replaceMembersAtIndexes:withMembers:", "replaceObjectsAtIndexes:withObjects:", .objects),
]

let unorderedMutators = [
    MemberMutator("addMembersObject:", "addObject:", .object),
    MemberMutator("removeMembersObject:", "removeObject:", .object),
    MemberMutator("addMembers:", "unionSet:", .object),
    MemberMutator("removeMembers:", "minusSet:", .object),
    MemberMutator("intersectMembers:", "intersectSet:", .object),
    MemberMutator("setMembers:", "setSet:", .object),
]

private func addMutators(_ mutators: [MemberMutator], to cls: Class) throws {
    for mutator in mutators {
        let message = mutator.message
        switch mutator.arguments {
        case .object:
            try cls.addMethod(mutator.selector) { (self: Object, a: Object) in try self.storage().send(message, a) }
        case .objects:
            try cls.addMethod(mutator.selector) { (self: Object, a: Object, b: Object) in
                try self.storage().send(message, a, b)
            }
        case .index:
            try cls.addMethod(mutator.selector) { (self: Object, a: UInt) in try self.storage().send(message, a) }
        case .objectAndIndex:
            try cls.addMethod(mutator.selector) { (self: Object, a: Object, b: UInt) in
                try self.storage().send(message, a, b)
            }
        case .indexAndObject:
            try cls.addMethod(mutator.selector) { (self: Object, a: UInt, b: Object) in
                try self.storage().send(message, a, b)
            }
        }
    }
}

/// Sends the mutators that take an index to a team without members: each tells what it did, and where. `c` is left.
func expectIndexedMutatorsAreTold(_ team: Object, _ location: SourceLocation = #_sourceLocation) throws {
    let lines = try ChangeCollector().lines(of: team, "members") {
        try team.send("insertObject:inMembersAtIndex:", nsString("a"), UInt(0))
        try team.send("insertObject:inMembersAtIndex:", nsString("b"), UInt(1))
        try team.send("replaceObjectInMembersAtIndex:withObject:", UInt(1), nsString("c"))
        try team.send("removeObjectFromMembersAtIndex:", UInt(0))
    }
    let expected = [
        "insertion at 0, new [a]", "insertion at 1, new [b]", "replacement at 1, old [b], new [c]",
        "removal at 0, old [a]",
    ]
    #expect(lines == expected, sourceLocation: location)
}

extension Object {
    /// The collection in a team, past all methods.
    func storage() throws -> Object { try ivar("_members", as: Object.self) }
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────

func nsString(_ text: String) -> Object { NSString.object(text) }
func nsStrings(_ texts: String...) -> [Object] { texts.map { NSString.object($0) } }
func nsSet(_ texts: String...) -> Object { NSSet.object(texts.map { NSString.object($0) }) }
func nsArray(_ texts: String...) -> Object { NSArray.object(texts.map { NSString.object($0) }) }
func nsIndexSet(_ indexes: Int...) -> Object { NSIndexSet.object(indexes) }
func indexRanges(_ indexes: Int...) -> RangeSet<Int> { RangeSet(indexes.map { $0..<($0 + 1) }) }
