// Load.swift - makes the runtime classes of this module, all at once, before the first message is looked up.
//
// Each class is made by the file that bears its name. They are published together, and whoever needs them before
// anybody sent a message asks the runtime to load them. Nothing here sends messages or waits, so no thread that is
// about to load can hold up another.
import MiniRuntime
import Synchronization

/// The runtime's entry, found by its C name when this module is linked into the program. Called once, by the runtime.
@c(mr_load_MiniFoundation)
public func loadMiniFoundation() {
    _ = Foundation.load
}

/// The classes of this module and what belongs to them.
struct Foundation: Sendable {
    let value, number, string, null, swiftValue, enumerator, proxy: Class
    let arrays, sets, orderedSets, dictionaries, indexSets: Family
    let numberTag: PointerTag
    let nullObject: Object

    private init() throws {
        value = try NSValue.makeClass()
        number = try NSNumber.makeClass(superclass: value)
        string = try NSString.makeClass()
        null = try NSNull.makeClass()
        enumerator = try NSEnumerator.makeClass()
        arrays = try Family("array", NSArray.makeClass(), NSMutableArray.makeClass)
        sets = try Family("set", NSSet.makeClass(), NSMutableSet.makeClass)
        orderedSets = try Family("ordered set", NSOrderedSet.makeClass(), NSMutableOrderedSet.makeClass)
        dictionaries = try Family("dictionary", NSDictionary.makeClass(), NSMutableDictionary.makeClass)
        indexSets = try Family("index set", NSIndexSet.makeClass(), NSMutableIndexSet.makeClass)
        proxy = try NSProxy.makeClass()
        swiftValue = try SwiftBox.makeClass()
        guard let tag = PointerTag(3, for: number), let nullObject = null.createInstance() else {
            throw RuntimeError.classNameTaken("NSNumber")
        }
        numberTag = tag
        self.nullObject = nullObject
    }

    // The address of the only instance, which lives for ever.
    private static let published = Atomic<UInt>(0)

    fileprivate static let load: Void = {
        do {
            let classes = UnsafeMutablePointer<Foundation>.allocate(capacity: 1)
            try classes.initialize(to: Foundation())
            published.store(UInt(bitPattern: classes), ordering: .releasing)
        } catch {
            fatalError("MiniFoundation cannot make its classes: \(error)")
        }
    }()

    /// The classes, loaded first if need be.
    static var classes: UnsafePointer<Foundation> {
        UnsafePointer(bitPattern: published.load(ordering: .acquiring)) ?? askForClasses()
    }

    private static func askForClasses() -> UnsafePointer<Foundation> {
        Runtime.loadModules()  // waits for a thread that loads them already: it may have registered some and not all
        guard let classes = UnsafePointer<Foundation>(bitPattern: published.load(ordering: .acquiring)) else {
            fatalError("MiniFoundation is used while its classes are being made")
        }
        return classes
    }
}
