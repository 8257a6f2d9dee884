// NestedSetStackTests.swift - the stack that a set needs inside the notification of another set.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// A chain of objects: the notification of one sets the next. One chain at a time, on one thread.
private struct Chain {
    nonisolated(unsafe) static var objects: [Object] = []
    nonisolated(unsafe) static var next = 0
    /// The address of a local variable in each notification.
    nonisolated(unsafe) static var places: [UInt] = []
    static let setAge: Selector = "setAge:"
    /// A size that the compiler does not know: such memory is on the real stack under the address sanitizer, too.
    nonisolated(unsafe) static var unknownSize = 16

    typealias Handler =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
            UnsafeMutableRawPointer?, UInt
        ) -> Void

    /// A C function, as in compiled Objective-C, which needs little stack itself.
    static let handler: Handler = { _, _, _, _, _, _ in
        Chain.notePlace()
        Chain.next += 1
        guard Chain.next < Chain.objects.count else { return }
        Chain.objects[Chain.next].unmanaged.sendWords(Chain.setAge, (UInt(Chain.next), 0, 0, 0))
    }

    @inline(never)
    private static func notePlace() {
        withUnsafeTemporaryAllocation(byteCount: unknownSize, alignment: 16) {
            places.append(UInt(bitPattern: $0.baseAddress))
        }
    }

    /// Returns the greatest number of bytes between a notification and the one inside it.
    static func bytesOfALevel(_ options: KeyValueObservingOptions, _ keyPath: String) throws -> Int {
        let cls = try ClassBuilder(uniqueName("ChainObserver")).register()
        cls.addMethod(
            "observeValueForKeyPath:ofObject:change:context:",
            IMP(address: unsafeBitCast(handler, to: UnsafeRawPointer.self)), types: "v48@0:8@16@24@32^v40")
        var builder = try ClassBuilder(uniqueName("Link"), superclass: makePersonClass())
        try builder.addProperty("child", Object?.self)
        let (observer, links) = (try cls.new(), builder.register())
        objects = try (0..<20).map { _ in try links.new() }
        (next, places) = (0, [])
        var roots = objects
        if keyPath.contains(".") {
            roots = try objects.map { object in
                let root = try links.new()
                try root.send("setChild:", object)
                return root
            }
        }
        for root in roots { try root.addObserver(observer, forKeyPath: keyPath, options: options) }
        try objects[0].setAge(1)
        for root in roots { try root.removeObserver(observer, forKeyPath: keyPath) }
        objects = []
        return zip(places, places.dropFirst()).dropFirst(3).map { Int($0) - Int($1) }.max() ?? .max
    }
}

@Suite("The stack of nested sets", .serialized)
struct NestedSetStackTests {
    #if DEBUG
    // Unoptimized code keeps every temporary on the stack.
    private static let limit = 8192
    #else
    private static let limit = 1024
    #endif

    private static let registrations: [(KeyValueObservingOptions, String)] = [
        ([], "age"), ([.new, .old], "age"), (.prior, "age"), ([], "child.age"), ([.new, .old], "child.age"),
    ]

    @Test("A set inside a notification takes less than a kilobyte", arguments: registrations)
    func bytesOfALevel(options: KeyValueObservingOptions, keyPath: String) throws {
        let bytes = try Chain.bytesOfALevel(options, keyPath)
        #expect(bytes > 0, "\(bytes) bytes")
        #expect(bytes < Self.limit, "\(bytes) bytes")
    }
}
