// RunningDeallocs.swift - the deallocs of observed objects that run on a thread now, and what their objects leave behind.
//
// The info of an object is handed over at the very end of its life. Whoever began its dealloc waits for that.
import MiniRuntime

enum RunningDeallocs {
    /// Of one thread: a dealloc may let other objects die.
    private final class Running {
        var deallocs: [(object: UnmanagedObject, leftover: Object?)] = []
    }

    private static let running = ThreadLocal<Running>()

    /// Runs a dealloc. Returns the observation info object that the object leaves with registrations in it.
    static func leftover(by object: UnmanagedObject, _ dealloc: () -> Void) -> Object? {
        let mine = running.value ?? Running()
        running.value = mine
        mine.deallocs.append((object, nil))
        dealloc()
        return mine.deallocs.removeLast().leftover
    }

    /// The object of an info is gone.
    static func handOver(_ infoObject: Object, of object: UnmanagedObject) {
        guard let mine = running.value, let index = mine.deallocs.lastIndex(where: { $0.object == object })
        else { return }
        mine.deallocs[index].leftover = infoObject
    }
}
