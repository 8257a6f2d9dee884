// ClosureKindTests.swift - notifying setters as stubs and as libffi closures: observers receive the same changes.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

private struct Point: StructureValue, Bridged, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{CGPoint=dd}"
}

private struct Box: StructureValue, Bridged, Equatable {
    var origin, size: Point
    static let messageEncoding: StaticString = "{CGRect={CGPoint=dd}{CGPoint=dd}}"
}

/// Sets an observed property of that type twice, and returns the changes that its observer received.
private func changes<Value: MessageValue>(_ first: Value, _ second: Value, _ kind: IMP.Kind) throws -> [String] {
    var builder = try ClassBuilder(uniqueName("Holder"))
    try builder.addProperty("value", Value.self)
    let (object, recorder) = (try builder.register().new(), try Recorder())
    try object.addObserver(recorder.object, forKeyPath: "value", options: [.new, .old, .prior])
    let setter = object.isa.methodImplementation("setValue:")
    #expect(setter.kind == kind, "\(Value.self)")
    #expect(setter.purpose == "notifying setter", "\(Value.self)")
    for value in [first, second] { try object.send("setValue:", value) }
    try object.removeObserver(recorder.object, forKeyPath: "value")
    #expect(recorder.notifications.count == 4, "\(Value.self)")
    return recorder.notifications.map { "\($0.old ?? "-") \($0.new ?? "-")" }
}

@Suite("Notifying setters as stubs and as libffi closures")
struct ClosureKindTests {
    @Test("Setters of every type notify of the same changes, whichever kind they are")
    func sameChanges() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            func all(_ kind: IMP.Kind) throws -> [[String]] {
                ObjectRuntime.closureKind = kind
                return [
                    try changes(Int8(-8), 7, kind), try changes(UInt8(200), 7, kind),
                    try changes(Int16(-1600), 7, kind),
                    try changes(UInt16(60000), 7, kind), try changes(Int32.min, 7, kind),
                    try changes(UInt32.max, 7, kind),
                    try changes(Int64.min, 7, kind), try changes(UInt64.max, 7, kind),
                    try changes(Float(1.5), -2, kind),
                    try changes(2.25, -2, kind), try changes(true, false, kind),
                    try changes(Optional(NSString.object("a longer text than fits a pointer")), nil, kind),
                    try changes(Optional(Selector("a:")), Selector("b:"), kind),
                    try changes(Point(x: 1, y: 2), Point(x: 3, y: 4), kind),
                    try changes(
                        Box(origin: Point(x: 1, y: 2), size: Point(x: 3, y: 4)),
                        Box(origin: Point(x: 5, y: 6), size: Point(x: 7, y: 8)), .libffiClosure),
                ]
            }
            let (stubs, closures) = (try all(.stub), try all(.libffiClosure))
            #expect(stubs == closures)
        }
        #expect(standardError(of: result).isEmpty)
    }

    @Test("Mutators are notifying mutators; the methods that do not depend on a key are compiled functions")
    func purposes() throws {
        let builder = try ClassBuilder(uniqueName("Team"))
        try builder.addMethod("insertObject:inMembersAtIndex:") { (_: Object, _: Object, _: UInt) in }
        try builder.addMethod("removeObjectFromMembersAtIndex:") { (_: Object, _: UInt) in }
        try builder.addMethod("setMembers:") { (_: Object, _: Object?) in }
        let (team, recorder) = (try builder.register().new(), try Recorder())
        try team.addObserver(recorder.object, forKeyPath: "members")
        let kinds = Dictionary(
            uniqueKeysWithValues: team.isa.methods.map { ($0.selector.name, $0.implementation.kindAndPurpose) })
        let kind = ObjectRuntime.closureKind
        #expect(
            kinds == [
                "class": "compiled function", "dealloc": "compiled function", "_isKVOA": "compiled function",
                "insertObject:inMembersAtIndex:": "\(kind) (notifying mutator)",
                "removeObjectFromMembersAtIndex:": "\(kind) (notifying mutator)",
                "setMembers:": "\(kind) (notifying setter)",
            ])
        let insert = try #require(team.isa.methodImplementation("insertObject:inMembersAtIndex:").firstMethod)
        #expect(insert.cls == team.isa)
        #expect(insert.selector == "insertObject:inMembersAtIndex:")
        try team.removeObserver(recorder.object, forKeyPath: "members")
    }
}
