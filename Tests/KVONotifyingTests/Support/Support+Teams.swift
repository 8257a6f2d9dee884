// Support+Teams.swift - classes with a to-many key `members`, each with other methods for changing it.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// The methods of a class for an ordered key.
enum OrderedMembers: CaseIterable {
    /// The mutators for one object: `insertObject:inMembersAtIndex:` and others.
    case mutators
    /// The mutators for several objects: `insertMembers:atIndexes:` and others.
    case indexSetMutators
    /// A plain setter and getter.
    case setter
    /// An ivar without any method.
    case ivar
}

/// The methods of a class for an unordered key.
enum UnorderedMembers: CaseIterable {
    /// All six mutators.
    case mutators
    case setter
    case ivar
}

/// Makes a team whose `members` are an NSMutableArray; with a setter, an NSArray.
func makeArrayTeam(_ backing: OrderedMembers, _ members: [Object] = []) throws -> Object {
    try makeTeam(backing, backing == .setter ? NSArray.object(members) : NSMutableArray.object(members))
}

/// Makes a team whose `members` are an NSMutableOrderedSet; with a setter, an NSOrderedSet.
func makeOrderedSetTeam(_ backing: OrderedMembers, _ members: [Object] = []) throws -> Object {
    try makeTeam(backing, backing == .setter ? NSOrderedSet.object(members) : NSMutableOrderedSet.object(members))
}

/// Makes a team whose `members` are an NSMutableSet; with a setter, an NSSet.
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

/// Makes a team with a getter and exactly one mutator.
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

/// A mutator, the message by which it changes the collection, and its arguments.
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

/// Sends the mutators that take an index to a team without members, and checks their notifications. `c` remains.
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
    /// Returns the collection in a team's ivar, without sending a message to the team.
    func storage() throws -> Object { try ivar("_members", as: Object.self) }
}

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────

func nsString(_ text: String) -> Object { NSString.object(text) }
func nsStrings(_ texts: String...) -> [Object] { texts.map { NSString.object($0) } }
func nsSet(_ texts: String...) -> Object { NSSet.object(texts.map { NSString.object($0) }) }
func nsArray(_ texts: String...) -> Object { NSArray.object(texts.map { NSString.object($0) }) }
func nsIndexSet(_ indexes: Int...) -> Object { NSIndexSet.object(indexes) }
func indexRanges(_ indexes: Int...) -> RangeSet<Int> { RangeSet(indexes.map { $0..<($0 + 1) }) }
