// Timers by target and selector, delayed messages and notifications, in the style of 2017.
import Foundation

extension Notification.Name {
    static let downloadDidProgress = Notification.Name("downloadDidProgress")
}

class Download: NSObject {
    let name: String
    private var timer: Timer?
    private(set) var received = 0
    init(name: String) { self.name = name }
    static var ended = 0
    deinit { Download.ended += 1 }

    func start() {
        timer = Timer.scheduledTimer(
            timeInterval: 0.001, target: self, selector: #selector(receive(_:)), userInfo: ["step": 10], repeats: true)
    }

    @objc private func receive(_ timer: Timer) {
        received += (timer.userInfo as! [String: Int])["step"]!
        NotificationCenter.default.post(name: .downloadDidProgress, object: self, userInfo: ["received": received])
        if received == 30 {
            timer.invalidate()
            self.timer = nil
        }
    }
}

class Screen: NSObject {
    var lines: [String] = []
    var isDone = false

    func watch(_ download: Download) {
        NotificationCenter.default.addObserver(
            self, selector: #selector(progress(_:)), name: .downloadDidProgress, object: download)
    }

    @objc func progress(_ notification: Notification) {
        guard let download = notification.object as? Download,
            let received = notification.userInfo?["received"] as? Int
        else { return }
        lines.append("\(download.name) \(received)")
        if received == 30 { perform(#selector(finish(_:)), with: download.name, afterDelay: 0) }
    }

    @objc func finish(_ name: String) {
        lines.append("finished \(name)")
        isDone = true
    }
}

@main enum Program {
    static func main() {
        let screen = Screen()
        autoreleasepool {
            let download = Download(name: "film"), other = Download(name: "song")
            screen.watch(download)
            download.start()
            other.start()
            while !screen.isDone || other.received < 30 {
                RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
            }
            NotificationCenter.default.removeObserver(screen)
        }
        print(screen.lines, Download.ended)

        var ticks = 0
        let timer = Timer(timeInterval: 0.001, repeats: true) { timer in
            ticks += 1
            if ticks == 2 { timer.invalidate() }
        }
        RunLoop.current.add(timer, forMode: .common)
        timer.fire()
        while timer.isValid { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01)) }
        print("ticks", ticks)

        screen.isDone = false
        screen.perform(#selector(Screen.finish(_:)), with: "cancelled", afterDelay: 0.001)
        NSObject.cancelPreviousPerformRequests(withTarget: screen)
        screen.perform(#selector(Screen.finish(_:)), with: "now")
        screen.performSelector(onMainThread: #selector(Screen.finish(_:)), with: "main", waitUntilDone: true)
        print(screen.lines.suffix(2), screen.isDone)

        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            print("thread", Thread.isMainThread, Thread.current.name ?? "")
            done.signal()
        }
        thread.name = "worker"
        thread.start()
        done.wait()
    }
}

// prints
//     ["film 10", "film 20", "film 30", "finished film"] 2
//     ticks 2
//     ["finished now", "finished main"] true
//     thread false worker
