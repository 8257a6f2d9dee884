// ClassRef.swift - a typed reference to a class object: what class methods have as self, and `Account.class`.
import MiniFoundation
import MiniRuntime

/// A described class, or one below it, as the receiver of its class methods and the owner of its class properties.
///
///     print(try Account.class.format(3))     // [Account format: 3]
///     Account.class.currency = "USD"         // [Account setCurrency: @"USD"]
///
/// Any thread. Objective-C: a `Class`, or the name of a class in front of a message.
@dynamicMemberLookup
public struct ClassRef<Description: ClassDescription>: Sendable {
    /// The class: in a method that was sent to a subclass, that one.
    public let runtimeClass: Class
    private let described: Described<Description>
    private let isSuper: Bool

    init(_ cls: Class, _ described: Described<Description>, isSuper: Bool = false) {
        runtimeClass = cls
        self.described = described
        self.isSuper = isSuper
    }

    /// The same class, with messages that begin at the superclass of the class in which this is said: that of `Description`.
    /// For the closures of overrides. Objective-C: `super` in a class method.
    public var `super`: ClassRef { ClassRef(runtimeClass, described, isSuper: true) }

    /// A class property, by messages to its getter and setter. Ends the process if one of them raises.
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
    public subscript<Result, each Argument: MessageValue>(
        dynamicMember member: KeyPath<Description, ClassMethod<Result, repeat each Argument>>
    ) -> BoundClassMethod<Result, repeat each Argument> {
        BoundClassMethod(method(described.read { $0[keyPath: member].selector }))
    }

    private func method(_ selector: Selector) -> ClassMessage {
        ClassMessage(
            receiver: runtimeClass, selector: selector,
            above: isSuper ? described.read { $0.runtimeClass }.isa : nil)
    }
}

extension DescribesClass {
    /// The class, for its class methods and class properties. Makes it on first use, and ends the process if it cannot be made.
    public static var `class`: ClassRef<Self> {
        let described = Described<Self>()
        return ClassRef(described.read { $0.runtimeClass }, described)
    }
}

/// A message to a class that lacks its arguments.
struct ClassMessage: Sendable {
    let receiver: Class
    let selector: Selector
    /// The metaclass above which the method is looked for; nil for the receiver's own.
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
