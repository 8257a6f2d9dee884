// Block.swift - blocks of compiled code as arguments, and messages that run loops and queues send.
import MiniFoundation
import MiniRuntime

/// A block with no or one argument, an object, that returns nothing, or the block of a predicate. It was copied, so it
/// may be called later and on any thread.
struct Block: NullableMessageValue, @unchecked Sendable {
    // Sendable: compiled code decides what its blocks capture, as on Apple's systems.
    private let object: Object

    static var messageEncoding: StaticString { "@?" }
    static var messagePassing: MessagePassing { .unsigned }
    static var nullRaw: UnsafeMutableRawPointer? { nil }
    var messageArgument: MessageArgument<UnsafeMutableRawPointer?> {
        MessageArgument(object.receiverAddress, owner: object)
    }

    static func fromMessage(_ raw: UnsafeMutableRawPointer?, retained: Bool) -> Block? {
        guard let raw, let copy = UnmanagedObject(bitPattern: UnmanagedObject(raw).sendWords("copy")) else {
            return nil
        }
        return Block(object: copy.takeOwnership())
    }

    func isSame(as other: Block) -> Bool { object == other.object }

    /// Calls the block. An exception that it raises is pending afterwards.
    func call(_ argument: Object? = nil) {
        typealias Function = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void
        withExtendedLifetime((object, argument)) {
            function(as: Function.self)(object.unmanaged.address, argument?.receiverAddress)
        }
    }

    /// Calls a block with a number as its second argument, and returns whether it has stored YES at its third argument.
    func call(_ argument: Object?, _ number: UInt) -> Bool {
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UInt, UnsafeMutablePointer<Bool>) -> Void
        var isStopped = false
        withExtendedLifetime((object, argument)) {
            function(as: Function.self)(object.unmanaged.address, argument?.receiverAddress, number, &isStopped)
        }
        return isStopped
    }

    /// The same for a block whose second argument is a range.
    func call(_ argument: Object?, _ range: ObjectRange) -> Bool {
        typealias Function =
            @convention(c) (
                UnsafeMutableRawPointer, UnsafeMutableRawPointer?, Int, Int, UnsafeMutablePointer<Bool>
            ) -> Void
        var isStopped = false
        withExtendedLifetime((object, argument)) {
            // A structure of two words is passed like two words.
            function(as: Function.self)(
                object.unmanaged.address, argument?.receiverAddress, range.location, range.length, &isStopped)
        }
        return isStopped
    }

    /// Calls the block of a predicate, whose second argument is a dictionary.
    func test(_ argument: Object?, _ values: Object?) throws -> Bool {
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Bool
        let result = withExtendedLifetime((object, argument, values)) {
            function(as: Function.self)(object.unmanaged.address, argument?.receiverAddress, values?.receiverAddress)
        }
        try RuntimeException.throwIfPending()
        return result
    }

    /// The function is the third word of every block.
    private func function<Function>(as type: Function.Type) -> Function {
        (object.unmanaged.address + 2 * MemoryLayout<UInt>.size).load(as: type)
    }
}

extension UnmanagedObject {
    init?(bitPattern: UInt) {
        guard let address = UnsafeMutableRawPointer(bitPattern: bitPattern) else { return nil }
        self.init(address)
    }
}

/// A message without a result that is sent later: a selector with up to two objects.
struct LaterMessage: Sendable {
    let target: Object
    let selector: Selector
    var argument: Object?

    /// Sends the message. An exception that the method raises is pending afterwards.
    func send() {
        withExtendedLifetime((target, argument)) {
            _ = target.unmanaged.sendWords(selector, (UInt(bitPattern: argument?.receiverAddress), 0, 0, 0))
        }
    }
}
