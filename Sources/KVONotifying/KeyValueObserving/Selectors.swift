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
    static let willChangeValue: Selector = "willChangeValueForKey:"
    static let didChangeValue: Selector = "didChangeValueForKey:"
    static let observationInfo: Selector = "observationInfo"
    static let automaticallyNotifies: Selector = "automaticallyNotifiesObserversForKey:"
    static let valueForKey: Selector = "valueForKey:"
    static let valueForUndefinedKey: Selector = "valueForUndefinedKey:"
    static let accessesIvars: Selector = "accessInstanceVariablesDirectly"
}
