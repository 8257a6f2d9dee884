// Collection.swift - the common parts of all collection classes.
//
// A kind of collection has two classes, NSX and its subclass NSMutableX, with the same storage. Only a few methods, the
// primitives, access the storage; all others are built on the primitives. If a subclass overrides a primitive, they
// send it as a message; otherwise they may access the storage directly.
import MiniRuntime

/// The two classes of one kind of collection.
struct Family {
    /// The word for a collection of this kind in error messages.
    private let word: StaticString
    let immutable, mutable: Class

    init(_ word: StaticString, _ immutable: Class, _ makeSubclass: (Class) throws -> Class) throws {
        self.word = word
        self.immutable = immutable
        mutable = try makeSubclass(immutable)
    }

    /// Whether the object's class overrides a primitive. Always true for objects outside the family.
    func overrides(_ primitive: Selector, in object: ID) -> Bool {
        let isa = UnmanagedObject(object).isa
        return isa != immutable && isa != mutable
            && isa.methodImplementation(primitive) != mutable.methodImplementation(primitive)
    }

    /// Returns the members of a collection of this kind, read by messages. nil for other objects, and if an exception
    /// was raised.
    func elements(of object: Object) -> [Object]? {
        withExtendedLifetime(object) {
            let address = object.unmanaged.address
            guard object.unmanaged.isKind(of: immutable) else { return nil }
            return autoreleasepool { MiniFoundation.members(of: address)?.map { UnmanagedObject($0).retained() } }
        }
    }

    /// Whether an argument is of this kind. nil is not, but callers treat it as an empty collection. Any other object
    /// raises, as in Foundation: `*** -[NSMutableArray addObjectsFromArray:]: array argument is not an NSArray`.
    func accepts(_ argument: ID?, _ me: ID, _ selector: SEL) -> Bool {
        guard let argument else { return false }
        let check = ExceptionCheck()
        if UnmanagedObject(argument).isKind(of: immutable) { return true }
        if check.raised { return false }
        raise(ExceptionName.invalidArgument, me, selector, "\(word) argument is not an \(immutable)")
        return false
    }

    /// Returns the members of an argument, borrowed; empty for nil. nil if an exception was raised.
    func members(of argument: ID?, _ me: ID, _ selector: SEL) -> [ID]? {
        if accepts(argument, me, selector) { return MiniFoundation.members(of: argument!) }
        return argument == nil ? [] : nil
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension ClassBuilder {
    /// Adds the methods of every collection. The hash of a collection is its count.
    /// - Parameter equality: the name of the method that compares two collections of this kind.
    func addCollection(
        equality: Selector, isEqual: BoolMethod, enumeration: EnumerationMethod, dealloc: VoidMethod
    ) {
        addEquality(equality, isEqual)
        add("hash", "Q", function: { me, _ in UInt(count(of: me)) } as WordMethod)
        add(
            "description", "@",
            function: { me, _ in NSString.autoreleased(CollectionText.text(of: me)) } as ObjectMethod)
        addEnumeration(enumeration)
        addDealloc(dealloc)
    }

    /// Adds a class method and the corresponding init method: `arrayWithX:`, `initWithX:`. Both have the same function:
    /// see ``initialize(_:_:)``.
    func addConstructor<Function>(_ names: (Selector, Selector), _ types: String..., function: Function) {
        cls.isa.addFunction(names.0, ["@"] + types, function)
        cls.addFunction(names.1, ["@"] + types, function)
    }

    /// Adds `+array`, `+set` and so on.
    func addEmptyConstructor(_ name: Selector) {
        addToClass(name, "@", function: { me, _ in autoreleased(allocate(me)) } as ObjectMethod)
    }

    /// Adds `arrayWithCapacity:` and so on. The capacity is only a hint, and is ignored.
    func addCapacityConstructor(_ name: Selector) {
        addConstructor(
            (name, "initWithCapacity:"), "Q",
            function: { me, _, _ in initialize(me) { _ in } } as ObjectFromWord)
    }
}

/// The body of a method added by `addConstructor`. If it was sent to a class, allocates an instance; then calls `fill`
/// with the instance. If `fill` raises, releases the instance and returns nil.
func initialize(_ me: ID, _ fill: (ID) -> Void) -> ID? {
    let isClass = UnmanagedObject(me).isa.isMetaclass
    let object = isClass ? allocate(me) : me
    let check = ExceptionCheck()
    fill(object)
    if check.raised {
        release(object)
        return nil
    }
    return isClass ? autoreleased(object) : object
}

/// Compares a collection by `isEqual:`: true for the same object, and for a collection of the same kind and count for
/// which `body` is true.
func areEqual(_ me: ID, _ other: ID?, _ family: Family, _ body: (ID) -> Bool) -> Bool {
    guard let other, me != other else { return other != nil }
    return UnmanagedObject(other).isKind(of: family.immutable) && count(of: me) == count(of: other) && body(other)
}

/// `allObjects`, `allKeys`, `array`: returns a new NSArray with the members.
let arrayOfMembers: ObjectMethod = { me, _ in members(of: me).map { NSArray.autoreleased($0) } }

// ── Changing a collection by messages ───────────────────────────────────────────────────────────────

/// Calls `body` with one item after the other until one raises.
func untilRaised<Item>(_ items: some Sequence<Item>, _ body: (Item) -> Void) {
    let check = ExceptionCheck()
    for item in items where !check.raised { body(item) }
}

/// Sends a message with each object, and keeps all objects alive until the last send returns. Does nothing for nil, the
/// result of a call that raised.
func sendEach(_ objects: [ID]?, as selector: Selector, to me: ID) {
    guard let objects else { return }
    keepingAlive(objects) {
        untilRaised(objects) { send(me, selector, word($0)) }
    }
}

/// `setArray:`, `setSet:`: removes all members, then adds `objects`. Does nothing for nil, the result of a call that
/// raised.
func replaceAll(of me: ID, by objects: [ID]?) {
    guard let objects else { return }
    let check = ExceptionCheck()
    keepingAlive(objects) {
        send(me, Selectors.removeAllObjects)
        if !check.raised { sendEach(objects, as: Selectors.addObject, to: me) }
    }
}

/// Keeps objects alive during messages that may remove them from their collection.
func keepingAlive(_ objects: [ID], _ body: () -> Void) {
    objects.forEach { retain($0) }
    body()
    objects.forEach(release)
}

let addObjectsFromArray: TakingObject = { me, selector, other in
    sendEach(NSArray.family.members(of: other, me, selector), as: Selectors.addObject, to: me)
}
