// ArrayElementsTests.swift - changes of single elements of an array: `playlist.songs.append("Girl")`.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import Synchronization
import Testing
import TypedClasses

private final class Album: ClassDescription {
    let songs = Property<[String]>(["a", "b", "c"])
    let plain = Property<[Int]>([], isAtomic: false)
    let others = Property<[Ref<Album>]>([])
}

private final class Hooked: ClassDescription {
    let log = Property<[String]>([])
    let songs: Property<[String]> = Property(
        ["a"], didSet: { (me: Ref<Hooked>, old: [String]) in me.log.append("\(old) \(me.songs)") })
    let tags: Property<Set<String>> = Property(
        ["a"], didSet: { (me: Ref<Hooked>, old: Set<String>) in me.log.append("\(old.count) \(me.tags.count)") })
    let pages: Property<[String: Int]> = Property(
        ["a": 1], didSet: { (me: Ref<Hooked>, old: [String: Int]) in me.log.append("\(old) \(me.pages)") })
}

/// A class that logs the element messages it receives.
private final class Counting: ClassDescription {
    let songs = Property<[String]>(["a"])
    let log = Property<[String]>([])
    let insert = TypedMethod("insertSongs:atIndexes:") { (me: Ref<Counting>, songs: [String], indexes: Object) in
        me.log += songs
    }
}

@Suite("Elements of arrays")
struct ArrayElementsTests {
    private let album = Album.new()

    @Test("What Swift's arrays have changes the elements")
    func allOperations() {
        var expected = album.songs
        func both(_ change: (inout [String]) -> Void, _ same: () -> Void, _ line: Int = #line) {
            change(&expected)
            same()
            #expect(album.songs == expected, "line \(line)")
        }
        both({ $0.append("d") }, { album.songs.append("d") })
        both({ $0.append(contentsOf: ["e", "f"]) }, { album.songs.append(contentsOf: ["e", "f"]) })
        both({ $0 += ["g"] }, { album.songs += ["g"] })
        both({ $0.insert("0", at: 0) }, { album.songs.insert("0", at: 0) })
        both({ $0.insert(contentsOf: ["x", "y"], at: 3) }, { album.songs.insert(contentsOf: ["x", "y"], at: 3) })
        both({ $0[2] = "two" }, { album.songs[2] = "two" })
        both({ $0[2] += "!" }, { album.songs[2] += "!" })
        both({ $0.swapAt(1, 4) }, { album.songs.swapAt(1, 4) })
        both(
            { $0.replaceSubrange(1...2, with: ["p", "q", "r"]) },
            { album.songs.replaceSubrange(1...2, with: ["p", "q", "r"]) })
        both({ $0.replaceSubrange(..<4, with: ["s"]) }, { album.songs.replaceSubrange(..<4, with: ["s"]) })
        both({ $0.removeSubrange(1..<3) }, { album.songs.removeSubrange(1..<3) })
        both({ $0.removeAll { $0 == "e" } }, { album.songs.removeAll { $0 == "e" } })
        both({ $0.sort() }, { album.songs.sort() })
        both({ $0.reverse() }, { album.songs.reverse() })
        both({ $0.removeAll() }, { album.songs.removeAll() })
    }

    @Test("What is removed is returned")
    func removals() {
        #expect(album.songs.remove(at: 1) == "b")
        #expect(album.songs.removeFirst() == "a")
        #expect(album.songs.removeLast() == "c")
        #expect(album.songs.popLast() == nil)
    }

    @Test("An element moves to its new index", arguments: [(0, 2), (2, 0), (1, 1), (0, 1)])
    func moves(_ source: Int, _ target: Int) {
        var expected = album.songs
        expected.insert(expected.remove(at: source), at: target)
        album.songs.move(from: source, to: target)
        #expect(album.songs == expected)
    }

    @Test("An array that was got before stays as it was")
    func valueSemantics() throws {
        let before = try #require(try album.object.value(forKey: "songs") as Object?)
        album.songs.append("d")
        #expect(try [String].bridged(from: before) == ["a", "b", "c"])
        #expect(album.songs == ["a", "b", "c", "d"])
    }

