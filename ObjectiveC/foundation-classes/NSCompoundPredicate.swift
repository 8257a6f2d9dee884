// NSCompoundPredicate.swift - predicates that combine others. Their values are of the same kind.
import MiniFoundation
import MiniRuntime

enum NSCompoundPredicate {
    /// NSCompoundPredicateType
    private enum Kind: UInt { case not, and, or }

    static let values = ValueClass<Condition>("NSCompoundPredicate", superclass: NSPredicate.values.holder) { cls in
        try cls.addInit("initWithType:subpredicates:") { (kind: UInt, list: Object) in
            let parts = try conditions(list)
            switch Kind(rawValue: kind) {
            case .and: return .all(parts)
            case .or: return .any(parts)
            case .not where parts.count == 1: return .not(parts[0])
            default: throw RuntimeException("NSInvalidArgumentException", "no compound predicate of type \(kind)")
            }
        }
        try cls.addClassMethod("andPredicateWithSubpredicates:") { (_, list: Object) in
            try cls.object(.all(conditions(list)))
        }
        try cls.addClassMethod("orPredicateWithSubpredicates:") { (_, list: Object) in
            try cls.object(.any(conditions(list)))
        }
        try cls.addClassMethod("notPredicateWithSubpredicate:") { (_, other: Object) in
            try cls.object(.not(NSPredicate.values.value(of: other)))
        }
        try cls.add("compoundPredicateType") { parts($0).kind.rawValue }
        try cls.add("subpredicates") { MiniFoundation.NSArray.object(parts($0).list.map(NSPredicate.object)) }
    }

    private static func conditions(_ list: Object) throws -> [Condition] {
        try [Object].bridged(from: list).map { try NSPredicate.values.value(of: $0) }
    }

    private static func parts(_ condition: Condition) -> (kind: Kind, list: [Condition]) {
        switch condition {
        case .any(let list): (.or, list)
        case .not(let part): (.not, [part])
        case .all(let list): (.and, list)
        default: (.and, [condition])
        }
    }
}
