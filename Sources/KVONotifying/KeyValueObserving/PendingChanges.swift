// PendingChanges.swift - changes that were announced by a message, from will to did.
//
// What will leaves for did to find is kept per thread, so that two threads which change one key do not mix their old
// values. Pairs of one key nest, and each tells; pairs of different keys may overlap.
import MiniFoundation
import MiniRuntime
import Synchronization

enum PendingChanges {
    /// Of one thread.
    private final class Stack {
        /// The objects are kept alive until their changes are over.
        var changes: [(change: PendingChange, object: Object, hop: Hop?)] = []
        /// Whose setters do not notify by themselves now.
        var suppressed: [(object: UnmanagedObject, key: String)] = []
    }

    private static let stack = ThreadLocal<Stack>()

    private static func mine() -> Stack {
        if let mine = stack.value { return mine }
        let mine = Stack()
        stack.value = mine
        return mine
    }

    // ── Said by hand ────────────────────────────────────────────────────────────────────────────────

    static func willChange(_ object: UnmanagedObject, _ name: String, _ mutation: Mutation) {
        guard let key = ObservationInfo.observedKey(name, of: object) else {
            // Nobody has to be told, but a pair inside another must not end that one.
            if let mine = stack.value, index(of: name, object, in: mine) != nil {
                mine.changes.append((PendingChange(object, Key.named(name), .setting, .empty), object.retained(), nil))
            }
            return
        }
        begin(object, hop: nil) { PendingChange(object, key, mutation, ObservationInfo.snapshot(object, key)) }
    }

    /// Keeps a change until its did, unless it raised. What was pending before is not its business.
    private static func begin(_ object: UnmanagedObject, hop: Hop?, _ makeChange: () -> PendingChange) {
        let owner = object.retained()
        RuntimeException.keepingPending {
            let change = makeChange()
            if RuntimeException.isPending { return change.abandon() }
            mine().changes.append((change, owner, hop))
        }
    }

    private static func index(of name: String, _ object: UnmanagedObject, in mine: Stack) -> Int? {
        mine.changes.lastIndex { $0.change.object == object && $0.change.key.isNamed(name) && $0.hop == nil }
    }

    /// Ends the latest pending change of the key on this thread; nobody is told if there is none.
    static func didChange(_ object: UnmanagedObject, _ name: String) {
        guard let mine = stack.value, let index = index(of: name, object, in: mine) else {
            // Nobody observed the key when its change began. Paths that were registered since may be on the old value.
            if let key = ObservationInfo.observedKey(name, of: object) {
                Wiring.followLatecomers(key, of: object, known: .empty)
            }
            return
        }
        let (change, object, _) = mine.changes.remove(at: index)
        RuntimeException.keepingPending { withExtendedLifetime(object) { change.finish() } }
    }

    /// How many changes are pending on this thread.
    static var depth: Int { stack.value?.changes.count ?? 0 }

    /// The changes that began since there were `depth` will not come to an end.
    static func abandon(downTo depth: Int) {
        guard let mine = stack.value else { return }
        while mine.changes.count > depth {
            let (change, object, _) = mine.changes.removeLast()
            withExtendedLifetime(object) { change.abandon() }
        }
    }

    // ── Said by another object ──────────────────────────────────────────────────────────────────────

    /// A notification that an object sent to the observer of a hop: before the change, or after it.
    static func forward(_ change: UnmanagedObject, from object: UnmanagedObject, to hop: Hop) {
        if changeEntry(change, .notificationIsPrior) != nil {
            begin(object, hop: hop) { PendingChange(object, hop.key, mutation(change, hop), WatchSnapshot(of: hop)) }
        } else if let mine = stack.value, let index = mine.changes.lastIndex(where: { $0.hop === hop }) {
            mine.changes.remove(at: index).change.finish()
        }
    }

    /// What the other object says of the change, as far as it can be said on.
    private static func mutation(_ change: UnmanagedObject, _ hop: Hop) -> Mutation {
        guard hop.isLastKey, let indexes = changeEntry(change, .indexes),
            let number = changeEntry(change, .kind), let raw = try? UInt.bridged(from: number),
            let kind = KeyValueChangeKind(rawValue: raw), kind != .setting
        else { return .setting }
        return .indexed(kind, indexes)
    }

    /// The change that began for a hop will not come to an end.
    static func abandon(_ hop: Hop) {
        guard let mine = stack.value, let index = mine.changes.lastIndex(where: { $0.hop === hop }) else { return }
        mine.changes.remove(at: index).change.abandon()
    }

    // ── Suppression ─────────────────────────────────────────────────────────────────────────────────

    /// Whether this thread has said that it notifies about the key itself.
    static func isSuppressed(_ object: UnmanagedObject, _ key: Key) -> Bool {
        guard isAnySuppressed, let mine = stack.value, !mine.suppressed.isEmpty else { return false }
        return mine.suppressed.contains { $0.object == object && key.isNamed($0.key) }
    }

    /// Whether any thread has said so of anything.
    static var isAnySuppressed: Bool { suppressions.load(ordering: .relaxed) > 0 }

    /// Runs `body`, in which the key's setter and mutators do not notify: the caller does.
    static func suppressing(_ object: UnmanagedObject, _ key: String, _ body: () -> Void) {
        let mine = mine()
        mine.suppressed.append((object, key))
        suppressions.add(1, ordering: .relaxed)
        body()
        suppressions.subtract(1, ordering: .relaxed)
        mine.suppressed.removeLast()
    }

    /// Those of all threads: mostly none, and then nobody has to look at its stack.
    private static let suppressions = Atomic<Int>(0)
}

/// A change that was announced by a message, until its end is.
final class PendingChange {
    private var change: Change
    private let watches: WatchSnapshot

    /// The will phase. An exception may be pending afterwards.
    /// - Parameter watches: +1, taken over.
    init(_ object: UnmanagedObject, _ key: Key, _ mutation: Mutation, _ watches: WatchSnapshot) {
        self.watches = watches
        change = Change(object, key, watches, isScalar: false, room: nil)
        change.begin(mutation)
    }

    deinit {
        watches.release()
    }

    var object: UnmanagedObject { change.object }
    var key: Key { change.key }

    /// The did phase.
    func finish() {
        change.finish()
    }

    /// The change did not take place.
    func abandon() {
        change.abandon()
    }
}
