import Dispatch
import SafeObservation
import Support
import Synchronization
import TypedClasses

final class Download: ClassDescription {
    let received = Property<Int>(0)
}

actor DownloadLog {
    private(set) var entries: [Int] = []
    private var observation: KeyValueObservation?

    func follow(_ download: Ref<Download>) {
        observation = download.observe(\.received, on: self) { log, download, change in
            log.entries.append(change.newValue ?? -1)  // isolated to log: no await
        }
    }
    func stop() { observation?.invalidate() }
}

func program02() async throws {
    let download = Download.new()
    let log = DownloadLog()
    await log.follow(download)
    for bytes in 1...50 { download.received = bytes }
    await eventually { await log.entries.count >= 50 }
    check(await log.entries == Array(1...50), "the actor is notified of each change once, in order")

    await log.stop()
    download.received = 51
    check(await log.entries.count == 50, "the actor is not notified after invalidate")

    let queue = DispatchQueue(label: "downloads")
    let seen = Mutex<[Int]>([])
    let token = download.observe(\.received, on: queue) { download, change in
        dispatchPrecondition(condition: .onQueue(queue))
        seen.withLock { $0.append(change.newValue ?? -1) }
    }
    for bytes in 100...150 { download.received = bytes }
    queue.sync {}
    check(seen.withLock { $0 } == Array(100...150), "the queue is notified of each change once, in order")

    queue.suspend()
    download.received = 200  // enqueued, but not delivered yet
    token.invalidate()
    queue.resume()
    queue.sync {}
    check(seen.withLock { $0.last } == 150, "what was on its way when the token was invalidated does not arrive")
}
