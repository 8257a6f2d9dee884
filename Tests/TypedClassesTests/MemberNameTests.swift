// MemberNameTests.swift - properties and methods whose names are taken by other members.
import BuildTestSupport
import Foundation
import MiniRuntime
import Synchronization
import TestSupport
import Testing
import TypedClasses

// One member, whose name the test chooses: a description is read through its mirror.
private let wanted = Mutex("")

private final class Named: ClassDescription, CustomReflectable {
    let property = Property<Int32>(0)
    let name = wanted.withLock { $0 }
    var customMirror: Mirror { Mirror(self, children: [(name, property)]) }
}

private final class NamedReadOnly: ClassDescription, CustomReflectable {
    let property = ReadOnly<Int32>(0)
    var customMirror: Mirror { Mirror(self, children: [("copy", property)]) }
}

private final class NamedComputed: ClassDescription {
    let debugDescription = Computed<String>(affectedBy: \NamedComputed.other) { (_: Ref<NamedComputed>) in "" }
    let other = Property<Int32>(0)
}

private final class NamedMethod: ClassDescription {
    let sendSuper = TypedMethod { (_: Ref<NamedMethod>) in }
}

private class Base: ClassDescription {
    let reset = TypedMethod { (_: Ref<Base>) in }
    let setSize = TypedMethod { (_: Ref<Base>, size: Int32) in }
}

private final class BelowBase: Base, CustomReflectable {
    let property = Property<Int32>(0)
    var customMirror: Mirror { Mirror(self, children: [("size", property)], ancestorRepresentation: .generated) }
}

private final class Overriding: ClassDescription {
    let text = TypedMethod("description") { (_: Ref<Overriding>) in "overridden on purpose" }
}

private class Postponed: ClassDescription {
    lazy var age = Property<Int32>(0)
}

private final class BelowPostponed: Postponed {}

private final class Ordinary: ClassDescription, CodableClass {
    let stored = Property<Int>(1)
    let boxed = Property<String>("two")
    let unwrapped = Property<Double?>(nil)
    let elements = Property<[String]>(["H"])
    let id = Property<Int>(5)
    let encode = Property<Int>(6)
}

@Suite("Names of typed properties and methods", .serialized)
struct MemberNameTests {
    private func makeNamed(_ name: String) throws {
        wanted.withLock { $0 = name }
        try Named.register()
    }

