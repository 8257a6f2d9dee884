// PoolTests.swift - typed reads leave nothing in a pool, and need none.
import MiniRuntime
import Testing
import TypedClasses

private class Firm: ClassDescription {
    let name = Property<String>("Acme")
}

private class Clerk: ClassDescription {
    let employer = Property<Ref<Firm>?>(nil)
    let assistant = TypedMethod { (_: Ref<Clerk>) -> Ref<Clerk> in Clerk.new() }
}

@Suite("Typed properties and pools")
struct TypedPoolTests {
    private func read(_ times: Int) throws {
        for _ in 0..<times {
            let clerk = Clerk.new()
            clerk.employer = Firm.new()
            _ = clerk.employer
            _ = clerk.employer?.name
            _ = try clerk.get(\.employer.name)
            _ = try clerk.assistant()
        }
    }

    @Test("Objects that are read die with their last owner, on a thread without a pool")
    func withoutPool() async throws {
        let left = try await Task.detached {
            let before = autoreleasedObjectCount
            try self.read(100)
            return autoreleasedObjectCount - before
        }.value
        #expect(left == 0)
    }

    @Test("And inside a pool, too: typed reads leave nothing there")
    func insidePool() throws {
        try autoreleasepool {
            let before = autoreleasedObjectCount
            try read(100)
            #expect(autoreleasedObjectCount == before)
        }
    }
}
