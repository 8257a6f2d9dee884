// Asynchronous methods: in Objective-C, they have completion handlers.
import Foundation

enum Failure: Error { case negative }

@objc protocol Loading {
    func load(_ number: Int) async throws -> String
    func count() async -> Int
}

class Loader: NSObject, Loading {
    @objc dynamic var loaded = 0
    func load(_ number: Int) async throws -> String {
        await Task.yield()
        guard number >= 0 else { throw Failure.negative }
        loaded += 1
        return "number \(number)"
    }
    func count() async -> Int { loaded }
}

@main enum Program {
    static func main() async throws {
        let loader = Loader(), other: any Loading = loader
        let observation = loader.observe(\.loaded, options: .new) { _, change in print("loaded", change.newValue!) }
        print(try await loader.load(1), try await other.load(2), await other.count())
        do { _ = try await other.load(-1) } catch { print(error) }
        print(loader.responds(to: NSSelectorFromString("load:completionHandler:")))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { _ = try? await other.load(-number - 1) } }
        }
        observation.invalidate()
    }
}
// prints
//     loaded 1
//     loaded 2
//     number 1 number 2 2
//     negative
//     true
