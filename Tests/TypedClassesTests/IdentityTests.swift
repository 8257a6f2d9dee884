// IdentityTests.swift - references as `Identifiable`, with and without a property called `id`.
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

private final class Ticket: ClassDescription {
    let id = Property<Int32>(7)
}

private func ids<Item: Identifiable>(_ items: [Item]) -> [Item.ID] { items.map(\.id) }

@Suite("Identity of references")
struct IdentityTests {
    @Test("A reference is Identifiable: its id is that of the object, whatever its values are")
    func identity() {
        let (ann, bob) = (Person.new(), Student.new())
        let id = ann.id
        ann.name = "Anna"
        #expect(ann.id == id)
        #expect(ann.id != bob.id)
        #expect(Ref<Person>(bob).id == bob.id)
        #expect(ids([ann]) == [id])
    }

    @Test("A property called id is in reach: it is read and set, and the identity is what generic code sees")
    func ownProperty() throws {
        let (ticket, other) = (Ticket.new(), Ticket.new())
        #expect(ticket.id == 7)
        ticket.id += 1
        #expect(ticket.id == 8)
        #expect(try ticket.get(\.id) == 8)
        #expect(Ref<Ticket>.keyPath(\.id) == "id")
        #expect(ids([ticket, other]) != ids([other, ticket]))
        let read: [Int32] = [ticket, other].map(\.id)
        #expect(read == [8, 7])
    }
}
