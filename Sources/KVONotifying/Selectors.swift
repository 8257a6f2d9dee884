// Selectors.swift - the selectors of all messages that this module sends or implements.
import MiniFoundation
import MiniRuntime

extension Selectors {
    // Objects.
    static let observedObjectDied: Selector = "observedObjectDied:"
    static let resolveClassMethod: Selector = "resolveClassMethod:"
    static let resolveInstanceMethod: Selector = "resolveInstanceMethod:"

    // Collections.
    static let containsObject: Selector = "containsObject:"
    static let objectsAtIndexes: Selector = "objectsAtIndexes:"

    // Coding.
    static let valueForKey: Selector = "valueForKey:"
    static let valueForKeyPath: Selector = "valueForKeyPath:"
    static let valueForUndefinedKey: Selector = "valueForUndefinedKey:"
    static let setValueForKey: Selector = "setValue:forKey:"
    static let setValueForKeyPath: Selector = "setValue:forKeyPath:"
    static let setValueForUndefinedKey: Selector = "setValue:forUndefinedKey:"
    static let setNilValueForKey: Selector = "setNilValueForKey:"
    static let dictionaryWithValuesForKeys: Selector = "dictionaryWithValuesForKeys:"
    static let setValuesForKeys: Selector = "setValuesForKeysWithDictionary:"
    static let validateValueForKey: Selector = "validateValue:forKey:error:"
    static let validateValueForKeyPath: Selector = "validateValue:forKeyPath:error:"
    static let accessesIvars: Selector = "accessInstanceVariablesDirectly"
    static let mutableArrayForKey: Selector = "mutableArrayValueForKey:"
    static let mutableArrayForKeyPath: Selector = "mutableArrayValueForKeyPath:"
    static let mutableSetForKey: Selector = "mutableSetValueForKey:"
    static let mutableSetForKeyPath: Selector = "mutableSetValueForKeyPath:"
    static let mutableOrderedSetForKey: Selector = "mutableOrderedSetValueForKey:"
    static let mutableOrderedSetForKeyPath: Selector = "mutableOrderedSetValueForKeyPath:"

    // Registrations and notifications.
    static let isKVOA: Selector = "_isKVOA"
    static let addObserver: Selector = "addObserver:forKeyPath:options:context:"
    static let removeObserver: Selector = "removeObserver:forKeyPath:"
    static let removeObserverContext: Selector = "removeObserver:forKeyPath:context:"
    static let observeValue: Selector = "observeValueForKeyPath:ofObject:change:context:"
    static let observationInfo: Selector = "observationInfo"
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
    static let automaticallyNotifies: Selector = "automaticallyNotifiesObserversForKey:"
    static let keyPathsForValuesAffecting: Selector = "keyPathsForValuesAffectingValueForKey:"
    static let setKeysTriggering: Selector = "setKeys:triggerChangeNotificationsForDependentKey:"
}
