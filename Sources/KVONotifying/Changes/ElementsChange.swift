// ElementsChange.swift - a change of some elements of a collection: reads the elements, makes the change dictionaries.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A change of some elements of a collection: the contents of an NSKeyValueElementsChange, which C owns during the
/// change, and sends the messages in observing.h. Used on one thread only.
final class ElementsChange {
    let mutation: Mutation
    /// The key's name, which lives at least as long as the change.
    private var key: UnmanagedObject!
    /// The members of an ordered set before the change, to find the indexes at which something changed.
    private var orderedSetBefore: [Object]?
    /// The elements that the change removes, and those that it adds. Of unordered collections, both are known before
    /// the change.
    private var removed: Object?
    private var added: Object?
    /// The changed entries of a dictionary, which counts as the set of its keys.
    private var entries: EntriesChange?

    private init(_ mutation: Mutation) {
        self.mutation = mutation
    }

    /// Returns a change of elements for C, +1; nil for the mutation `setting`.
    static func object(_ mutation: Mutation) -> UnmanagedObject? {
        if case .setting = mutation { return nil }
        return cls.instance(holding: ElementsChange(mutation))
    }

    static let cls = HolderClass("NSKeyValueElementsChange") { cls in
        func held(_ me: ID) -> ElementsChange { HolderClass.held(by: UnmanagedObject(me), as: ElementsChange.self) }
        cls.addFunction("readFrom:key:options:", "v40@0:8@16@24Q32", as: ReadFrom.self) { me, _, object, key, options in
            held(me).begin(
                UnmanagedObject(object), UnmanagedObject(key), wanted: KeyValueObservingOptions(rawValue: options))
        }
        cls.addFunction("newDictionaryOf:options:prior:", "@36@0:8@16Q24B32", as: NewDictionary.self) {
            me, _, object, options, isPrior in
            let options = KeyValueObservingOptions(rawValue: options)
            let dictionary =
                isPrior
                ? held(me).dictionaryBefore(options) : held(me).dictionaryAfter(options, UnmanagedObject(object))
            return dictionary?.unmanaged.retain().address
        }
        cls.isa.addFunction("newFromChange:", "@24@0:8@16", as: ObjectFromObject.self) { _, _, change in
            UnmanagedObject(change).flatMap { ElementsChange.object(ElementsChange.mutation($0))?.address }
        }
        cls.addFunction("announceTo:key:did:", "v36@0:8@16@24B32", as: Announce.self) { me, _, object, key, isDid in
            held(me).mutation.announce(to: UnmanagedObject(object), UnmanagedObject(key), isDid: isDid)
        }
    }

    /// Returns the change that a change dictionary describes: changed elements with their indexes, or else a new value.
    private static func mutation(_ change: UnmanagedObject) -> Mutation {
        guard let indexes = changeEntry(change, .indexes),
            let number = changeEntry(change, .kind), let raw = try? UInt.bridged(from: number),
            let kind = KeyValueChangeKind(rawValue: raw), kind != .setting
        else { return .setting }
        return .indexed(kind, indexes)
    }

    private typealias ReadFrom = @convention(c) (ID, SEL, ID, ID, UInt) -> Void
    private typealias NewDictionary = @convention(c) (ID, SEL, ID, UInt, Bool) -> ID?
    private typealias Announce = @convention(c) (ID, SEL, ID, ID, Bool) -> Void

    /// Reads the collection before the change, as far as the observers' options `wanted` need it. An exception may be
    /// pending afterwards.
    func begin(_ object: UnmanagedObject, _ key: UnmanagedObject, wanted: KeyValueObservingOptions) {
        self.key = key
        let isWanted = !wanted.isDisjoint(with: [.new, .old])
        switch mutation {
        case .setting: break
        case .indexed(.removal, let indexes):
            if wanted.contains(.old) { readOrdered(object, .removal, indexes) }
        case .indexed(let kind, let indexes):
            // Needed even without the options new and old, because the indexes of an ordered set are reduced to those
            // that changed. Without these options, an exception from reading is discarded.
            readOrdered(object, kind, indexes)
            if !isWanted { _ = RuntimeException.takePending() }
        case .unordered(let mutation, let members):
            readUnordered(object, mutation, members, isWanted)
            if !isWanted { _ = RuntimeException.takePending() }
        }
    }

    var kind: KeyValueChangeKind {
        switch mutation {
        case .setting: .setting
        case .indexed(let kind, _): kind
        case .unordered(.union, _): entries?.arePresent == true ? .replacement : .insertion
        case .unordered(.minus, _), .unordered(.intersect, _): .removal
        case .unordered(.set, _): .replacement
        }
    }

    private var hasOld: Bool { kind == .removal || kind == .replacement }
    private var hasNew: Bool { kind == .insertion || kind == .replacement }

    /// Returns the value of the key; nil if it is nil or NSNull, or if an exception is pending afterwards.
    private func collection(of object: UnmanagedObject) -> Object? {
        let value = autoreleasepool { object.message(Selectors.valueForKey, key)?.retained() }
        return value == NSNull.object ? nil : value
    }

