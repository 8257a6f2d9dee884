// Selectors.swift - the selectors of messages that this module sends or implements.
import MiniFoundation
import MiniRuntime

extension Selectors {
    // Collections.
    package static let containsObject: Selector = "containsObject:"
    package static let objectsAtIndexes: Selector = "objectsAtIndexes:"

    // Coding.
    package static let automaticallyNotifies: Selector = "automaticallyNotifiesObserversForKey:"
    package static let valueForKey: Selector = "valueForKey:"
    package static let valueForKeyPath: Selector = "valueForKeyPath:"
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
}
