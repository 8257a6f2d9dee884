// StandardError.swift - the standard error of processes that have ended.
import Testing

/// Returns the standard error of an exit test's process.
package func standardError(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
