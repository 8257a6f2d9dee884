// NSTask.swift - other programs, which run beside this one: Swift's Process.
//
//      NSTask ─► TaskState ─► Process ─► the program
//                   │ standard streams: descriptors of NSPipes and NSFileHandles
//
// The end of a pipe that the program uses is closed here after the start, so that the other end sees the program's end.
import Foundation
import MiniFoundation
import MiniRuntime

/// A program that is to be started or was. Used on one thread at a time, but for its end.
final class TaskState: @unchecked Sendable {
    // Sendable: as thread-safe as an NSTask; the handler is guarded.
    let process = Process()
    /// NSPipes and NSFileHandles, by the names of the properties.
    var streams: [String: Object] = [:]
    let handler = Locked<[Block]>([])
    /// The NSTask, while the program runs.
    private let running = Locked<[Object]>([])

    enum Stream: String, CaseIterable { case standardInput, standardOutput, standardError }

    /// Returns the process. Raises an exception if it was not started: Swift's Process would end this one, or send the
    /// signal to all processes of its group.
    func launched(_ method: String) throws -> Process {
        guard process.processIdentifier != 0 else { throw Self.notLaunched(method) }
        return process
    }

    /// Sends a signal by a method of the process. Returns nil, and sends none, if the process has ended: its identifier
    /// may be that of another one then.
    func signal<Result>(_ method: String, _ send: (Process) -> Result) throws -> Result? {
        let process = try launched(method)
        return process.isRunning ? send(process) : nil
    }

    static func notLaunched(_ method: String, _ more: String = "") -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "*** -[NSTask \(method)]: task not launched\(more)")
    }

    /// Starts the program. `me` is retained until the program has ended.
    func start(_ me: Object) throws {
        var closing: [Object] = []
        for stream in Stream.allCases {
            guard let object = streams[stream.rawValue] else { continue }
            let handle = try connect(object, stream, &closing)
            switch stream {
            case .standardInput: process.standardInput = handle
            case .standardOutput: process.standardOutput = handle
            case .standardError: process.standardError = handle
            }
        }
        process.terminationHandler = { [weak self] _ in self?.end() }
        running.exchange([me])
        do {
            try process.run()
        } catch {
            running.exchange([])
            // Nothing was read: Apple's error is that of a missing file.
            if (error as? CocoaError)?.code == .fileReadNoSuchFile { throw CocoaError(.fileNoSuchFile) }
            throw error
        }
        for handle in closing { try handle.send("closeFile") }
    }

    private func end() {
        let blocks = handler.exchange([])
        for me in running.exchange([]) {
            runCallback {
                for block in blocks { block.call(me) }
                try? NSTask.announceEnd(of: me)
            }
        }
    }

    /// Returns the descriptor of a file handle, or of the end of a pipe that the program uses, which `closing` gets.
    private func connect(_ object: Object, _ stream: Stream, _ closing: inout [Object]) throws -> FileHandle {
        var handle = object
        if object.unmanaged.isKind(of: Class(named: "NSPipe")!) {
            let end: Selector = stream == .standardInput ? "fileHandleForReading" : "fileHandleForWriting"
            handle = try object.send(end)
            if !closing.contains(handle) { closing.append(handle) }
        }
        return try FileHandle(fileDescriptor: handle.send("fileDescriptor"), closeOnDealloc: false)
    }
}

enum NSTask {
    static let values = ValueClass<TaskState>("NSTask") { cls in
        try cls.addInit("init") { TaskState() }
        try addProgram(cls)
        try addRunning(cls)
        try addState(cls)
        for stream in TaskState.Stream.allCases {
            try cls.add(Selector(stream.rawValue)) { $0.streams[stream.rawValue] }
            try cls.add(ValueClass<TaskState>.setter(of: stream.rawValue)) { (state, new: Object?) in
                assign(new, to: \.streams[stream.rawValue], of: state)
            }
        }
    }