    // ── Before ──────────────────────────────────────────────────────────────────────────────────────

    private func readOrdered(_ object: UnmanagedObject, _ kind: KeyValueChangeKind, _ indexes: Object) {
        guard let collection = collection(of: object) else { return }
        if hasOld { removed = collection.message(Selectors.objectsAtIndexes, indexes) }
        if hasNew { orderedSetBefore = NSOrderedSet.elements(of: collection) }
    }

    /// Looks up only the given members where possible: then the cost does not depend on the size of the set.
    private func readUnordered(
        _ object: UnmanagedObject, _ mutation: KeyValueSetMutation, _ members: Object, _ isWanted: Bool
    ) {
        let collection = collection(of: object)
        if RuntimeException.isPending { return }
        if let dictionary = collection.flatMap({ $0.isKind(of: NSDictionary.cls) ? $0 : nil }) {
            entries = EntriesChange(of: dictionary, mutation, keys: members)
            removed = entries?.before
            return
        }
        guard isWanted else { return }
        let current = collection.flatMap { $0.isKind(of: NSSet.cls) ? $0 : nil }
        switch mutation {
        case .union: added = difference(members, current)
        case .minus: removed = intersection(current, with: members)
        case .intersect: removed = difference(current, members)
        case .set:
            removed = difference(current, members)
            added = difference(members, current)
        }
    }

    private func difference(_ set: Object?, _ other: Object?) -> Object {
        let members = set.flatMap { NSSet.elements(of: $0) } ?? []
        return NSSet.object(
            other.map { other in members.filter { !other.sendBool(Selectors.containsObject, $0) } } ?? members)
    }

    /// Returns the members of `set` that equal a member of `other`.
    private func intersection(_ set: Object?, with other: Object) -> Object {
        guard let set else { return NSSet.object([]) }
        return NSSet.object((NSSet.elements(of: other) ?? []).compactMap { set.message(Selectors.member, $0) })
    }

    // ── Change dictionaries ─────────────────────────────────────────────────────────────────────────

    /// Returns the dictionary of the notification before the change.
    func dictionaryBefore(_ options: KeyValueObservingOptions) -> Object {
        ChangeDictionary.object(
            kind, old: options.contains(.old) && hasOld ? removed : nil, indexes: indexes, isPrior: true)
    }

    /// Returns the dictionary of the notification after the change; nil if an exception is pending afterwards.
    ///
    /// Reads the new elements at each call, because an observer that was notified before may have changed them.
    func dictionaryAfter(_ options: KeyValueObservingOptions, _ object: UnmanagedObject) -> Object? {
        let (indexes, new) = newElements(object, isWanted: options.contains(.new))
        if RuntimeException.isPending { return nil }
        let old = options.contains(.old) ? oldElements(indexes) ?? (hasOld ? removed : nil) : nil
        return ChangeDictionary.object(kind, old: old, new: new, indexes: indexes)
    }

    /// Returns the former members of an ordered set at the indexes of a replacement; nil for other changes.
    private func oldElements(_ indexes: Object?) -> Object? {
        guard kind == .replacement, let before = orderedSetBefore, let indexes,
            let ranges = NSIndexSet.ranges(of: indexes)
        else { return nil }
        return NSArray.object(ranges.ranges.joined().filter { $0 < before.count }.map { before[$0] })
    }

    private var indexes: Object? {
        guard case .indexed(_, let indexes) = mutation else { return nil }
        return indexes
    }

    private func newElements(_ object: UnmanagedObject, isWanted: Bool) -> (indexes: Object?, new: Object?) {
        switch mutation {
        case .setting: return (nil, nil)
        case .unordered:
            guard isWanted else { return (nil, nil) }
            guard hasNew, let entries else { return (nil, added) }
            return (nil, collection(of: object).map { entries.after(in: $0) })
        case .indexed(let kind, let indexes):
            guard hasNew, isWanted || orderedSetBefore != nil else { return (indexes, nil) }
            guard let collection = collection(of: object) else { return (indexes, nil) }
            let changed = indexesChanged(kind, indexes, in: collection)
            return (changed, isWanted ? collection.message(Selectors.objectsAtIndexes, changed) : nil)
        }
    }

    /// Returns the indexes at which something changed. In an ordered set these may be fewer than the announced ones: it
    /// ignores the insertion of a member that it already has.
    private func indexesChanged(_ kind: KeyValueChangeKind, _ indexes: Object, in collection: Object) -> Object {
        guard let before = orderedSetBefore, let after = NSOrderedSet.elements(of: collection),
            let ranges = NSIndexSet.ranges(of: indexes)
        else { return indexes }
        let members = NSSet.object(before)
        let changed = ranges.ranges.joined().filter { index in
            guard index < after.count else { return false }
            if kind == .insertion { return !members.sendBool(Selectors.containsObject, after[index]) }
            return index >= before.count || !before[index].sendBool(Selectors.isEqual, after[index])
        }
        return NSIndexSet.object(changed)
    }
}