    @Test("The array is changed where it lies if nobody has it")
    func inPlace() throws {
        album.songs.append("d")
        func address() throws -> UnsafeMutableRawPointer? {
            try album.object.send("songs", as: Object?.self)?.receiverAddress
        }
        let before = try autoreleasepool { try address() }
        for _ in 0..<100 { album.songs.append("x") }
        album.songs.removeLast()
        album.songs[0] = "y"
        #expect(try autoreleasepool { try address() } == before)
    }

    @Test("Key-value coding sends the same messages")
    func proxies() throws {
        let proxy = try album.object.mutableArrayValue(forKey: "songs")
        try proxy.send("addObject:", "d")
        try proxy.send("removeObjectAtIndex:", 0)
        #expect(album.songs == ["b", "c", "d"])
    }

    @Test("What a description says itself of a message is not written over")
    func ownMethods() {
        let counting = Counting.new()
        counting.songs.append("b")
        #expect(counting.songs == ["a"])
        #expect(counting.log == ["b"])
    }

    @Test("What a property does when it is set it does as well when an element changes")
    func hooks() {
        let hooked = Hooked.new()
        hooked.songs.append("b")
        hooked.songs[0] = "c"
        hooked.songs.removeLast()
        hooked.songs.append(contentsOf: [])
        hooked.tags.insert("b")
        hooked.tags.formIntersection(["b"])
        hooked.tags.remove("b")
        hooked.pages["a"] = 2
        hooked.pages["a"] = nil
        #expect(
            hooked.log == [
                #"["a"] ["a", "b"]"#, #"["a", "b"] ["c", "b"]"#, #"["c", "b"] ["c"]"#, "1 2", "2 1", "1 0",
                #"["a": 1] ["a": 2]"#, #"["a": 2] [:]"#,
            ])
    }

    @Test("An index that is none raises, and says which message of which class it was, also in an observed object")
    func ranges() {
        let cls = album.object.isa
        #expect(
            raised { try album.object.send("removeSongsAtIndexes:", NSIndexSet.object([7])) }?.reason
                == "*** -[\(cls) removeSongsAtIndexes:]: index 7 in index set beyond bounds [0 .. 2]")
        let token = album.observe(\.songs) { _, _ in }
        defer { token.invalidate() }
        #expect(album.object.isa != cls)
        let song = NSArray.object([NSString.object("d")])
        #expect(
            raised { try album.object.send("insertSongs:atIndexes:", song, NSIndexSet.object([7])) }?.reason
                == "*** -[\(cls) insertSongs:atIndexes:]: index 7 in index set beyond bounds [0 .. 3]")
        #expect(album.songs == ["a", "b", "c"])
    }

    @Test("An empty array, and one that is nil, get their first element")
    func first() throws {
        album.plain.append(1)
        #expect(album.plain == [1])
        try album.object.send("setSongs:", nil as Object?)
        album.songs.append("first")
        #expect(album.songs == ["first"])
    }

    @Test("A mutable array that somebody set is not changed: the property gets its own")
    func foreignArrays() throws {
        let mutable = NSMutableArray.object([NSString.object("m")])
        try album.object.send("setSongs:", mutable)
        album.songs.append("n")
        #expect(album.songs == ["m", "n"])
        #expect(NSArray.elements(of: mutable)?.count == 1)
    }

    @Test("References are elements, and owned once")
    func references() {
        let other = Album.new()
        album.others.append(other)
        #expect(album.others[0] == other)
        #expect(album.others.remove(at: 0) == other)
        #expect(album.others.isEmpty)
    }

    @Test("Eight threads append and read at once, and nothing is lost")
    func threads() async {
        let album = Album.new()
        album.songs = []
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for index in 0..<500 {
                        album.songs.insert("\(thread) \(index)", at: 0)
                        if index % 50 == 0 { _ = album.songs.count }
                    }
                }
            }
        }
        #expect(Set(album.songs).count == 4000)
    }
}
