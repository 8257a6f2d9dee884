// UnderlyingError.swift - Swift errors that pass through messages as exceptions, and are thrown unchanged at the end.
//
//      throw TimerError.over ──► NSException, to which the error is attached ──► catch TimerError.over
import CMiniRuntime

/// A Swift error that is attached to the exception that represents it.
private final class CarriedError: Sendable {
    static let key = AssociationKey()
    static let holder = HolderClass("SwiftErrorHolder")
    let error: any Error

    init(_ error: any Error) {
        self.error = error
    }
}

extension RuntimeException {
    /// An exception that represents a Swift error: its name is the type of the error, its reason the text. The object
    /// keeps the error.
    init(representing error: any Error) {
        let object = RuntimeException("\(type(of: error))", "\(error)").exceptionObject
        let held = CarriedError.holder.instance(holding: CarriedError(error)).takeOwnership()
        object.setAssociatedObject(held, for: CarriedError.key, policy: .retainForLife)
        self.init(taking: objc_retain(object.pointer))
    }

    /// The Swift error that a closure threw, and that the exception represents; nil if there is none, as for an
    /// exception that Objective-C raised. Any thread. O(1). Objective-C: `NSUnderlyingErrorKey`.
    public var underlyingError: (any Error)? {
        guard let held = object?.associatedObject(CarriedError.key) else { return nil }
        return withExtendedLifetime(held) { HolderClass.held(by: held.unmanaged, as: CarriedError.self).error }
    }

    /// Calls `body`. If it throws an exception that represents a Swift error, throws that error instead.
    @inlinable package static func unwrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw original(of: error) }
    }

    @usableFromInline package static func original(of error: any Error) -> any Error {
        (error as? RuntimeException)?.underlyingError ?? error
    }
}
