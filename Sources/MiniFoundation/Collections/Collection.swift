// Collection.swift - what all collection classes have in common.
//
// A kind of collection is two classes, NSX and NSMutableX below it, over one storage. A few of their methods, the
// primitives, work on the storage; all others are made of them. Where a subclass overrides a primitive, the others send
// it as a message; else they may take the short way to the storage.
import MiniRuntime

/// The two classes of one kind.
struct Family {
    /// What an argument of this kind is called.
    private let word: StaticString
    let immutable, mutable: Class

    init(_ word: StaticString, _ immutable: Class, _ makeSubclass: (Class) throws -> Class) throws {
        self.word = word
        self.immutable = immutable
        mutable = try makeSubclass(immutable)
    }

    /// Whether the object has a method of its own for a primitive. So have objects of all other classes.
    func overrides(_ primitive: Selector, in object: ID) -> Bool {
        let isa = UnmanagedObject(object).isa
        return isa != immutable && isa != mutable
            && isa.methodImplementation(primitive) != mutable.methodImplementation(primitive)
    }

    /// The members of an object of this kind, by message; nil for other objects, and if an exception was raised.
    func elements(of object: Object) -> [Object]? {
        withExtendedLifetime(object) {
            let address = object.unmanaged.address
            guard isKind(address, of: immutable) else { return nil }
            return MiniFoundation.members(of: address)?.map { UnmanagedObject($0).retained() }
        }
    }

    /// Whether an argument is of this kind. nil is not, and stands for an empty collection; anything else raises, as in
    /// Foundation: `*** -[NSMutableArray addObjectsFromArray:]: array argument is not an NSArray`.
    func accepts(_ argument: ID?, _ me: ID, _ selector: SEL) -> Bool {
        guard let argument else { return false }
        if isKind(argument, of: immutable) || isKindByMessage(argument) { return true }
        raise(ExceptionName.invalidArgument, me, selector, "\(word) argument is not an \(immutable)")
        return false
    }

    /// The members of an argument of this kind, borrowed. nil if an exception was raised.
    func members(of argument: ID?, _ me: ID, _ selector: SEL) -> [ID]? {
        if accepts(argument, me, selector) { return MiniFoundation.members(of: argument!) }
        return argument == nil ? [] : nil
    }

    /// For proxies.
    private func isKindByMessage(_ argument: ID) -> Bool {
        let cls = UInt(bitPattern: immutable.receiverAddress)
        return UnmanagedObject(argument).sendWords(Selectors.isKindOfClass, (cls, 0, 0, 0)) & 0xFF != 0
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension ClassBuilder {
    /// Adds what every collection has. Its hash is its count.
    /// - Parameter equality: the name of `isEqual:` between two of a kind.
    func addCollection(
        equality: Selector, isEqual: Question, enumeration: EnumerationMethod, dealloc: VoidMethod
    ) {
        addEquality(equality, isEqual)
        add("hash", "Q", function: { me, _ in UInt(count(of: me)) } as WordMethod)
        add(
            "description", "@",
            function: { me, _ in NSString.autoreleased(CollectionText.text(of: me)) } as ObjectMethod)
        addEnumeration(enumeration)
        addDealloc(dealloc)
    }

    /// Adds a method to the class and its counterpart to instances that `alloc` returned: `arrayWithX:`, `initWithX:`.
    /// The function is one for both: see ``making(_:_:)``.
    func addMaking<Function>(_ names: (Selector, Selector), _ types: String..., function: Function) {
        cls.isa.addFunction(names.0, ["@"] + types, function)
        cls.addFunction(names.1, ["@"] + types, function)
    }

    /// Adds `+array`, `+set` and the like.
    func addMakingEmpty(_ name: Selector) {
        addToClass(name, "@", function: { me, _ in autoreleased(allocate(me)) } as ObjectMethod)
    }

    /// Adds `arrayWithCapacity:` and the like. The capacity is a hint, and not needed.
    func addMakingWithCapacity(_ name: Selector) {
        addMaking(
            (name, "initWithCapacity:"), "Q",
            function: { me, _, _ in making(me) { _ in } } as ObjectFromWord)
    }
}

/// What a method added by `addMaking` does: allocates if it was sent to a class, and lets `fill` fill the instance. One
/// that raises meanwhile is released, and nil returned.
func making(_ me: ID, _ fill: (ID) -> Void) -> ID? {
    let isClass = UnmanagedObject(me).isa.isMetaclass
    let object = isClass ? allocate(me) : me
    let watch = ExceptionWatch()
    fill(object)
    if watch.raised {
        release(object)
        return nil
    }
    return isClass ? autoreleased(object) : object
}

/// `isEqual:` of a collection: the same object, or one of the same kind with as many members that `body` finds equal.
func areEqual(_ me: ID, _ other: ID?, _ family: Family, _ body: (ID) -> Bool) -> Bool {
    guard let other, me != other else { return other != nil }
    return isKind(other, of: family.immutable) && count(of: me) == count(of: other) && body(other)
}

/// `allObjects`, `allKeys`, `array`: a new NSArray of the members.
let arrayOfMembers: ObjectMethod = { me, _ in members(of: me).map { NSArray.autoreleased($0) } }

// ── Changing by messages ────────────────────────────────────────────────────────────────────────────

/// Sends messages one after the other, until one raises.
func untilRaised<Item>(_ items: some Sequence<Item>, _ body: (Item) -> Void) {
    let watch = ExceptionWatch()
    for item in items where !watch.raised { body(item) }
}

/// Sends a message with each object, all of which stay alive meanwhile. Nothing for nil: an exception was raised.
func sendEach(_ objects: [ID]?, as selector: Selector, to me: ID) {
    guard let objects else { return }
    keepingAlive(objects) {
        untilRaised(objects) { send(me, selector, word($0)) }
    }
}

/// `setArray:`, `setSet:`: removes all, then adds these. Nothing for nil: an exception was raised.
func replaceAll(of me: ID, by objects: [ID]?) {
    guard let objects else { return }
    let watch = ExceptionWatch()
    keepingAlive(objects) {
        send(me, Selectors.removeAllObjects)
        if !watch.raised { sendEach(objects, as: Selectors.addObject, to: me) }
    }
}

/// Keeps objects alive while messages are sent that may remove them from where they were found.
func keepingAlive(_ objects: [ID], _ body: () -> Void) {
    objects.forEach { retain($0) }
    body()
    objects.forEach(release)
}

let addObjectsFromArray: TakingObject = { me, selector, other in
    sendEach(NSArray.family.members(of: other, me, selector), as: Selectors.addObject, to: me)
}
