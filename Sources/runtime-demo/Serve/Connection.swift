// Connection.swift - one connection of the server: a request, perhaps a run, a response, and the end.
//
// No call waits: the server calls `proceed` when the file that `interest` names is ready, and now and then besides.
// Each state has a time limit, so that a client that does not go on holds nothing for long.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

final class Connection {
    private enum State {
        case reading
        case running(LimitedChild)
        case writing
        /// The response is written. What the client still sends is read: unread bytes would destroy the response.
        case draining
        case over
    }

    private let socket: Int32
    private let service: Service
    private var state = State.reading
    private var deadline: ContinuousClock.Instant
    private var received: [UInt8] = []
    private var request: (head: HTTPHead, route: Access.Route)?
    private var headLength = 0
    private var response: ArraySlice<UInt8> = []

    init(_ socket: Int32, _ service: Service) {
        (self.socket, self.service) = (socket, service)
        deadline = .now + Service.readingTime
    }

    var isAnswered: Bool { if case .draining = state { true } else { false } }
    var isReading: Bool { if case .reading = state { true } else { false } }
    var isRunning: Bool { if case .running = state { true } else { false } }
    var isOver: Bool { if case .over = state { true } else { false } }

    /// The file to wait for, and whether for reading or for writing.
    var interest: pollfd {
        switch state {
        case .reading, .draining: pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        case .writing: pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        case .running(let child): pollfd(fd: child.file, events: Int16(POLLIN), revents: 0)
        case .over: pollfd(fd: -1, events: 0, revents: 0)
        }
    }

    func proceed(isReady: Bool) {
        switch state {
        case .reading where isReady: read()
        case .running(let child): if let answer = child.proceed(isReady: isReady) { write(answer) }
        case .writing where isReady: writeMore()
        case .draining where isReady: drain()
        default: break
        }
        if deadline <= .now { expire() }
    }

    /// Ends the connection, and the run.
    func end() {
        if case .running(let child) = state { child.end() }
        if !isOver { close(socket) }
        state = .over
    }

    private func expire() {
        switch state {
        case .reading: refuse(HTTPRefusal(408, "The request took too long."))
        // The child has a time limit of its own.
        case .running, .over: break
        case .writing, .draining: end()
        }
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    /// Reads what has arrived, and goes on when the request is whole.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        guard count > 0 else { return end() }
        let known = received.count
        received += buffer[..<count]
        do throws(HTTPRefusal) {
            if request == nil { request = try readHead(after: known) }
            guard let request, received.count >= headLength + request.head.bodyLength else { return }
            try handle(request)
        } catch {
            refuse(error)
        }
    }

    private func readHead(after known: Int) throws(HTTPRefusal) -> (head: HTTPHead, route: Access.Route)? {
        guard let length = HTTPHead.length(in: received, after: known), length <= HTTPHead.maximumLength else {
            if received.count < HTTPHead.maximumLength { return nil }
            throw HTTPRefusal(431, "The head of the request is too long.")
        }
        headLength = length
        let head = try HTTPHead(received[..<length])
        let route = try service.access.route(head)
        guard head.bodyLength <= (route == .run ? RunLimits.programLength : 0) else {
            throw HTTPRefusal(413, "The program is longer than \(RunLimits.programLength) bytes.")
        }
        return (head, route)
    }

    private func handle(_ request: (head: HTTPHead, route: Access.Route)) throws(HTTPRefusal) {
        switch request.route {
        case .page: write(service.page)
        case .run:
            let body = received[headLength..<headLength + request.head.bodyLength]
            guard String(validating: body, as: UTF8.self) != nil else {
                throw HTTPRefusal(400, "The program is no text in UTF-8.")
            }
            state = .running(try service.run(Array(body)))
        }
    }

    // ── Writing ─────────────────────────────────────────────────────────────────────────────────────

    private func refuse(_ refusal: HTTPRefusal) { write(HTTPResponse(refusal)) }

    private func write(_ response: HTTPResponse) {
        (self.response, state, deadline) = (response.bytes[...], .writing, .now + Service.writingTime)
        writeMore()
    }

    private func writeMore() {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = response.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? () : end() }
        response = response.dropFirst(count)
        guard response.isEmpty else { return }
        shutdown(socket, Int32(SHUT_WR))
        (state, deadline) = (.draining, .now + Service.drainingTime)
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end() }
    }
}
