// Selectors.swift - the messages that observing is made of.
import MiniRuntime

enum Selectors {
    static let cls: Selector = "class"
    static let dealloc: Selector = "dealloc"
    static let isKVOA: Selector = "_isKVOA"

    static let addObserver: Selector = "addObserver:forKeyPath:options:context:"
    static let removeObserver: Selector = "removeObserver:forKeyPath:"
    static let removeObserverContext: Selector = "removeObserver:forKeyPath:context:"
    static let observeValue: Selector = "observeValueForKeyPath:ofObject:change:context:"
    static let observationInfo: Selector = "observationInfo"

    static let addObserverToElements: Selector = "addObserver:toObjectsAtIndexes:forKeyPath:options:context:"
    static let removeObserverFromElements: Selector = "removeObserver:fromObjectsAtIndexes:forKeyPath:"
    static let removeObserverFromElementsContext: Selector = "removeObserver:fromObjectsAtIndexes:forKeyPath:context:"

    static let willChangeValue: Selector = "willChangeValueForKey:"
    static let didChangeValue: Selector = "didChangeValueForKey:"
    static let willChangeIndexes: Selector = "willChange:valuesAtIndexes:forKey:"
    static let didChangeIndexes: Selector = "didChange:valuesAtIndexes:forKey:"
    static let willChangeSet: Selector = "willChangeValueForKey:withSetMutation:usingObjects:"
    static let didChangeSet: Selector = "didChangeValueForKey:withSetMutation:usingObjects:"

    static let automaticallyNotifies: Selector = "automaticallyNotifiesObserversForKey:"
    static let keyPathsForValuesAffecting: Selector = "keyPathsForValuesAffectingValueForKey:"
    static let setKeysTriggering: Selector = "setKeys:triggerChangeNotificationsForDependentKey:"

    static let valueForKey: Selector = "valueForKey:"
    static let valueForKeyPath: Selector = "valueForKeyPath:"
    static let setObjectForKey: Selector = "setObject:forKey:"
    static let removeObjectForKey: Selector = "removeObjectForKey:"
}
