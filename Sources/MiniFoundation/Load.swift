// Load.swift - creates all runtime classes of this module before main().
//
// Each class is created by the file of the same name.
import MiniRuntime

/// Creates the module's classes. The runtime finds this function by its C name if this module is linked into the
/// program, and calls it once, before main().
@c(mr_load_MiniFoundation)
public func loadMiniFoundation() {
    do {
        let classes = UnsafeMutablePointer<Foundation>.allocate(capacity: 1)
        try classes.initialize(to: Foundation())
        Foundation.loaded = UnsafePointer(classes)
    } catch {
        fatalError("MiniFoundation cannot make its classes: \(error)")
    }
}

/// The classes of this module, the tags of numbers and the NSNull object.
struct Foundation: Sendable {
    let value, number, string, mutableString, null, swiftValue, enumerator, proxy: Class
    let arrays, sets, orderedSets, dictionaries, indexSets: Family
    let numberTag, doubleTag: PointerTag
    let nullObject: Object

    fileprivate init() throws {
        value = try NSValue.makeClass()
        number = try NSNumber.makeClass(superclass: value)
        string = try NSString.makeClass()
        mutableString = try NSMutableString.makeClass(superclass: string)
        null = try NSNull.makeClass()
        enumerator = try NSEnumerator.makeClass()
        arrays = try Family("array", NSArray.makeClass(), NSMutableArray.makeClass)
        sets = try Family("set", NSSet.makeClass(), NSMutableSet.makeClass)
        orderedSets = try Family("ordered set", NSOrderedSet.makeClass(), NSMutableOrderedSet.makeClass)
        dictionaries = try Family("dictionary", NSDictionary.makeClass(), NSMutableDictionary.makeClass)
        indexSets = try Family("index set", NSIndexSet.makeClass(), NSMutableIndexSet.makeClass)
        proxy = try NSProxy.makeClass()
        swiftValue = try SwiftBox.makeClass()
        guard let numberTag = PointerTag(3, for: number), let doubleTag = PointerTag(1, for: number),
            let nullObject = null.createInstance()
        else { throw RuntimeError.classNameTaken("NSNumber") }
        self.numberTag = numberTag
        self.doubleTag = doubleTag
        self.nullObject = nullObject
        try adoptProtocols()
    }

    // The only instance, which lives for ever. Written once, before main(), while there is only one thread.
    nonisolated(unsafe) fileprivate static var loaded: UnsafePointer<Foundation>?

    /// The loaded classes.
    static var classes: UnsafePointer<Foundation> {
        guard let loaded else { fatalError("MiniFoundation is used while its classes are being made") }
        return loaded
    }
}
