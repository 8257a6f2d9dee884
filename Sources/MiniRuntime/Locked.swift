// Locked.swift - a value and the lock that guards it.
//
// The type rules out two mistakes. A value cannot be a closure: a function that is passed `inout` through a generic
// type is wrapped in two more functions at each access, so calling it would take longer each time. And no object dies
// under the lock, where its deinit could wait for the same lock: objects removed from the value stay alive until the
// lock is released.
//
// Everything is inlinable, because access is slow in a caller that is not specialized for the type of the value. It is
// public for that reason alone: the compiler does not specialize what is package.
import CMiniRuntime

/// A type whose values a ``Locked`` may guard.
///
/// Functions and tuples cannot conform: put them into a structure whose name says what they are.
public protocol Lockable {}

/// A value that only one thread at a time can access.
///
/// Not recursive; do not run foreign code in `withLock`. If `MINIRUNTIME_CHECK` is set, a thread that takes locks
/// against the checked order ends the process. Any thread.
public final class Locked<Value: Lockable>: @unchecked Sendable {
    // Sendable: `value` is accessed only while the lock is held.
    @usableFromInline let lock: OpaquePointer
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates a lock around an initial value, which is the state of one object: the last lock in the order.
    public convenience init(_ value: Value) { self.init(value, rank: .state) }

    /// Creates a lock around an initial value.
    /// - Parameters:
    ///   - value: the initial value.
    ///   - rank: the position of the lock in the order. A lock in a static variable needs a rank of its own, so that it
    ///     is free in a child process after `fork()`.
    package init(_ value: Value, rank: LockRank) {
        self.value = value
        lock = mr_lock_create(rank.raw)
    }

    deinit {
        mr_lock_destroy(lock)
    }

    /// Calls `body` with the value while holding the lock.
    ///
    /// Values that `body` replaces or removes are released after the lock. Collections that `body` changes are copied
    /// first: for large ones, call ``append(_:)``, ``updateValue(_:forKey:)`` or a similar method instead.
    @inlinable public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        mr_lock_take(lock)
        var changed = value
        defer {
            swap(&changed, &value)
            mr_lock_give(lock)
            withExtendedLifetime(changed) {}
        }
        return try body(&changed)
    }

    /// Calls `body` with the value for reading, while holding the lock. Copies nothing.
    @inlinable public func read<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result {
        mr_lock_take(lock)
        defer { mr_lock_give(lock) }
        return try body(value)
    }

    /// Replaces the value.
    /// - Returns: the previous value.
    @discardableResult
    @inlinable public func exchange(_ new: Value) -> Value {
        inPlace { value in
            let old = value
            value = new
            return old
        }
    }

    /// Calls `body` with the value itself while holding the lock. `body` returns everything that it removes from the
    /// value, so that it is released after the lock.
    @inlinable func inPlace<Removed>(_ body: (inout Value) -> Removed) -> Removed {
        mr_lock_take(lock)
        let removed = body(&value)
        mr_lock_give(lock)
        // Otherwise the optimiser may release an unused result while the lock is still held.
        withExtendedLifetime(removed) {}
        return removed
    }
}

// ── Collections, changed in place ───────────────────────────────────────────────────────────────────

extension Locked {
    /// Adds an element at the end. O(1) amortised.
    @inlinable public func append<Element>(_ element: Element) where Value == [Element] {
        inPlace { $0.append(element) }
    }

    /// Replaces the element at an index. O(1).
    /// - Returns: the previous element.
    @discardableResult
    @inlinable public func replace<Element>(at index: Int, with element: Element) -> Element
    where Value == [Element] {
        inPlace { array in
            let old = array[index]
            array[index] = element
            return old
        }
    }

    /// Returns the value of a key; nil if it has none. O(1).
    @inlinable public func value<Key, Element>(forKey key: Key) -> Element? where Value == [Key: Element] {
        read { $0[key] }
    }

    /// Sets the value of a key. O(1) amortised.
    /// - Returns: the previous value.
    @discardableResult
    @inlinable public func updateValue<Key, Element>(_ element: Element, forKey key: Key) -> Element?
    where Value == [Key: Element] {
        inPlace { $0.updateValue(element, forKey: key) }
    }

    /// Sets the value of a key to `fresh` if the key has none. O(1) amortised.
    /// - Returns: the key's value. Threads that call this at the same time all get the same value.
    @inlinable public func value<Key, Element>(forKey key: Key, settingDefault fresh: Element) -> Element
    where Value == [Key: Element] {
        inPlace { table in
            if let known = table[key] { return known }
            table[key] = fresh
            return fresh
        }
    }

    /// Removes a key. O(1).
    /// - Returns: the previous value.
    @discardableResult
    @inlinable public func removeValue<Key, Element>(forKey key: Key) -> Element? where Value == [Key: Element] {
        // The stored key is returned, too: it may be another instance than the argument, and must not die in the lock.
        inPlace { table in table.index(forKey: key).map { table.remove(at: $0) } }?.value
    }
}

// ── Ranks ───────────────────────────────────────────────────────────────────────────────────────────

/// The position of a lock in the order in which locks may be taken. A thread that holds a lock may take only locks of
/// later ranks.
package struct LockRank: Sendable {
    let raw: mr_lock_rank

    /// Swift objects associated with an object.
    package static let associatedState = LockRank(raw: MR_LOCK_ASSOCIATED_STATE)
    /// The nodes of a key path.
    package static let paths = LockRank(raw: MR_LOCK_PATHS)
    /// Observed classes.
    package static let observedClasses = LockRank(raw: MR_LOCK_OBSERVED_CLASSES)
    /// The names of observed keys.
    package static let observedNames = LockRank(raw: MR_LOCK_OBSERVED_NAMES)
    /// The keys of observed classes.
    package static let observedKeys = LockRank(raw: MR_LOCK_OBSERVED_KEYS)
    /// A table or variable that the process shares. No other lock is taken under it.
    package static let table = LockRank(raw: MR_LOCK_TABLE)
    /// The state of one object. No other lock is taken under it.
    package static let state = LockRank(raw: MR_LOCK_STATE)
}

// ── Lockable types ──────────────────────────────────────────────────────────────────────────────────

extension Bool: Lockable {}
extension Int: Lockable {}
extension Int32: Lockable {}
extension Int64: Lockable {}
extension UInt: Lockable {}
extension UInt32: Lockable {}
extension UInt64: Lockable {}
extension Double: Lockable {}
extension String: Lockable {}
extension Optional: Lockable where Wrapped: Lockable {}
extension Array: Lockable where Element: Lockable {}
extension Set: Lockable {}
extension Dictionary: Lockable where Value: Lockable {}
extension ObjectIdentifier: Lockable {}
extension UnsafePointer: Lockable {}
extension UnsafeRawPointer: Lockable {}
extension UnsafeMutableRawPointer: Lockable {}
extension Object: Lockable {}
extension UnmanagedObject: Lockable {}
extension Class: Lockable {}
extension Selector: Lockable {}
extension IMP: Lockable {}
extension Invocation: Lockable {}
extension WeakReference: Lockable {}
extension TraceEvent: Lockable {}
extension RuntimeException: Lockable {}
