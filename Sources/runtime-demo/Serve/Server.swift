// Server.swift - accepts connections on this machine's loopback address, and lets them proceed in turn, on one thread.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the server offers to all of its connections.
struct Service {
    static let readingTime = Duration.seconds(5), writingTime = Duration.seconds(10), drainingTime = Duration.seconds(1)

    let access: Access
    let page: HTTPResponse
    /// Starts a run of a program. Throws a refusal if there are too many.
    let run: (_ program: [UInt8]) throws(HTTPRefusal) -> LimitedChild
}

final class Server {
    private static let maximumConnections = 64, maximumRuns = 2

    private let listener: Int32
    let port: UInt16
    private var connections: [Connection] = []

    /// Listens at a port of 127.0.0.1; 0 is one that is free. Throws a `ValidationError` if it cannot.
    init(port: UInt16) throws {
        #if canImport(Glibc)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        // A client may have gone before it is accepted.
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = port.bigEndian
        var (length, reuses) = (socklen_t(MemoryLayout<sockaddr_in>.size), Int32(1))
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else {
            throw ValidationError("Cannot listen at port \(port): \(String(cString: strerror(errno)))")
        }
        (self.listener, self.port) = (listener, UInt16(bigEndian: address.sin_port))
    }

    /// The number of runs is below its limit.
    var hasPlace: Bool { connections.count(where: \.isRunning) < Self.maximumRuns }

    /// Serves until `isOver` returns true. Then no connection and no child is left.
    func serve(_ service: Service, until isOver: () -> Bool) {
        while !isOver() {
            var files = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)] + connections.map(\.interest)
            // Signals, time limits and the ends of children are looked after at least this often.
            poll(&files, nfds_t(files.count), connections.contains(where: \.isRunning) ? 20 : 200)
            for (connection, file) in zip(connections, files.dropFirst()) {
                connection.proceed(isReady: file.revents != 0)
            }
            connections.removeAll(where: \.isOver)
            if files[0].revents != 0 { admit(service) }
        }
        connections.forEach { $0.end() }
        close(listener)
    }

    private func admit(_ service: Service) {
        let socket = accept(listener, nil, nil)
        guard socket >= 0 else { return }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        // One that has its response gives way, or the one that has been silent for the longest time.
        if connections.count >= Self.maximumConnections {
            let index =
                connections.firstIndex(where: \.isAnswered) ?? connections.firstIndex(where: \.isReading) ?? 0
            connections.remove(at: index).end()
        }
        connections.append(Connection(socket, service))
    }
}
