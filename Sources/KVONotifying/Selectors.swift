// Selectors.swift - the selectors of messages that this module sends or implements, beside those of KeyValueCoding.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

extension Selectors {
    // Registrations and notifications.
    static let isKVOA: Selector = "_isKVOA"
    static let addObserver: Selector = "addObserver:forKeyPath:options:context:"
    static let removeObserver: Selector = "removeObserver:forKeyPath:"
    static let removeObserverContext: Selector = "removeObserver:forKeyPath:context:"
    static let observedObjectDied: Selector = "observedObjectDied:"
    static let observeValue: Selector = "observeValueForKeyPath:ofObject:change:context:"
    static let observationInfo: Selector = "observationInfo"
    static let setObservationInfo: Selector = "setObservationInfo:"
    static let addObserverToElements: Selector = "addObserver:toObjectsAtIndexes:forKeyPath:options:context:"
    static let removeObserverFromElements: Selector = "removeObserver:fromObjectsAtIndexes:forKeyPath:"
    static let removeObserverFromElementsContext: Selector = "removeObserver:fromObjectsAtIndexes:forKeyPath:context:"

    // Changes.
    static let willChangeValue: Selector = "willChangeValueForKey:"
    static let didChangeValue: Selector = "didChangeValueForKey:"
    static let willChangeIndexes: Selector = "willChange:valuesAtIndexes:forKey:"
    static let didChangeIndexes: Selector = "didChange:valuesAtIndexes:forKey:"
    static let willChangeSet: Selector = "willChangeValueForKey:withSetMutation:usingObjects:"
    static let didChangeSet: Selector = "didChangeValueForKey:withSetMutation:usingObjects:"

    // The declarations of a class about its keys.
    static let keyPathsForValuesAffecting: Selector = "keyPathsForValuesAffectingValueForKey:"
    static let setKeysTriggering: Selector = "setKeys:triggerChangeNotificationsForDependentKey:"
}
