// ElementChangeTests.swift - the changes that handlers receive when elements of a typed collection change.
import KVONotifying
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private final class Shelf: ClassDescription {
    let books = Property<[String]>(["a", "b", "c"])
    let tags = Property<Set<String>>(["a", "b"])
    let pages = Property<[String: Int]>(["a": 1, "b": 2])
}

@Suite("Changes of elements")
struct ElementChangeTests {
    private let shelf = Shelf.new()

    /// Returns the changes that `action` causes.
    private func changes<Value: PropertyValue>(
        of member: KeyPath<Shelf, Property<Value>>, _ options: KeyValueObservingOptions = [.old, .new],
        _ action: () -> Void
    ) -> [ObservedChange<Value>] {
        let seen = Locked<[ObservedChange<Value>]>([])
        let token = shelf.observe(member, options: options) { _, change in seen.append(change) }
        action()
        token.invalidate()
        return seen.read { copy $0 }
    }

    @Test("An insertion says where, and what came")
    func insertion() throws {
        let all = changes(of: \.books) { shelf.books.insert(contentsOf: ["x", "y"], at: 1) }
        let change = try #require(all.first)
        #expect(all.count == 1)
        #expect(change.kind == .insertion)
        #expect(change.indexes == RangeSet(1..<3))
        #expect(change.inserted == ["x", "y"])
        #expect(change.removed == nil)
    }

    @Test("A removal says where, and what went")
    func removal() throws {
        let all = changes(of: \.books) { shelf.books.removeAll { $0 != "b" } }
        let change = try #require(all.first)
        #expect(all.count == 1)
        #expect(change.kind == .removal)
        #expect(change.indexes == RangeSet([0..<1, 2..<3]))
        #expect(change.removed == ["a", "c"])
        #expect(change.inserted == nil)
    }

    @Test("A replacement says what went, and what came")
    func replacement() throws {
        let all = changes(of: \.books) { shelf.books.swapAt(0, 2) }
        let change = try #require(all.first)
        #expect(all.count == 1)
        #expect(change.kind == .replacement)
        #expect(change.removed == ["a", "c"])
        #expect(change.inserted == ["c", "a"])
    }

    @Test("A whole new array is a setting")
    func setting() throws {
        let all = changes(of: \.books) { shelf.books = ["z"] }
        let change = try #require(all.first)
        #expect(change.kind == .setting)
        #expect(change.indexes == nil)
        #expect(change.inserted == nil)
        #expect(change.removed == nil)
        #expect(change.difference == ["z"].difference(from: ["a", "b", "c"]))
    }

    @Test("No observer is notified where nothing changes")
    func nothing() {
        #expect(
            changes(of: \.books) {
                shelf.books.append(contentsOf: [])
                shelf.books.removeAll { _ in false }
                shelf.books.move(from: 1, to: 1)
            }.isEmpty)
        #expect(
            changes(of: \.tags) {
                shelf.tags.insert("a")
                shelf.tags.remove("z")
                shelf.tags.formUnion(["a", "b"])
            }.isEmpty)
    }

    @Test(
        "The difference leads from the array as it was to the array as it is",
        arguments: [
            { @Sendable (shelf: Ref<Shelf>) in shelf.books.append("d") },
            { shelf in shelf.books.insert(contentsOf: ["x", "y"], at: 1) },
            { shelf in shelf.books.removeAll { $0 != "b" } },
            { shelf in shelf.books.move(from: 0, to: 2) },
            { shelf in shelf.books.swapAt(0, 1) },
            { shelf in shelf.books = ["c", "d"] },
        ] as [@Sendable (Ref<Shelf>) -> Void])
    fileprivate func differences(_ change: @Sendable (Ref<Shelf>) -> Void) throws {
        let before = shelf.books
        let difference = try #require(changes(of: \.books) { change(shelf) }.first?.difference)
        #expect(before.applying(difference) == shelf.books)
    }

    @Test("Without the values that it needs there is no difference")
    func missingValues() {
        #expect(changes(of: \.books, [.old]) { shelf.books.append("d") }.first?.difference == nil)
        #expect(changes(of: \.books, [.new]) { shelf.books.append("d") }.first?.difference != nil)
        #expect(changes(of: \.books, [.new]) { shelf.books.removeLast() }.first?.difference == nil)
    }

    @Test("Changes of sets contain the members that came or went, and those only")
    func sets() {
        let all = changes(of: \.tags) {
            shelf.tags.formUnion(["b", "c"])
            shelf.tags.remove("a")
            shelf.tags.formIntersection(["c"])
        }
        #expect(all.map(\.kind) == [.insertion, .removal, .removal])
        #expect(all.map(\.inserted) == [["c"], nil, nil])
        #expect(all.map(\.removed) == [nil, ["a"], ["b"]])
    }

    @Test("Changes of dictionaries contain the entries that came or went, and those only")
    func dictionaries() {
        let all = changes(of: \.pages) {
            shelf.pages["c"] = 3
            shelf.pages["a"] = 10
            shelf.pages["b"] = nil
            shelf.pages.merge(["a": 11, "d": 4]) { $1 }
            shelf.pages.removeAll()
            shelf.pages = ["z": 26]
        }
        #expect(
            all.map(\.kind) == [.insertion, .replacement, .removal, .replacement, .insertion, .removal, .setting])
        #expect(all.map(\.inserted) == [["c": 3], ["a": 10], nil, ["a": 11], ["d": 4], nil, nil])
        #expect(all.map(\.removed) == [nil, ["a": 1], ["b": 2], ["a": 10], nil, ["a": 11, "c": 3, "d": 4], nil])
        #expect(all.map(\.keys) == [["c"], ["a"], ["b"], ["a"], ["d"], ["a", "c", "d"], nil])
        #expect(all.last?.newValue == ["z": 26])
    }

    @Test("The notification before a change of entries says what will go")
    func priorEntries() {
        let all = changes(of: \.pages, [.old, .new, .prior]) { shelf.pages["a"] = 10 }
        #expect(all.map(\.isPrior) == [true, false])
        #expect(all.map(\.kind) == [.replacement, .replacement])
        #expect(all.first?.removed == ["a": 1])
    }

    @Test("An observer that asks for no values receives the kind all the same")
    func entriesWithoutValues() {
        let all = changes(of: \.pages, []) {
            shelf.pages["a"] = 10
            shelf.pages["n"] = 1
        }
        #expect(all.map(\.kind) == [.replacement, .insertion])
        #expect(all.allSatisfy { $0.inserted == nil && $0.removed == nil })
    }

    @Test("An observed array is changed where it lies")
    func inPlace() throws {
        shelf.books.append("d")
        func address() throws -> UnsafeMutableRawPointer? {
            try shelf.object.send("books", as: Object?.self)?.receiverAddress
        }
        let before = try autoreleasepool { try address() }
        _ = changes(of: \.books) { for _ in 0..<20 { shelf.books.append("x") } }
        #expect(try autoreleasepool { try address() } == before)
    }
}
