// Machine.swift - what the runtime runs on: CPU and dispatch, libffi and its memory, limits, switches.
import FoundationEssentials
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum Machine {
    static func examine() throws -> [Finding.Group] {
        [
            Finding.Group("The runtime", dispatch + [sanitizer] + switches),
            Finding.Group(
                "Code made at run time", [libffi, try closures(), try closurePages(), try foreignClosurePages()]),
            Finding.Group("Limits", [pageSize] + mappings + [stack]),
        ]
    }

    // ── The runtime ─────────────────────────────────────────────────────────────────────────────────

    private static var dispatch: [Finding] {
        let isAssembly = ObjectRuntime.dispatchKind == "assembly"
        return [
            Finding("CPU", ObjectRuntime.cpuName),
            Finding(
                "message lookup in", ObjectRuntime.dispatchKind, isAssembly ? .ok : .note,
                isAssembly ? "" : "Built with MINIRUNTIME_DISPATCH=c: correct, and about half as fast."),
        ]
    }

    private static var sanitizer: Finding {
        guard let name = ObjectRuntime.sanitizerName else { return Finding("sanitizer", "none") }
        return Finding("sanitizer", name, .note, "Finds errors, and is slow: times mean nothing in this build.")
    }

    private static var switches: [Finding] {
        let set = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("MINIRUNTIME_") }
        guard !set.isEmpty else {
            return [Finding("debug switches", "none set", .ok, "MINIRUNTIME_HELP=1 lists them.")]
        }
        return set.sorted { $0.key < $1.key }.map { Finding("debug switch", "\($0.key)=\($0.value)", .note) }
    }

    // ── Code made at run time ───────────────────────────────────────────────────────────────────────

    private static var libffi: Finding {
        let file = dlsym(nil, "ffi_call").flatMap { ObjectRuntime.image(at: $0)?.path }.map(realPath)
        let place = file ?? "linked into the program"
        if let version = ObjectRuntime.libffiVersion { return Finding("libffi", version, .ok, place) }
        return Finding("libffi", "version unknown", .ok, "libffi reports its version since 3.5. Loaded from \(place)")
    }

    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The kind of an entry whose arguments fit into registers.
    private static func closures() throws -> Finding {
        let closure = try IMP { (_: Object) in }
        defer { closure.remove() }
        return closure.kind == .stub
            ? Finding("closures of scalars", "\(closure.kind)s", .ok, "Closures that take structures are libffi's.")
            : Finding(
                "closures of scalars", "\(closure.kind)s", .note,
                "MINIRUNTIME_CLOSURES=libffi is set, or no sealed page can be mapped.")
    }

    private static func closurePages() throws -> Finding { pages("closure pages", of: try IMP { (_: Object) in }) }

    /// Libffi makes closures that take structures.
    private static func foreignClosurePages() throws -> Finding {
        pages("libffi's closures", of: try IMP(types: "v48@0:8{Box=dddd}16") { _ in })
    }

    /// The permissions of the memory that a closure's code is in.
    private static func pages(_ title: String, of closure: IMP) -> Finding {
        defer { closure.remove() }
        guard let page = MemoryMap.page(at: UInt(bitPattern: closure.address)) else {
            return Finding(title, "unknown", .note, "/proc/self/maps has no such mapping.")
        }
        let isBoth = page.permissions.contains("w") && page.permissions.contains("x")
        return Finding(
            title, "\(page.permissions), \(closure.kind)", page.permissions.contains("x") ? .ok : .wrong,
            isBoth
                ? "Writable and executable at once: a hardened kernel may refuse such memory."
                : "Not writable and executable at once.")
    }

    // ── Limits ──────────────────────────────────────────────────────────────────────────────────────

    private static var pageSize: Finding {
        Finding("page size", "\(sysconf(Int32(_SC_PAGESIZE))) bytes")
    }

    private static var mappings: [Finding] {
        let used = MemoryMap.count
        guard let limit = Int(trimmingEnd(kernelFile("/proc/sys/vm/max_map_count"))) else {
            return [Finding("vm.max_map_count", "unknown", .note)]
        }
        let isTight = used * 10 > limit * 9
        return [
            Finding(
                "vm.max_map_count", "\(limit), of which \(used) are in use", isTight ? .wrong : .ok,
                isTight ? "Memory for further closures may be refused." : "")
        ]
    }

    /// Observers that set what others observe nest, and each set takes some of the stack.
    private static var stack: Finding {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else {
            return Finding("stack", "unknown", .note)
        }
        if limit.rlim_cur == UInt.max { return Finding("stack of the main thread", "unlimited") }
        let kilobytes = limit.rlim_cur / 1024
        return Finding(
            "stack of the main thread", "\(kilobytes) KB", kilobytes < 1024 ? .wrong : .ok,
            kilobytes < 1024 ? "Too little for notifications that set what others observe: raise it by ulimit -s." : "")
    }
}

/// `/proc/self/maps`.
private enum MemoryMap {
    /// The mapping that an address lies in.
    static func page(at address: UInt) -> (permissions: String, path: String)? {
        for line in lines {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard bounds.count == 2, fields.count > 1, (bounds[0]..<bounds[1]).contains(address) else { continue }
            return (String(fields[1]), fields.count > 5 ? String(fields[5]) : "")
        }
        return nil
    }

    static var count: Int { lines.count }

    private static var lines: [Substring] { kernelFile("/proc/self/maps").split(separator: "\n") }
}

/// Returns the contents of a file of the kernel; empty if it cannot be read. The size of such a file is reported as 0,
/// so it is read until its end.
private func kernelFile(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer.prefix(count)
    }
}
