// RunningDeallocs.swift - the deallocs of observed objects that are running on each thread.
//
// The registrations of a dead object are found at the end of its dealloc, inside the runtime. They are passed to the
// override of `dealloc` (NotifyingMethods.swift), which is still running and reports them.
import MiniRuntime

enum RunningDeallocs {
    /// The deallocs of one thread, innermost last: a dealloc may release the last reference to another object.
    private final class Running {
        var deallocs: [(object: UnmanagedObject, leftover: Object?)] = []
    }

    private static let running = ThreadLocal<Running>()

    /// Calls `dealloc`. Returns the observation info of the dead object if it has registrations left; otherwise nil.
    static func leftover(by object: UnmanagedObject, _ dealloc: () -> Void) -> Object? {
        let mine = running.value ?? Running()
        running.value = mine
        mine.deallocs.append((object, nil))
        dealloc()
        return mine.deallocs.removeLast().leftover
    }

    /// Passes the observation info of a dead object to its running dealloc. Does nothing if that dealloc was not
    /// called through the notifying class's override.
    static func handOver(_ infoObject: Object, of object: UnmanagedObject) {
        guard let mine = running.value, let index = mine.deallocs.lastIndex(where: { $0.object == object })
        else { return }
        mine.deallocs[index].leftover = infoObject
    }
}
