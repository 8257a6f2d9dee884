// NSPredicate.swift - conditions on objects, which are read by key-value coding.
//
// PredicateParser reads a format and makes a Condition; evaluating it sends valueForKeyPath: and compares.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSPredicate {
    static let values = ValueClass<Condition>("NSPredicate", adopting: ["NSCopying"]) { cls in
        try cls.addClassMethod("predicateWithFormat:argumentArray:") { (_, format: String, arguments: Object?) in
            let arguments = try arguments.map { try [Object].bridged(from: $0) } ?? []
            var parser = try PredicateParser(format, arguments)
            return try object(parser.parse())
        }
        try cls.addClassMethod("predicateWithValue:") { (_, value: Bool) in cls.object(.constant(value)) }
        try cls.addClassMethod("predicateWithBlock:") { (_, block: Block) in cls.object(.block(block, nil)) }
        for name in ["predicateFormat", "description"] as [Selector] { try cls.add(name) { $0.format } }
        try cls.add("isEqual:") { (condition, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try condition.isEqual(to: cls.value(of: other))
        }
        try cls.add("hash") { UInt(bitPattern: $0.format.hashValue) }
        try cls.add("evaluateWithObject:") { (condition, object: Object?) in try condition.isTrue(for: object) }
        try cls.add("evaluateWithObject:substitutionVariables:") { (condition, object: Object?, values: Object?) in
            try (values.map { try condition.substituting(Bindings($0)) } ?? condition).isTrue(for: object)
        }
        try cls.add("predicateWithSubstitutionVariables:") { (condition, values: Object) in
            try object(condition.substituting(Bindings(values)))
        }
        try cls.addCopy()
        try addFilters(cls)
    }

    /// Returns a predicate of the class for the kind of condition.
    static func object(_ condition: Condition) -> Object {
        switch condition {
        case .comparison: NSComparisonPredicate.values.object(condition)
        case .all, .any, .not: NSCompoundPredicate.values.object(condition)
        case .constant, .block: values.object(condition)
        }
    }

    private static func addFilters(_ cls: ValueClass<Condition>) throws {
        for (name, selector) in [
            ("NSArray", "filteredArrayUsingPredicate:"), ("NSSet", "filteredSetUsingPredicate:"),
            ("NSOrderedSet", "filteredOrderedSetUsingPredicate:"),
        ] {
            try Class.named(name).addMethod(Selector(selector)) { (me: Object, predicate: Object) -> Object in
                let copy: Object = try me.send("mutableCopy")
                try copy.send("filterUsingPredicate:", predicate)
                return try copy.send("copy")
            }
            let mutable = name.replacingOccurrences(of: "NS", with: "NSMutable")
            try Class.named(mutable).addMethod("filterUsingPredicate:") { (me: Object, predicate: Object) in
                let members: Object = try (me.send("objectEnumerator") as Object).send("allObjects")
                for member in try [Object].bridged(from: members)
                where try !predicate.send("evaluateWithObject:", member) as Bool {
                    try me.send("removeObject:", member)
                }
            }
        }
    }
}
