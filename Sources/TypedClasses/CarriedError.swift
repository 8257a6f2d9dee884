// CarriedError.swift - Swift errors that go through messages as exceptions, and come out as they were.
import MiniRuntime

/// A Swift error that hangs on the exception that stands for it.
final class CarriedError: Sendable {
    private static let key = AssociationKey()
    private static let holder = HolderClass("SwiftErrorHolder")
    private let error: any Error

    private init(_ error: any Error) {
        self.error = error
    }

    /// Runs a method's body. An error of Swift's is thrown as an exception with its type and its text, as those of all methods
    /// are, whose object keeps the error.
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

    /// Runs `body`, and throws the error that an exception keeps in its stead.
    static func unwrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let exception as RuntimeException {
            guard let held = exception.object?.associatedObject(key) else { throw exception }
            throw withExtendedLifetime(held) { HolderClass.held(by: held.unmanaged, as: CarriedError.self).error }
        }
    }
}
