// Raised.swift - the exceptions that pieces of a test raise.
import MiniRuntime

/// Returns the exception that `body` raises.
package func raised(_ body: () throws -> Void) -> RuntimeException? {
    do {
        try body()
        return nil
    } catch {
        return error as? RuntimeException
    }
}
