// CellsController.swift - the view controller: observed by cells and headers, delegate of the collection view.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Cells {
    class CollectionReusableView: ClassDescription {
        override class var className: String { "CollectionReusableView" }
    }

    final class Cell: CollectionReusableView {
        override class var className: String { "Cell" }
    }
    final class Header: CollectionReusableView {
        override class var className: String { "Header" }
    }

    final class ViewController: ClassDescription {
        override class var className: String { "ViewController" }
        let deleteMode = Property<Bool>(false)
        let collectionView = Property<Object?>(nil)
        /// The headers on the screen, by section. Before iOS 9 a collection view had no list of its visible headers.
        let visibleHeaders = Property<[Int: Object]>([:])
    }

    /// Adds the callback to cells and headers: an observer that does not implement it raises when it is notified.
    static func addViewMethods() throws {
        try CollectionReusableView.description.runtimeClass.addMethod(.observeValue) {
            (me: Object, keyPath: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
            try transcript.told(transcript.name(of: me), keyPath, KeyValueObservedChange(change))
        }
    }

    /// Adds the delegate's methods to the view controller.
    /// - Parameter registersWhenAsked: true to make the mistake: a view is registered when the collection view requests
    ///   it, not when it appears.
    static func addControllerMethods(registersWhenAsked: Bool) throws {
        let cls = ViewController.description.runtimeClass
        try addCellMethods(to: cls, registersWhenAsked)
        try addHeaderMethods(to: cls, registersWhenAsked)
        try cls.addDealloc { me in
            guard let me = Ref<ViewController>(me), let view = try me.collectionView?.unboxed(as: CollectionView.self)
            else { return }
            transcript.message("-[ViewController dealloc]: each of [collectionView visibleCells]")
            for cell in view.visibleCells { try unregister(cell, me.object) }
            transcript.message("-[ViewController dealloc]: each header that the dictionary has")
            for (_, header) in me.visibleHeaders.sorted(by: { $0.key < $1.key }) { try unregister(header, me.object) }
        }
    }

    private static func addCellMethods(to cls: Class, _ registersWhenAsked: Bool) throws {
        try cls.addMethod("collectionView:cellForItemAtIndexPath:") {
            (me: Object, view: Object, item: Int) throws -> Object in
            let cell = try view.unboxed(as: CollectionView.self).dequeue(.cell, Cell.description.runtimeClass)
            transcript.message("cellForItemAtIndexPath: \(item), which gets \(transcript.name(of: cell))")
            if registersWhenAsked { try register(cell, me) }
            return cell
        }
        try cls.addMethod("collectionView:willDisplayCell:forItemAtIndexPath:") {
            (me: Object, _: Object, cell: Object, item: Int) in
            transcript.message("willDisplayCell: \(transcript.name(of: cell)) forItemAtIndexPath: \(item)")
            if !registersWhenAsked { try register(cell, me) }
        }
        try cls.addMethod("collectionView:didEndDisplayingCell:forItemAtIndexPath:") {
            (me: Object, _: Object, cell: Object, item: Int) in
            transcript.message("didEndDisplayingCell: \(transcript.name(of: cell)) forItemAtIndexPath: \(item)")
            try unregister(cell, me)
        }
    }

    private static func addHeaderMethods(to cls: Class, _ registersWhenAsked: Bool) throws {
        try cls.addMethod("collectionView:viewForSupplementaryElementOfKind:atIndexPath:") {
            (me: Object, view: Object, _: String, section: Int) throws -> Object in
            let header = try view.unboxed(as: CollectionView.self).dequeue(.header, Header.description.runtimeClass)
            transcript.message(
                "viewForSupplementaryElementOfKind: header atIndexPath: \(section), which gets "
                    + transcript.name(of: header))
            if registersWhenAsked { try register(header, me) }
            return header
        }
        try cls.addMethod("collectionView:willDisplaySupplementaryView:forElementKind:atIndexPath:") {
            (me: Object, _: Object, header: Object, _: String, section: Int) in
            transcript.message("willDisplaySupplementaryView: \(transcript.name(of: header)) atIndexPath: \(section)")
            Ref<ViewController>(me)?.visibleHeaders[section] = header
            if !registersWhenAsked { try register(header, me) }
        }
        try cls.addMethod("collectionView:didEndDisplayingSupplementaryView:forElementOfKind:atIndexPath:") {
            (me: Object, _: Object, header: Object, _: String, section: Int) in
            transcript.message(
                "didEndDisplayingSupplementaryView: \(transcript.name(of: header)) atIndexPath: \(section)")
            Ref<ViewController>(me)?.visibleHeaders[section] = nil
            try unregister(header, me)
        }
    }

    private static func register(_ view: Object, _ controller: Object) throws {
        try transcript.add(view, to: controller, "deleteMode", [.new])
    }

    /// Removes a registration. Reports an exception and continues, where an ordinary program would end.
    private static func unregister(_ view: Object, _ controller: Object) throws {
        try transcript.attempt { try transcript.remove(view, from: controller, "deleteMode") }
    }
}