    private static func addProgram(_ cls: ValueClass<TaskState>) throws {
        try cls.addProperty(
            "executableURL", \.process.executableURL, read: { $0.map(NSURL.values.object) },
            write: { try checked(NSURL.values.argument($0), "setExecutableURL:") })
        try cls.addProperty(
            "currentDirectoryURL", \.process.currentDirectoryURL, read: { $0.map(NSURL.values.object) },
            write: { try checked(NSURL.values.argument($0), "setCurrentDirectoryURL:") })
        try cls.add("launchPath") { $0.process.executableURL?.path }
        try cls.add("setLaunchPath:") { (state, path: String?) in
            state.process.executableURL = try file(path, "setLaunchPath:")
        }
        try cls.add("currentDirectoryPath") { $0.process.currentDirectoryURL?.path }
        try cls.add("setCurrentDirectoryPath:") { (state, path: String?) in
            state.process.currentDirectoryURL = try file(path, "setCurrentDirectoryPath:")
        }
        try cls.add("arguments") { $0.process.arguments?.bridgedObject }
        try cls.add("setArguments:") { (state, list: Object?) in
            state.process.arguments = try list.map { list in
                try [String].bridged(from: list).map { try checked($0, "setArguments:") }
            }
        }
        try cls.add("environment") { ($0.process.environment ?? ProcessInfo.processInfo.environment).bridgedObject }
        try cls.add("setEnvironment:") { (state, table: Object?) in
            let environment = try table.map { try [String: String].bridged(from: $0) }
            for (name, value) in environment ?? [:] { _ = try checked(name + value, "setEnvironment:") }
            state.process.environment = environment
        }
    }

    /// Returns a text that the system passes to a program. Raises an exception if U+0000 would end it early.
    private static func checked(_ text: String, _ method: String) throws -> String {
        guard text.isPath else {
            throw RuntimeException(
                "NSInvalidArgumentException", "*** -[NSTask \(method)]: the text contains the character U+0000")
        }
        return text
    }

    /// Returns the URL of a file. Raises an exception for another one and for nil, for which Swift's Process ends this
    /// process.
    private static func checked(_ url: URL?, _ method: String) throws -> URL {
        guard let url, url.isFileURL else {
            throw RuntimeException("NSInvalidArgumentException", "*** -[NSTask \(method)]: not the URL of a file")
        }
        _ = try checked(url.path(percentEncoded: false), method)
        return url
    }

    /// Returns the URL of a path. There is none for a relative path if the current folder has been removed.
    private static func file(_ path: String?, _ method: String) throws -> URL {
        try checked(path.map { try URL(fileURLWithPath: checked($0, method)) }, method)
    }

    private static func addRunning(_ cls: ValueClass<TaskState>) throws {
        try cls.cls.addMethod("launchAndReturnError:") { (me: Object, error: ObjectAddress?) -> Bool in
            let state = try cls.value(of: me)
            return ObjectAddress.catching(error) { try state.start(me) } != nil
        }
        try cls.cls.addMethod("launch") { (me: Object) in
            let state = try cls.value(of: me)
            do {
                try state.start(me)
            } catch let failure where !(failure is RuntimeException) {
                let text =
                    state.process.executableURL == nil ? "must provide a launch path" : "launch path not accessible"
                throw RuntimeException("NSInvalidArgumentException", "*** -[NSTask launch]: \(text)")
            }
        }
        try cls.addClassMethod("launchedTaskWithLaunchPath:arguments:") { (cls, path: String, arguments: Object) in
            let task: Object = try cls.send("new")
            try task.send("setLaunchPath:", path)
            try task.send("setArguments:", arguments)
            try task.send("launch")
            return task
        }
        try cls.add("waitUntilExit") { $0.process.waitUntilExit() }
        try cls.add("interrupt") { (state) in try state.signal("interrupt") { $0.interrupt() } ?? () }
        try cls.add("terminate") { (state) in try state.signal("terminate") { $0.terminate() } ?? () }
        try cls.add("suspend") { try $0.signal("suspend") { $0.suspend() } ?? false }
        try cls.add("resume") { try $0.signal("resume") { $0.resume() } ?? false }
    }

    private static func addState(_ cls: ValueClass<TaskState>) throws {
        try cls.add("isRunning") { $0.process.isRunning }
        try cls.add("processIdentifier") { $0.process.processIdentifier }
        try cls.add("terminationStatus") { state -> Int32 in
            guard !state.process.isRunning, state.process.processIdentifier != 0 else {
                throw TaskState.notLaunched("terminationStatus", ", or still running")
            }
            return state.process.terminationStatus
        }
        try cls.add("terminationReason") { state -> Int in
            let process = try state.launched("terminationReason")
            guard !process.isRunning else { throw TaskState.notLaunched("terminationReason", ", or still running") }
            return process.terminationReason == .exit ? 1 : 2
        }
        try cls.add("terminationHandler") { $0.handler.read { $0.first } }
        try cls.add("setTerminationHandler:") { (state, block: Block?) in
            state.handler.exchange(block.map { [$0] } ?? [])
        }
    }

    static func announceEnd(of task: Object) throws {
        let center: Object = try Class(named: "NSNotificationCenter")!.send("defaultCenter")
        try center.send("postNotificationName:object:", "NSTaskDidTerminateNotification", task)
    }
}
