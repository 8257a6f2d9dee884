// CollectionView.swift - a collection view without pixels: which views are on the screen, and which are reused.
//
//      shown, by item ──leaves the screen──► ready, by item ──too far away──► idle ──dequeued──► for any item
//        ▲    ▲                                   │  ▲
//        │    └───────comes back: no request──────┘  └── requested ahead of time, perhaps never shown
//        └── requested from the delegate
//
// It behaves like UICollectionView since iOS 10: a view may be requested and never displayed, or displayed again
// without a request. Only "will display" and "did end displaying" come in pairs.
import KVONotifying
import MiniFoundation
import MiniRuntime

final class CollectionView: Sendable {
    static let itemCount = 12
    static let itemsOnScreen = 3
    static let itemsInSection = 3

    private let cells = Lane(.cell)
    private let headers = Lane(.header)
    private let first = Locked(0)

    /// Shows the items from `item` on, and requests the next one in the direction of scrolling ahead of time.
    func scroll(to item: Int, _ delegate: Object) throws {
        let previous = first.withLock { first in
            defer { first = item }
            return first
        }
        let items = item..<item + Self.itemsOnScreen
        let next = item >= previous ? items.upperBound : items.lowerBound - 1
        let me = Object(boxing: self)
        try headers.show(items.lowerBound / Self.itemsInSection..<(items.upperBound - 1) / Self.itemsInSection + 1) {
            try $0.send(delegate, me)
        }
        try cells.show(items, preparing: (0..<Self.itemCount).contains(next) ? next : nil) {
            try $0.send(delegate, me)
        }
    }

    /// Returns an idle view of the kind, or a new instance of `cls`.
    func dequeue(_ kind: ReusableKind, _ cls: Class) throws -> Object {
        try (kind == .cell ? cells : headers).dequeue(cls)
    }

    var visibleCells: [Object] { cells.visible }
    /// Available since iOS 9 only; the controller does not use it.
    var visibleHeaders: [Object] { headers.visible }
}

enum ReusableKind: String { case cell, header }

/// A message to the delegate.
enum DisplayMessage {
    case ask(ReusableKind, Int)
    case willDisplay(ReusableKind, Object, Int)
    case didEndDisplaying(ReusableKind, Object, Int)

    /// Sends the message. The index path is simply the number of the item or section.
    func send(_ delegate: Object, _ view: Object) throws -> Object? {
        let element = "UICollectionElementKindSectionHeader"
        switch self {
        case .ask(.cell, let item):
            return try delegate.send("collectionView:cellForItemAtIndexPath:", view, item, as: Object.self)
        case .ask(.header, let section):
            return try delegate.send(
                "collectionView:viewForSupplementaryElementOfKind:atIndexPath:", view, element, section,
                as: Object.self)
        case .willDisplay(.cell, let cell, let item):
            try delegate.send("collectionView:willDisplayCell:forItemAtIndexPath:", view, cell, item)
        case .willDisplay(.header, let header, let section):
            try delegate.send(
                "collectionView:willDisplaySupplementaryView:forElementKind:atIndexPath:", view, header, element,
                section)
        case .didEndDisplaying(.cell, let cell, let item):
            try delegate.send("collectionView:didEndDisplayingCell:forItemAtIndexPath:", view, cell, item)
        case .didEndDisplaying(.header, let header, let section):
            try delegate.send(
                "collectionView:didEndDisplayingSupplementaryView:forElementOfKind:atIndexPath:", view, header, element,
                section)
        }
        return nil
    }
}

/// The views of one kind.
private final class Lane: Sendable {
    private struct State: Lockable {
        var shown: [Int: Object] = [:]
        var ready: [Int: Object] = [:]
        var idle: [Object] = []
        var madeCount = 0
    }

    private let kind: ReusableKind
    // Not locked while a message is sent.
    private let state = Locked(State())

    init(_ kind: ReusableKind) {
        self.kind = kind
    }

    var visible: [Object] { state.withLock { $0.shown.sorted { $0.key < $1.key }.map(\.value) } }

    func show(_ items: Range<Int>, preparing next: Int? = nil, tell: (DisplayMessage) throws -> Object?) throws {
        let leaving = state.withLock { $0.shown.filter { !items.contains($0.key) } }
        for (item, view) in leaving.sorted(by: { $0.key < $1.key }) {
            state.withLock {
                $0.shown[item] = nil
                $0.ready[item] = view
            }
            _ = try tell(.didEndDisplaying(kind, view, item))
        }
        retireFar(from: items)
        for item in items where state.withLock({ $0.shown[item] == nil }) {
            let view = try state.withLock { $0.ready.removeValue(forKey: item) } ?? tell(.ask(kind, item))!
            state.withLock { $0.shown[item] = view }
            _ = try tell(.willDisplay(kind, view, item))
        }
        guard let next, state.withLock({ $0.ready[next] == nil }) else { return }
        let view = try tell(.ask(kind, next))
        state.withLock { $0.ready[next] = view }
    }

    /// Makes views idle whose item is neither on the screen nor next to it.
    private func retireFar(from items: Range<Int>) {
        state.withLock { state in
            let far = state.ready.filter { !(items.lowerBound - 1...items.upperBound).contains($0.key) }
            for (item, view) in far.sorted(by: { $0.key > $1.key }) {
                state.ready[item] = nil
                state.idle.append(view)
            }
        }
    }

    func dequeue(_ cls: Class) throws -> Object {
        if let idle = state.withLock({ $0.idle.isEmpty ? nil : $0.idle.removeFirst() }) { return idle }
        let view = try cls.new()
        let number = state.withLock {
            $0.madeCount += 1
            return $0.madeCount
        }
        transcript.name(view, "\(kind.rawValue)\(number)")
        return view
    }
}
