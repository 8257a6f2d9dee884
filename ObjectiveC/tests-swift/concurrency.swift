// Objects in tasks, actors, streams and continuations.
import Foundation

class Model: NSObject, @unchecked Sendable {
    @objc dynamic var number = 0
}

actor Store {
    var model = Model()
    func add() -> Int {
        model.number += 1
        return model.number
    }
}

@MainActor class Screen: NSObject {
    @objc dynamic var title = "a"
    func rename() async -> String {
        await Task.yield()
        title += "b"
        return title
    }
}

struct Failure: Error { let model: Model }

func add(_ model: Model) async -> Int {
    await Task.yield()
    model.number += 5
    return model.number
}

@main enum Program {
    static func main() async {
        let store = Store()
        _ = await store.add()
        print(await store.add())
        let model = Model()
        print(await add(model), await Task { await add(model) }.value)
        print(await Screen().rename())
        async let a = add(Model())
        async let b = add(Model())
        print(await a + b)
        let stream = AsyncStream<Model> { continuation in
            for number in 0..<3 {
                let model = Model()
                model.number = number
                continuation.yield(model)
            }
            continuation.finish()
        }
        print(await stream.reduce(0) { $0 + $1.number })
        do { try await Task { throw Failure(model: Model()) }.value } catch let failure as Failure {
            print("failed with", failure.model.number)
        } catch {}
        let number: Int = await withCheckedContinuation { continuation in
            let model = Model()
            model.number = 77
            Task { continuation.resume(returning: model.number) }
        }
        print(number)
    }
}

// prints
//     2
//     5 10
//     ab
//     10
//     3
//     failed with 0
//     77
