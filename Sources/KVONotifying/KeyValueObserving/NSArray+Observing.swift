// NSArray+Observing.swift - collections refuse observers; the elements of an array take them.
import MiniFoundation
import MiniRuntime

private typealias Pointer = UnsafeMutableRawPointer

enum CollectionObservingMethods {
    static let added: Void = {
        for cls in [NSArray.cls, NSSet.cls, NSOrderedSet.cls] {
            for (selector, implementation, types) in refusals {
                cls.addMethod(selector, implementation, types: types)
            }
        }
        for (selector, implementation, types) in elementMethods {
            NSArray.cls.addMethod(selector, implementation, types: types)
        }
    }()

    // ── Refusing ────────────────────────────────────────────────────────────────────────────────────

    private static let refuseAdding = imp(
        { object, selector, _, keyPath, _, _ in
            RuntimeException.notSupported(UnmanagedObject(object), Selectors.addObserver, string(keyPath)).raise()
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, UInt, UInt) -> Void)

    private static let refuseRemoving = imp(
        { object, selector, _, keyPath in
            RuntimeException.notSupported(UnmanagedObject(object), Selectors.removeObserver, string(keyPath)).raise()
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?) -> Void)

    private static let refuseRemovingContext = imp(
        { object, selector, _, keyPath, _ in
            RuntimeException.notSupported(UnmanagedObject(object), Selectors.removeObserverContext, string(keyPath))
                .raise()
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, UInt) -> Void)

    private static let refusals: [(Selector, IMP, String)] = [
        (Selectors.addObserver, refuseAdding, "v48@0:8@16@24Q32^v40"),
        (Selectors.removeObserver, refuseRemoving, "v32@0:8@16@24"),
        (Selectors.removeObserverContext, refuseRemovingContext, "v40@0:8@16@24^v32"),
    ]

    // ── Elements ────────────────────────────────────────────────────────────────────────────────────

    private static let addToElements = imp(
        { array, _, observer, indexes, keyPath, options, context in
            forElements(of: array, at: indexes, Selectors.addObserverToElements) { element in
                element.sendWords(Selectors.addObserver, (word(observer), word(keyPath), options, context))
            }
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt, UInt) -> Void)

    private static let removeFromElements = imp(
        { array, _, observer, indexes, keyPath in
            forElements(of: array, at: indexes, Selectors.removeObserverFromElements) { element in
                element.sendWords(Selectors.removeObserver, (word(observer), word(keyPath), 0, 0))
            }
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?) -> Void)

    private static let removeFromElementsContext = imp(
        { array, _, observer, indexes, keyPath, context in
            forElements(of: array, at: indexes, Selectors.removeObserverFromElementsContext) { element in
                element.sendWords(Selectors.removeObserverContext, (word(observer), word(keyPath), context, 0))
            }
        } as @convention(c) (Pointer, Pointer, Pointer?, Pointer?, Pointer?, UInt) -> Void)

    private static let elementMethods: [(Selector, IMP, String)] = [
        (Selectors.addObserverToElements, addToElements, "v56@0:8@16@24@32Q40^v48"),
        (Selectors.removeObserverFromElements, removeFromElements, "v40@0:8@16@24@32"),
        (Selectors.removeObserverFromElementsContext, removeFromElementsContext, "v48@0:8@16@24@32^v40"),
    ]

    private static func word(_ object: Pointer?) -> UInt { UInt(bitPattern: object) }

    /// All indexes are checked before the first element is sent anything; the first that raises ends it.
    private static func forElements(
        of array: Pointer, at indexes: Pointer?, _ message: Selector, _ body: (UnmanagedObject) -> Void
    ) {
        guard let indexes = UnmanagedObject(indexes)?.retained(), NSIndexSet.ranges(of: indexes) != nil else {
            return RuntimeException.badArgument(message.name, UnmanagedObject(array), "the indexes are no NSIndexSet")
                .raise()
        }
        autoreleasepool {
            let found = withExtendedLifetime(indexes) {
                UnmanagedObject(array).sendWords("objectsAtIndexes:", (indexes.unmanaged.word, 0, 0, 0))
            }
            guard let elements = UnmanagedObject(UnsafeMutableRawPointer(bitPattern: found))?.retained() else { return }
            for element in NSArray.elements(of: elements) ?? [] {
                withExtendedLifetime(element) { body(element.unmanaged) }
                if RuntimeException.isPending { return }
            }
        }
    }
}
