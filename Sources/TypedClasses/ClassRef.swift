// ClassRef.swift - a typed reference to a class object: `Account.class`, and `me` in class methods.
import MiniFoundation
import MiniRuntime

/// A described class or a subclass, as the receiver of class messages and the owner of class properties.
///
///     print(try Account.class.format(3))     // [Account format: 3]
///     Account.class.currency = "USD"         // [Account setCurrency: @"USD"]
///
/// Any thread. Objective-C: a `Class`, or the name of a class in front of a message.
@dynamicMemberLookup
public struct ClassRef<Description: ClassDescription>: Sendable {
    /// The class. In a class method that was sent to a subclass, this is the subclass.
    public let runtimeClass: Class
    private let described: Described<Description>
    private let isSuper: Bool

    init(_ cls: Class, _ described: Described<Description>, isSuper: Bool = false) {
        runtimeClass = cls
        self.described = described
        self.isSuper = isSuper
    }

    /// A reference to this class for messages to super, in the closures of overrides. The search begins at the
    /// metaclass of the superclass of `Description`. Objective-C: `super` in a class method.
    public var `super`: ClassRef { ClassRef(runtimeClass, described, isSuper: true) }

    /// The value of a class property, by messages to its getter and setter. An exception of the getter ends the
    /// process; one of the setter ends it unless a `try` send on this thread can catch it.
    public subscript<Value>(dynamicMember member: KeyPath<Description, ClassProperty<Value>>) -> Value {
        get {
            do {
                let getter = method(described.read { $0[keyPath: member].getter })
                return try Value.fromStored(getter.send(as: Value.Stored.self))
            } catch {
                terminate(error)
            }
        }
        nonmutating set {
            do {
                try method(described.read { $0[keyPath: member].setter }).send(newValue.stored)
            } catch {
                RuntimeException.raiseOrTerminate(error)
            }
        }
    }

    /// A class method, ready to be called.
    public subscript<Result, Arguments>(
        dynamicMember member: KeyPath<Description, ClassMethod<Result, Arguments>>
    ) -> BoundClassMethod<Result, Arguments> {
        BoundClassMethod(method(described.read { $0[keyPath: member].selector }))
    }

    /// Creates an object of the class and initializes it. Ends the process if `init` raises. Objective-C: `[self new]`
    /// in a class method.
    public func new() -> Ref<Description> {
        do { return Ref(unchecked: try runtimeClass.new(), described) } catch { terminate(error) }
    }

    private func method(_ selector: Selector) -> ClassMessage {
        ClassMessage(
            receiver: runtimeClass, selector: selector,
            above: isSuper ? described.read { $0.runtimeClass }.isa : nil)
    }
}

extension DescribesClass {
    /// The class object, for its class methods and class properties. On first use, creates the class; the process ends
    /// if that fails.
    public static var `class`: ClassRef<Self> {
        let described = Described<Self>()
        return ClassRef(described.read { $0.runtimeClass }, described)
    }
}

/// A message to a class, to be sent with arguments.
struct ClassMessage: Sendable {
    let receiver: Class
    let selector: Selector
    /// The metaclass whose superclass the search begins at; nil for the receiver's own metaclass.
    let above: Class?

    func send<each Argument: MessageValue, Result: MessageValue>(
        _ arguments: repeat each Argument, as type: Result.Type
    ) throws -> Result {
        guard let above else { return try receiver.send(selector, repeat each arguments, as: type) }
        return try receiver.sendSuper(of: above, selector, repeat each arguments, as: type)
    }

    func send<each Argument: MessageValue>(_ arguments: repeat each Argument) throws {
        guard let above else { return try receiver.send(selector, repeat each arguments) }
        try receiver.sendSuper(of: above, selector, repeat each arguments)
    }
}
