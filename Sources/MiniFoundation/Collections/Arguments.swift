// Arguments.swift - checks the arguments of collection methods. A wrong argument raises an exception with Foundation's
// text before the method changes anything.
import MiniRuntime

/// Whether an argument is not nil; raises if it is. `*** -[NSMutableArray addObject:]: object cannot be nil`
package func isPresent(_ argument: ID?, _ name: String, _ me: ID, _ selector: SEL) -> Bool {
    if argument != nil { return true }
    raise(ExceptionName.invalidArgument, me, selector, "\(name) cannot be nil")
    return false
}

/// Returns the objects of a C array, in which none is nil; nil after raising. `... attempt to insert nil object from
/// objects[2]`
func presentObjects(
    _ objects: UnsafePointer<ID?>?, _ count: UInt, _ name: String, _ me: ID, _ selector: SEL
) -> [ID]? {
    guard count <= Int.max else {
        raise(ExceptionName.invalidArgument, me, selector, "count (\(count)) of \(name) array is too large")
        return nil
    }
    let objects = UnsafeBufferPointer(start: objects, count: objects == nil ? 0 : Int(count))
    guard let index = objects.firstIndex(of: nil) else { return objects.map { $0! } }
    raise(ExceptionName.invalidArgument, me, selector, "attempt to insert nil object from \(name)[\(index)]")
    return nil
}

/// Whether an index is below `count`; raises if not. `*** -[NSArray objectAtIndex:]: index 5 beyond bounds [0 .. 2]`
/// - Parameter place: where the index comes from, for the message.
package func isInBounds(_ index: UInt, _ count: Int, _ me: ID, _ selector: SEL, _ place: String = "") -> Bool {
    if index < count { return true }
    let bounds = count <= 0 ? "for empty array" : "[0 .. \(count - 1)]"
    raise(ExceptionName.range, me, selector, "index \(index)\(place) beyond bounds \(bounds)")
    return false
}

/// Whether an index is one to insert at: below `count`, or equal to it.
func isInsertionIndex(_ index: UInt, _ count: Int, _ me: ID, _ selector: SEL) -> Bool {
    index == count || isInBounds(index, count, me, selector)
}

/// Returns an index set whose indexes are below `count`; nil after raising. `... index 5 in index set beyond bounds [0
/// .. 2]`
func indexes(_ argument: ID?, below count: Int, _ me: ID, _ selector: SEL) -> RangeSet<Int>? {
    guard let indexes = NSIndexSet.argument(argument, me, selector) else { return nil }
    guard let last = indexes.ranges.last?.last else { return indexes }
    return isInBounds(UInt(last), count, me, selector, " in index set") ? indexes : nil
}

/// Returns an array, and an index set with as many indexes, all below `count`; nil after raising.
/// - Parameters:
///   - present: the number of objects in the collection.
///   - inserting: whether the objects will be inserted, and so count towards the bounds.
func objectsAndIndexes(
    _ list: ID?, _ indexSet: ID?, count present: Int, inserting: Bool = false, _ me: ID, _ selector: SEL
) -> ([ID], RangeSet<Int>)? {
    guard isPresent(list, "array", me, selector), let objects = NSArray.family.members(of: list, me, selector),
        let indexes = NSIndexSet.argument(indexSet, me, selector)
    else { return nil }
    guard objects.count == indexes.count else {
        let text = "count of array (\(objects.count)) differs from count of index set (\(indexes.count))"
        raise(ExceptionName.invalidArgument, me, selector, text)
        return nil
    }
    let count = present + (inserting ? objects.count : 0)
    return MiniFoundation.indexes(indexSet, below: count, me, selector).map { (objects, $0) }
}
