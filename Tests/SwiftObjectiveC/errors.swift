// Errors across the languages, and initializers that give up.
import Foundation

// What has ended, in any order.
nonisolated(unsafe) var endings: [String] = []
func printEndings() {
    print("ended:", endings.sorted().joined(separator: ", "))
    endings = []
}

enum Problem: Error, Equatable { case small, large(Int) }

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
        print(Fussy(isGood: false) == nil, (try? Fussy(early: true)) == nil)
        printEndings()
        do {
            let fussy = (Fussy(isGood: true)!, try! Fussy(early: false))
            print(fussy.0.number, fussy.1.number)
        }
        printEndings()
    }
}

// prints
//     did 3
//     large(-1)
//     D 7
//     true true 0
//     did 4
//     true true
//     ended: part 1, part 1, part 2
//     2 3
//     ended: part 1, part 1, part 2, part 3
