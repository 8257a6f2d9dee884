// KeyValueCodingSupport.swift - helpers of the tests of key-value coding.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

struct CodingPoint: StructureValue, Bridged, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{CGPoint=dd}"
}

struct CodingMixed: StructureValue, Bridged, Equatable {
    var a: Int32
    var b: Float
    var c: Int64
    var d: UInt8
    static let messageEncoding: StaticString = "{Mixed=ifqC}"
}

/// Returns the name and reason of the exception that `body` raises, without addresses.
func reason(_ body: () throws -> Void) -> String? {
    raised(body).map { withoutAddresses($0.description) }
}

/// Returns the descriptions of a collection's members.
func texts(_ collection: Object?) -> [String]? {
    guard let collection else { return nil }
    let members =
        NSArray.elements(of: collection) ?? NSSet.elements(of: collection) ?? NSOrderedSet.elements(of: collection)
    return members?.map(\.description)
}

/// Makes instances log the messages that begin and end a change of a collection or a key.
func addChangeLog(_ log: Log, to cls: Class) throws {
    for phase in ["will", "did"] {
        try cls.addMethod(Selector("\(phase)ChangeValueForKey:")) { (_: Object, key: String) in
            log.add("\(phase) \(key)")
        }
        try cls.addMethod(Selector("\(phase)Change:valuesAtIndexes:forKey:")) {
            (_: Object, kind: UInt, indexes: Object, key: String) in
            let indexes = NSIndexSet.ranges(of: indexes)!.ranges.flatMap { Array($0) }
            log.add("\(phase) \(kind) \(indexes) \(key)")
        }
        try cls.addMethod(Selector("\(phase)ChangeValueForKey:withSetMutation:usingObjects:")) {
            (_: Object, key: String, mutation: UInt, objects: Object) in
            log.add("\(phase) \(mutation) \(texts(objects)!.sorted()) \(key)")
        }
    }
}
