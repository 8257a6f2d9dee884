// 17-form-by-names.swift - a form that knows the fields of a contact by their names only.
import SafeObservation
import Support
import Synchronization

private final class Contact: ClassDescription {
    let name = Property<String>("Ann")
    let age = Property<Int>(30)
    let email = Property<String?>(nil)
}

private struct Field {
    let name: String
    let read: () throws -> String
    let write: (String) throws -> Void
}

private func field<Value: PropertyValue>(
    _ name: String, of contact: Ref<Contact>, text: @escaping (Value) -> String, value: @escaping (String) -> Value
) throws -> Field {
    let key = try Ref<Contact>.keyPath(name, as: Value.self)
    return Field(
        name: name, read: { text(try contact.get(key)) }, write: { try contact.set(key, to: value($0)) })
}

@Sendable func program17() async throws {
    let contact = Contact.new()
    let form = [
        try field("name", of: contact, text: { $0 }, value: { $0 }),
        try field("age", of: contact, text: { "\($0)" }, value: { Int($0) ?? 0 }),
        try field("email", of: contact, text: { $0 ?? "" }, value: { $0.isEmpty ? nil : $0 as String? }),
    ]
    // A handler may run on any thread, so it captures the name, and not the field with its closures.
    let changed = Mutex<[String]>([])
    let tokens = try form.map(\.name).map { name in
        try contact.object.observe(name) { _, _ in changed.withLock { $0.append(name) } }
    }
    for (field, text) in zip(form, ["Eve", "31", "eve@example.org"]) { try field.write(text) }
    check(contact.name == "Eve" && contact.age == 31 && contact.email == "eve@example.org", "the contact is edited")
    check(changed.withLock { $0 } == ["name", "age", "email"], "the handlers are called")
    let texts = try form.map { try $0.read() }
    check(texts == ["Eve", "31", "eve@example.org"], "the form shows the contact")
    do {
        _ = try field("age", of: contact, text: { $0 }, value: { $0 })
        check(false, "a field of another type is refused")
    } catch {
        check("\(error)".contains("age"), "the error contains the name")
    }
    check(Contact.properties.map(\.name) == ["name", "age", "email"], "the properties are listed")
    tokens.forEach { $0.invalidate() }
}
