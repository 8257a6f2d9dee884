// CarriedError.swift - Swift errors that pass through messages as exceptions, and are thrown unchanged at the end.
import MiniRuntime

/// A Swift error that is attached to the exception that represents it.
final class CarriedError: Sendable {
    private static let key = AssociationKey()
    private static let holder = HolderClass("SwiftErrorHolder")
    private let error: any Error

    private init(_ error: any Error) {
        self.error = error
    }

    /// Calls a method's body. A Swift error becomes an exception with the error's type as name and its text as reason;
    /// the exception's object keeps the error.
    static func carrying(_ body: () throws -> Void) throws {
        do { try body() } catch let error as RuntimeException {
            throw error
        } catch {
            let object = RuntimeException("\(type(of: error))", "\(error)").exceptionObject
            let held = holder.instance(holding: CarriedError(error)).takeOwnership()
            object.setAssociatedObject(held, for: key, policy: .retainForLife)
            object.raise()
            throw RuntimeException.takePending() ?? error
        }
    }

    /// Calls `body`. If an exception that keeps a Swift error is thrown, throws that error instead.
    static func unwrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let exception as RuntimeException {
            guard let held = exception.object?.associatedObject(key) else { throw exception }
            throw withExtendedLifetime(held) { HolderClass.held(by: held.unmanaged, as: CarriedError.self).error }
        }
    }
}
