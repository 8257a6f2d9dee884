// Errors across the languages, and initializers that give up.
import Foundation

// What has ended, in any order.
nonisolated(unsafe) var endings: [String] = []
func printEndings() {
    print("ended:", endings.sorted().joined(separator: ", "))
    endings = []
}

enum Problem: Error, Equatable { case small, large(Int) }

enum Refusal: LocalizedError, CustomNSError {
    case late(Int)
    var errorDescription: String? { "It is too late." }
    var failureReason: String? { if case .late(let hours) = self { "\(hours) hours" } else { nil } }
    static var errorDomain: String { "Refusals" }
    var errorCode: Int { 9 }
    var errorUserInfo: [String: Any] { ["hours": 3, NSUnderlyingErrorKey: Problem.small] }
}

class Worker: NSObject {
    @objc func work(_ amount: Int) throws -> String {
        if amount < 0 { throw Problem.large(amount) }
        return "did \(amount)"
    }
    @objc func check() throws { throw NSError(domain: "D", code: 7, userInfo: nil) }
}

class Part: NSObject {
    let number: Int
    init(_ number: Int) { self.number = number }
    deinit { endings.append("part \(number)") }
}

class Fussy: Part {
    let part = Part(1)
    init?(isGood: Bool) {
        super.init(2)
        if !isGood { return nil }
    }
    init(early: Bool) throws {
        if early { throw Problem.small }
        super.init(3)
    }
}

@main enum Program {
    static func main() {
        let worker = Worker()
        print(try! worker.work(3))
        do { _ = try worker.work(-1) } catch { print(error as! Problem) }
        do { try worker.check() } catch let error as NSError { print(error.domain, error.code) } catch { print("?") }
        typealias Work =
            @convention(c) (AnyObject, Selector, Int, UnsafeMutablePointer<NSError?>?) -> Unmanaged<NSString>?
        let selector = NSSelectorFromString("work:error:")
        let send = unsafeBitCast(worker.method(for: selector), to: Work.self)
        var error: NSError?
        print(send(worker, selector, -2, &error) == nil, error!.domain.hasSuffix("Problem"), error!.code)
        print(send(worker, selector, 4, nil)!.takeUnretainedValue())
        descriptions()
        print(Fussy(isGood: false) == nil, (try? Fussy(early: true)) == nil)
        printEndings()
        do {
            let fussy = (Fussy(isGood: true)!, try! Fussy(early: false))
            print(fussy.0.number, fussy.1.number)
        }
        printEndings()
    }
}

extension Program {
    /// What errors of Swift say as NSErrors.
    static func descriptions() {
        print(Problem.small.localizedDescription)
        let refusal: any Error = Refusal.late(2)
        print(refusal.localizedDescription, (refusal as NSError).localizedFailureReason!)
        let object = refusal as NSError
        print(object.domain, object.code, object.userInfo["hours"] as! Int)
        print((object.userInfo[NSUnderlyingErrorKey] as! NSError).code)
        do { _ = try String(contentsOfFile: "/no file", encoding: .utf8) } catch let error as NSError {
            print(error.domain, error.code)
        }
        do { _ = try NSRegularExpression(pattern: "(") } catch { print((error as NSError).domain) }
        print((try? NSRegularExpression(pattern: "(a)"))?.numberOfCaptureGroups ?? -1)
        do { throw CocoaError(.fileNoSuchFile) } catch CocoaError.fileNoSuchFile { print("caught") } catch {
            print("?")
        }
        do { throw NSError(domain: NSCocoaErrorDomain, code: NSFileReadNoSuchFileError) } catch CocoaError
            .fileReadNoSuchFile
        { print("caught") } catch { print("?") }
    }
}

// prints
//     did 3
//     large(-1)
//     D 7
//     true true 0
//     did 4
//     The operation couldn’t be completed. (Program.Problem error 1.)
//     It is too late. 2 hours
//     Refusals 9 3
//     1
//     NSCocoaErrorDomain 260
//     NSCocoaErrorDomain
//     1
//     caught
//     caught
//     true true
//     ended: part 1, part 1, part 2
//     2 3
//     ended: part 1, part 1, part 2, part 3