    @Test("Every method of NSObject without arguments is refused as the name of a property")
    func overriding() throws {
        let names = Class.nsObject.methods.map(\.selector).filter { $0.argumentCount == 0 }.map(\.name)
        #expect(names.contains("hash"))
        #expect(names.contains("class"))
        #expect(names.contains("retainCount"))
        for name in names {
            #expect(
                throws: ClassDescriptionError.propertyOverrides(
                    name, description: "Named", method: "-[NSObject \(name)]")
            ) { try makeNamed(name) }
        }
        #expect(Class(named: "Named") == nil)
    }

    @Test("The error names the property, its class and the method, and says what to do")
    func text() {
        let error = ClassDescriptionError.propertyOverrides("hash", description: "Named", method: "-[NSObject hash]")
        #expect(
            "\(error)"
                == "The property 'hash' of Named would override -[NSObject hash]. Give it another name; to override "
                + "a method on purpose, declare a TypedMethod with its selector")
        #expect(
            "\(ClassDescriptionError.memberOfRef("object", description: "Named"))"
                == "'object' of Named cannot be reached: Ref has a member 'object' itself. Give it another name")
    }

    @Test("Where nobody catches it, the process ends with that text")
    func ending() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NamedComputed.new()
        }
        #expect(
            standardError(of: result).contains(
                "NamedComputed: the runtime class cannot be made: The property 'debugDescription' of NamedComputed would "
                    + "override -[NSObject debugDescription]."))
    }

    @Test("Read-only properties as well; and a setter that would override a superclass's method")
    func others() {
        #expect(
            throws: ClassDescriptionError.propertyOverrides(
                "copy", description: "NamedReadOnly", method: "-[NSObject copy]")
        ) { try NamedReadOnly.register() }
        #expect(
            throws: ClassDescriptionError.propertyOverrides(
                "size", description: "BelowBase", method: "-[Base setSize:]")
        ) { try BelowBase.register() }
    }

    @Test("A lazy variable is refused, because it has no value yet; so is a subclass of such a description")
    func lazyVariable() {
        let error = ClassDescriptionError.lazyMember("age", description: "Postponed")
        #expect(throws: error) { try Postponed.register() }
        #expect(throws: error) { try BelowPostponed.register() }
        #expect(
            "\(error)"
                == "'age' of Postponed cannot be a lazy variable, because the class is made from the values of its "
                + "members. Declare it with 'let'")
    }

    @Test("What Ref itself has cannot be the name of a property or a method: nobody could reach it")
    func unreachable() throws {
        for name in ["object", "get", "set", "send", "receiverAddress"] {
            #expect(throws: ClassDescriptionError.memberOfRef(name, description: "Named")) { try makeNamed(name) }
        }
        #expect(throws: ClassDescriptionError.memberOfRef("sendSuper", description: "NamedMethod")) {
            try NamedMethod.register()
        }
    }

    @Test("Properties may be called stored, boxed, unwrapped, elements, id and encode: Ref gives way to them")
    func givingWay() throws {
        let item = Ordinary.new()
        let (stored, boxed): (Int, String) = (item.stored, item.boxed)
        item.unwrapped = 3
        item.elements.append("He")
        item.stored += 1
        #expect((stored, boxed, item.id, item.encode) == (1, "two", 5, 6))
        #expect((item.stored, item.unwrapped, item.elements) == (2, 3, ["H", "He"]))
        // A reference is still a value for generic code, and has these members where no property hides them.
        func object(of value: some PropertyValue) -> Object? { value.boxed }
        #expect(object(of: item) == item.object)
        #expect(Overriding.new().boxed != nil)
    }

    @Test("A method may override an inherited one on purpose")
    func onPurpose() throws {
        #expect("\(Overriding.new())" == "overridden on purpose")
    }

    @Test("Every member that Ref has by the module's symbols is refused, but for six that give way to a property")
    func symbols() throws {
        let names = try membersOfRef().subtracting(["id", "stored", "boxed", "unwrapped", "elements", "encode"])
        #expect(names.isSuperset(of: ["object", "get", "send", "description", "elementMembers"]))
        for name in names { #expect(throws: ClassDescriptionError.self, "\(name)") { try makeNamed(name) } }
    }

    /// Returns the names of Ref's members, from the compiler.
    private func membersOfRef() throws -> Set<String> {
        struct Graph: Decodable {
            struct Symbol: Decodable {
                struct Kind: Decodable { let identifier: String }
                let kind: Kind
                let pathComponents: [String]
            }
            let symbols: [Symbol]
        }
        return try Workshop.with("symbols") { workshop in
            let result = try workshop.run(
                ["swift-symbolgraph-extract", "-module-name", "TypedClasses", "-target", Self.target]
                    + ThisBuild.moduleOptions + ["-minimum-access-level", "public", "-output-dir", "."])
            try #require(result.status == 0, "\(result.output)")
            let file = workshop.folder.appendingPathComponent("TypedClasses.symbols.json")
            let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
            return Set(
                graph.symbols.lazy.filter { symbol in
                    symbol.pathComponents.count == 2 && symbol.pathComponents[0] == "Ref"
                        && ["swift.method", "swift.property"].contains(symbol.kind.identifier)
                }.map { String($0.pathComponents[1].prefix { $0 != "(" }) })
        }
    }

    private static var target: String {
        #if arch(x86_64)
        "x86_64-unknown-linux-gnu"
        #else
        "aarch64-unknown-linux-gnu"
        #endif
    }
}
