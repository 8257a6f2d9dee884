// ArrayElements.swift - changing an array that is a property, element by element.
import MiniFoundation
import MiniRuntime

/// The elements of an array that is a property, to be changed in place: `playlist.songs.append("Girl")`.
///
/// Each function sends a message to the object, `insertSongs:atIndexes:`, `removeSongsAtIndexes:` or
/// `replaceSongsAtIndexes:withSongs:`, whose observers are told which elements changed: an insertion, a removal or a
/// replacement. Nothing is sent where nothing changes. A property with `willSet` or `didSet`, and one that does not own its
/// value, is set as a whole.
///
/// Each message is atomic; an index that was found before it may be another element's by then, if other threads change
/// the array. What is wrong raises `NSRangeException`, which ends the process unless a `try` send is under way. The cost is
/// that of the elements changed, and of those behind them, which move. It is that of the whole array once after
/// somebody has got it by the getter and keeps it.
public struct ArrayElements<Element: PropertyValue>: Sendable {
    // Elements become objects first: what follows is compiled for those, and not for any type.
    let property: CollectionProperty

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    /// How many there are.
    public var count: Int { property.count }

    /// One element; set, it is a replacement.
    public subscript(index: Int) -> Element {
        get { property.element(at: index) }
        nonmutating set { replace(NSIndexSet.object(index), [boxedElement(newValue)]) }
    }

    private func elements(_ range: Range<Int>) -> [Element] { property.elements(indexSet(range), as: Element.self) }

    // ── Inserting ───────────────────────────────────────────────────────────────────────────────────

    /// Inserts an element at the end.
    public func append(_ element: Element) { insert([boxedElement(element)], at: count) }

    /// Inserts elements at the end.
    public func append(contentsOf elements: some Sequence<Element>) { insert(elements.map(boxedElement), at: count) }

    /// Inserts elements at the end.
    public static func += (property: ArrayElements, elements: some Sequence<Element>) {
        property.append(contentsOf: elements)
    }

    /// Inserts an element in front of the one at `index`.
    public func insert(_ element: Element, at index: Int) { insert([boxedElement(element)], at: index) }

    /// Inserts elements in front of the one at `index`: one insertion.
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
        insert(elements.map(boxedElement), at: index)
    }

    private func insert(_ elements: [Object], at index: Int) {
        guard !elements.isEmpty else { return }
        let (objects, indexes) = (NSArray.object(elements), indexSet(index..<index + elements.count))
        property.send(property.selectors?.insert, objects, indexes) {
            try $0.send("insertObjects:atIndexes:", objects, indexes)
        }
    }

    // ── Removing ────────────────────────────────────────────────────────────────────────────────────

    /// Removes the element at `index`, and returns it.
    @discardableResult public func remove(at index: Int) -> Element {
        let element = self[index]
        remove(NSIndexSet.object(index))
        return element
    }

    /// Removes the first element, and returns it.
    @discardableResult public func removeFirst() -> Element { remove(at: 0) }

    /// Removes the last element, and returns it.
    @discardableResult public func removeLast() -> Element { remove(at: count - 1) }

    /// Removes the last element, and returns it; nil if there is none.
    public func popLast() -> Element? { count == 0 ? nil : removeLast() }

    /// Removes the elements of a range: one removal.
    public func removeSubrange(_ range: some RangeExpression<Int>) {
        let range = range.relative(to: 0..<count)
        if !range.isEmpty { remove(indexSet(range)) }
    }

    /// Removes the elements that `shouldBeRemoved` says yes to: one removal.
    public func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
        let elements = elements(0..<count)
        let indexes = try elements.indices(where: shouldBeRemoved)
        if !indexes.isEmpty { remove(NSIndexSet.object(indexes)) }
    }

    /// Removes all elements: one removal.
    public func removeAll() { removeSubrange(0...) }

    private func indexSet(_ range: Range<Int>) -> Object {
        range.count == 1 ? NSIndexSet.object(range.lowerBound) : NSIndexSet.object(RangeSet(range))
    }

    private func remove(_ indexes: Object) {
        property.send(property.selectors?.remove, indexes) { try $0.send("removeObjectsAtIndexes:", indexes) }
    }

    // ── Replacing ───────────────────────────────────────────────────────────────────────────────────

    /// Puts other elements in the places of some: a replacement of as many, and an insertion or a removal of the rest.
    public func replaceSubrange(_ range: some RangeExpression<Int>, with elements: some Collection<Element>) {
        let range = range.relative(to: 0..<count)
        let common = range.prefix(elements.count)
        replace(indexSet(common), elements.prefix(common.count).map(boxedElement))
        insert(contentsOf: elements.dropFirst(common.count), at: common.upperBound)
        if common.upperBound < range.upperBound { remove(indexSet(common.upperBound..<range.upperBound)) }
    }

    /// Moves an element: a replacement of those between the two places. `target` is its index afterwards.
    public func move(from source: Int, to target: Int) {
        let range = min(source, target)..<max(source, target) + 1
        var moved = elements(range)
        moved.insert(moved.remove(at: source - range.lowerBound), at: target - range.lowerBound)
        if source != target { replace(indexSet(range), moved.map(boxedElement)) }
    }

    /// Exchanges two elements: a replacement of both.
    public func swapAt(_ first: Int, _ second: Int) {
        guard first != second else { return }
        let swapped = [self[max(first, second)], self[min(first, second)]]
        replace(NSIndexSet.object([first, second]), swapped.map(boxedElement))
    }

    private func replace(_ indexes: Object, _ elements: [Object]) {
        guard !elements.isEmpty else { return }
        let objects = NSArray.object(elements)
        property.send(property.selectors?.replace, indexes, objects) {
            try $0.send("replaceObjectsAtIndexes:withObjects:", indexes, objects)
        }
    }
}
