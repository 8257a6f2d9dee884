// ArrayElements.swift - changes an array that is a property, element by element.
import MiniFoundation
import MiniRuntime

/// The elements of an array that is a property, for changes in place: `playlist.songs.append("Girl")`.
///
/// Each function sends a message to the object, `insertSongs:atIndexes:`, `removeSongsAtIndexes:` or
/// `replaceSongsAtIndexes:withSongs:`, which notifies observers of the changed elements: an insertion, a removal or a
/// replacement. A function that changes nothing sends nothing. A property with `willSet` or `didSet`, a computed one,
/// one that does not own its value, and one of an existing class are set as a whole instead.
///
/// Each message is atomic. But all functions except `insert` and the subscript first read the count or elements by
/// another message. If several threads change the array, hold a lock of your own around each function; otherwise an
/// index that was read may belong to another element by then, or to none. An index out of range raises
/// `NSRangeException`. In a message that changes elements, it ends the process unless a `try` send on this thread can
/// catch it; in a read it always ends the process.
///
/// A change costs as much as the changed elements and the elements behind them, which move. If other code got the whole
/// array from the getter and still owns it, the next change copies the array once.
public struct ArrayElements<Element: PropertyValue>: Sendable {
    // Elements are converted to objects first, so that the code below is compiled once, and not for each element type.
    let property: CollectionProperty

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    /// The number of elements.
    public var count: Int { property.count }

    /// The element at an index. Setting it is a replacement.
    public subscript(index: Int) -> Element {
        get { property.element(at: index) }
        nonmutating set { replace(NSIndexSet.object(index), [boxedElement(newValue)]) }
    }

    private func elements(_ range: Range<Int>) -> [Element] { property.elements(indexSet(range), as: Element.self) }

    // ── Inserting ───────────────────────────────────────────────────────────────────────────────────

    /// Inserts an element at the end: one insertion.
    public func append(_ element: Element) { insert(boxedElement(element), at: count) }

    /// Inserts elements at the end: one insertion.
    public func append(contentsOf elements: some Sequence<Element>) { insert(elements.map(boxedElement), at: count) }

    /// Inserts elements at the end: one insertion.
    public static func += (property: ArrayElements, elements: some Sequence<Element>) {
        property.append(contentsOf: elements)
    }

    /// Inserts an element before the element at `index`: one insertion.
    public func insert(_ element: Element, at index: Int) { insert(boxedElement(element), at: index) }

    /// Inserts elements before the element at `index`: one insertion.
    public func insert(contentsOf elements: some Collection<Element>, at index: Int) {
        insert(elements.map(boxedElement), at: index)
    }

    private func insert(_ element: Object, at index: Int) {
        insert(NSArray.object([element]), NSIndexSet.object(index))
    }

    private func insert(_ elements: [Object], at index: Int) {
        guard !elements.isEmpty else { return }
        insert(NSArray.object(elements), indexSet(index..<index + elements.count))
    }

    private func insert(_ objects: Object, _ indexes: Object) {
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

    /// Removes the last element, and returns it; returns nil if the array is empty.
    public func popLast() -> Element? { count == 0 ? nil : removeLast() }

    /// Removes the elements of a range: one removal.
    public func removeSubrange(_ range: some RangeExpression<Int>) {
        let range = range.relative(to: 0..<count)
        if !range.isEmpty { remove(indexSet(range)) }
    }

    /// Removes the elements for which `shouldBeRemoved` returns true: one removal.
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

    /// Replaces the elements of a range by others: one replacement of as many elements as both have, then one insertion
    /// or removal of the rest.
    public func replaceSubrange(_ range: some RangeExpression<Int>, with elements: some Collection<Element>) {
        let range = range.relative(to: 0..<count)
        let common = range.prefix(elements.count)
        replace(indexSet(common), elements.prefix(common.count).map(boxedElement))
        insert(contentsOf: elements.dropFirst(common.count), at: common.upperBound)
        if common.upperBound < range.upperBound { remove(indexSet(common.upperBound..<range.upperBound)) }
    }

    /// Moves an element from index `source` to index `target`, as counted after the move: one replacement of the
    /// elements between the two.
    public func move(from source: Int, to target: Int) {
        let range = min(source, target)..<max(source, target) + 1
        var moved = elements(range)
        moved.insert(moved.remove(at: source - range.lowerBound), at: target - range.lowerBound)
        if source != target { replace(indexSet(range), moved.map(boxedElement)) }
    }

    /// Exchanges two elements: one replacement of both.
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
