// ManualChange.swift - willChangeValueForKey: and didChangeValueForKey:, called by hand.
//
// What will leaves for did to find is kept per thread, so that two threads which change one key do not mix their old
// values. Pairs of one key nest, and each tells; pairs of different keys may overlap.
import MiniFoundation
import MiniRuntime

enum ManualChange {
    private final class Stack {
        /// The objects are kept alive until their changes are over.
        var changes: [(change: PendingChange, object: Object)] = []
    }

    private static let stack = ThreadLocal<Stack>()

    static func willChange(_ object: UnmanagedObject, _ key: String) {
        guard let record = ObservationInfo.observedKey(key, of: object) else { return }
        let change = PendingChange(object, record, ObservationInfo.snapshot(object, record))
        if RuntimeException.isPending { return }
        let mine = stack.value ?? Stack()
        mine.changes.append((change, object.retained()))
        stack.value = mine
    }

    /// The latest pending change of the key on this thread; nothing happens if there is none.
    static func didChange(_ object: UnmanagedObject, _ key: String) {
        guard let mine = stack.value,
            let index = mine.changes.lastIndex(where: { $0.change.object == object && $0.change.key.key == key })
        else { return }
        let (change, object) = mine.changes.remove(at: index)
        withExtendedLifetime(object) { change.finish() }
    }
}
