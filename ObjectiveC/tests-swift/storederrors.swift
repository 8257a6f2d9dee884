// Errors that a header declares by NS_ERROR_ENUM, and casts of an NSError to errors of Swift.
// header: storederrors.h
import Foundation

struct Other: Error { let name = "other" }

@main enum Program {
    static func main() {
        do { _ = try Engine(power: -1) } catch let error as EngineError {
            print(error.code == .dead, error.localizedDescription, error.userInfo.count)
        } catch { print("?", error) }
        do { _ = try Engine(power: -1) } catch EngineError.cold { print("?") } catch EngineError.dead {
            print("dead")
        } catch {
            print("?", error)
        }
        let engine = try! Engine(power: 3)
        do { try engine.start() } catch let error as CocoaError { print("?", error) } catch let error as EngineError {
            print(error.code.rawValue, error == EngineError(.cold), error as NSError)
        } catch { print("?", error) }
        do { try engine.read() } catch let error as CocoaError {
            print(error.code == .fileReadNoSuchFile, error.filePath ?? "-", error.localizedDescription)
        } catch { print("?", error) }
        do { throw EngineError(.dead, userInfo: ["key": 1]) } catch {
            print((error as NSError).domain, (error as NSError).code, error is EngineError, error is CocoaError)
        }
        do { throw NSError(domain: NSPOSIXErrorDomain, code: 2) } catch let error as POSIXError {
            print(error.code == .ENOENT)
        } catch { print("?", error) }
        let others: [any Error] = [Other(), NSError(domain: "D", code: 1), CocoaError(.fileNoSuchFile)]
        print(
            others.map { ($0 as? Other)?.name ?? "-" }, others.map { $0 is CocoaError },
            others.map { $0 is EngineError })
    }
}

// prints
//     true It is dead. 1
//     dead
//     1 true Error Domain=EngineErrorDomain Code=1 "(null)"
//     true /no/such The file “such” couldn’t be opened because there is no such file.
//     EngineErrorDomain 7 true false
//     true
//     ["other", "-", "-"] [false, false, true] [false, false, false]
