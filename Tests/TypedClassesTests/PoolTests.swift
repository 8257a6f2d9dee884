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
        let before = autoreleasedObjectCount
        try await Task.detached { try self.read(100) }.value
        try read(100)
        #expect(Firm.description.runtimeClass.instanceCount == 0 && Clerk.description.runtimeClass.instanceCount == 0)
        #expect(autoreleasedObjectCount <= before)
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
