// NSArray+Observing.swift - the messages of observing to collections: a collection raises when an observer is added to
// it; an array can add observers to its elements.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum CollectionObservingMethods {
    static func addAll() {
        for cls in Collections.classes {
            ObservingMethods.addRegistering(to: cls, refuseAdding, refuseRemoving, refuseRemovingContext)
        }
        let array = NSArray.cls
        array.addFunction(Selectors.addObserverToElements, "v56@0:8@16@24@32Q40^v48", addToElements)
        array.addFunction(Selectors.removeObserverFromElements, "v40@0:8@16@24@32", removeFromElements)
        array.addFunction(
            Selectors.removeObserverFromElementsContext, "v48@0:8@16@24@32^v40", removeFromElementsContext)
    }

    // ── Refusing ────────────────────────────────────────────────────────────────────────────────────

    private static let refuseAdding: AddObserver = { object, _, _, keyPath, _, _ in
        refuse(object, Selectors.addObserver, keyPath)
    }

    private static let refuseRemoving: TakingObjects = { object, _, _, keyPath in
        refuse(object, Selectors.removeObserver, keyPath)
    }

    private static let refuseRemovingContext: RemoveObserverContext = { object, _, _, keyPath, _ in
        refuse(object, Selectors.removeObserverContext, keyPath)
    }

    private static func refuse(_ object: ID, _ message: Selector, _ keyPath: ID?) {
        RuntimeException.notSupported(UnmanagedObject(object), message, string(keyPath)).raise()
    }

    // ── Elements ────────────────────────────────────────────────────────────────────────────────────

    private static let addToElements: @convention(c) (ID, SEL, ID?, ID?, ID?, UInt, UInt) -> Void = {
        array, _, observer, indexes, keyPath, options, context in
        let words = (UnmanagedObject(observer).word, UnmanagedObject(keyPath).word, options, context)
        forElements(of: array, at: indexes, Selectors.addObserverToElements) {
            $0.sendWords(Selectors.addObserver, words)
        }
    }

    private static let removeFromElements: @convention(c) (ID, SEL, ID?, ID?, ID?) -> Void = {
        array, _, observer, indexes, keyPath in
        let words = (UnmanagedObject(observer).word, UnmanagedObject(keyPath).word, UInt(0), UInt(0))
        forElements(of: array, at: indexes, Selectors.removeObserverFromElements) {
            $0.sendWords(Selectors.removeObserver, words)
        }
    }

    private static let removeFromElementsContext: @convention(c) (ID, SEL, ID?, ID?, ID?, UInt) -> Void = {
        array, _, observer, indexes, keyPath, context in
        let words = (UnmanagedObject(observer).word, UnmanagedObject(keyPath).word, context, UInt(0))
        forElements(of: array, at: indexes, Selectors.removeObserverFromElementsContext) {
            $0.sendWords(Selectors.removeObserverContext, words)
        }
    }

    /// Calls `body` for the elements at the indexes. Raises before the first call if an index is out of bounds. Stops
    /// at the first exception.
    private static func forElements(
        of array: ID, at indexes: ID?, _ message: Selector, _ body: (UnmanagedObject) -> Void
    ) {
        let array = UnmanagedObject(array)
        guard let indexes = UnmanagedObject(indexes)?.retained(), NSIndexSet.ranges(of: indexes) != nil else {
            return RuntimeException.badArgument(array, message, "the indexes are no NSIndexSet").raise()
        }
        autoreleasepool {
            guard let elements = array.retained().message(Selectors.objectsAtIndexes, indexes) else { return }
            for element in NSArray.elements(of: elements) ?? [] {
                withExtendedLifetime(element) { body(element.unmanaged) }
                if RuntimeException.isPending { return }
            }
        }
    }
}
