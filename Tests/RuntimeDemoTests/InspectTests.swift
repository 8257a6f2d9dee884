// InspectTests.swift - the command `inspect`: the facts about classes and objects.
import Foundation
import Testing

/// The part of `inspect --json` for a class that these tests read.
private struct InspectedClass: Decodable {
    struct Method: Decodable {
        struct Implementation: Decodable {
            let address, kind, entry, description: String
            let key, purpose: String?
        }

        let selector, definedBy: String
        let encoding, overrides: String?
        let implementation: Implementation
    }

    let superclasses, metaclasses, protocols: [String]
    let methods, classMethods: [Method]
    let instanceSize: Int
}

private func inspected(_ arguments: String..., environment: [String: String] = [:]) throws -> InspectedClass {
    let result = try runProgram(toolPath, ["inspect", "--json"] + arguments, environment: environment)
    #expect(result.status == 0, "\(result.error)")
    return try JSONDecoder().decode(InspectedClass.self, from: Data(result.output.utf8))
}

@Suite("runtime-demo inspect")
struct InspectTests {
    @Test("The setter of Person and the notifying setter are the same instructions, and differ in their records")
    func code() throws {
        struct Facts: Decodable {
            struct Code: Decodable {
                struct Instruction: Decodable {
                    let address, bytes: String
                    let text, effect: String?
                }

                let method: String
                let instructions: [Instruction]
                let record, target: String?
            }

            let code: [Code]
        }
        let result = try runTool("inspect", "NSKVONotifying_Person", "--code", "--json")
        let facts = try JSONDecoder().decode(Facts.self, from: Data(result.output.utf8))
        #expect(facts.code.map(\.method) == ["-[NSKVONotifying_Person setAge:]", "-[Person setAge:]"])
        #expect(Set(facts.code.map { $0.instructions.map(\.bytes) }).count == 1)
        #expect(Set(facts.code.map { $0.instructions.map(\.text) }).count == 1)
        #expect(facts.code.compactMap(\.target) == ["C function mr_setter_entry", "C function mr_accessor_entry"])
        #expect(Set(facts.code.compactMap(\.record)).count == 2)
        for code in facts.code {
            let stub = try #require(code.instructions.first.flatMap { UInt($0.address.dropFirst(2), radix: 16) })
            let record = try #require(code.record.flatMap { UInt($0.dropFirst(2), radix: 16) })
            #if arch(x86_64)
            #expect(code.instructions.map(\.bytes) == ["4c 8d 15 f9 3f 00 00", "41 ff 22"])
            #expect(code.instructions.map(\.text) == ["lea r10, [rip + 0x3ff9]", "jmp [r10]"])
            #expect(record - stub == 16384)
            #else
            #expect(code.instructions.compactMap(\.text) == ["adr x17, . + 65536", "ldr x16, [x17]", "br x16"])
            #expect(record - stub == 65536)
            #endif
        }
        let text = try runTool("inspect", "NSKVONotifying_Person", "--code")
        expectReadable(text)
        #expect(text.output.contains("\nCode: 2 stubs   (address, bytes, instruction)\n"))
        #expect(text.output.contains("All of them have the same bytes."))
        #expect(try runTool("inspect", "NSObject", "--code").output.contains("\nCode: no stubs"))
        // libffi's closures are no stubs.
        let other = ["MINIRUNTIME_CLOSURES": "libffi"]
        let libffi = try runTool("inspect", "NSKVONotifying_Person", "--code", environment: other)
        #expect(libffi.output.contains("\nCode: no stubs"))
        let refused = try runTool("inspect", "Person", "--object", "--code")
        #expect(refused.status == 64)
        #expect(refused.error == "Error: --code shows the methods of a class; leave out --object.\n")
    }

    @Test("The notifying class of Person, word for word: four overrides, and one of them for the key age")
    func notifyingClass() throws {
        let result = try runTool("inspect", "NSKVONotifying_Person")
        expectReadable(result)
        #expect(
            withoutAddresses(result.output) == """
                NSKVONotifying_Person : Person
                    Made at run time because an instance of Person is observed. Observed instances have it as isa,
                    and what it overrides stands before the methods of Person.
                    class object      at 0x…
                    superclass chain  NSKVONotifying_Person -> Person -> NSObject -> Nil
                    isa chain         NSKVONotifying_Person -> NSKVONotifying_Person (metaclass)
                                      -> NSObject (metaclass) -> itself
                    metaclass chain   NSKVONotifying_Person (metaclass) -> Person (metaclass)
                                      -> NSObject (metaclass) -> NSObject -> Nil
                    instance size     40 bytes: 40 inherited, none more
                    instances alive   counted as Person's

                Ivars: none

                Properties: none

                Protocols: none

                Methods of instances: 4   (selector, encoding, IMP, and what is there)
                    class    #16@0:8     0x…  C function NSKVOClass, overrides NSObject's
                    _isKVOA  B16@0:8     0x…  C function NSKVOIsAutonotifies, overrides NSObject's
                    dealloc  v16@0:8     0x…  C function NSKVODeallocate, overrides NSObject's
                    setAge:  v20@0:8i16  0x…  stub (notifying setter) for key "age", overrides Person's

                Methods of the class: none

                Cache: empty: no message has been sent to an instance yet

                """)
    }

    @Test("Person's ivars and properties, with offsets, encodings and attributes, and what is in its cache")
    func person() throws {
        let result = try runTool("inspect", "Person")
        expectReadable(result)
        for line in [
            "      8    4  _age       i  int", "     32    8  _friend    @  id",
            "    age       Ti,V_age         int, in _age",
            "    name      T@,C,V_name      id, copy, in _name", "    Greeting",
            "    instance size     40 bytes: 8 inherited, 32 more", "Cache: 5 methods in 16 buckets",
        ] { #expect(result.lines.contains(line), "\(line)") }
        #expect(result.lines.contains { $0.hasPrefix("    init ") && $0.hasSuffix(" from NSObject") })
    }

    @Test("Each IMP has a description: kind and purpose of an entry, the name of a function, forwarding")
    func implementations() throws {
        let student = try inspected("Student")
        let motto = try #require(student.methods.first { $0.selector == "motto" })
        #expect(motto.implementation.kind == "forwarding")
        let school = try #require(student.methods.first { $0.selector == "school" })
        #expect(school.implementation.description == "stub (accessor)")
        let person = try inspected("Person")
        #expect(person.methods.first { $0.selector == "greet" }?.implementation.description == "stub (closure)")
        let root = try inspected("NSObject")
        func description(_ selector: String, _ methods: [InspectedClass.Method]) -> String? {
            methods.first { $0.selector == selector }?.implementation.description
        }
        #expect(description("retain", root.methods) == "C function retain")
        #expect(description("alloc", root.classMethods) == "C function alloc")
        #expect(
            description("willChangeValueForKey:", root.methods)
                == "Swift function in ObservingMethods.willChangeValue")
    }

    @Test("The override of a setter is another function than Person's setter, at an address of its own")
    func overriddenSetter() throws {
        let notifying = try inspected("NSKVONotifying_Person", "--inherited")
        let setters = notifying.methods.filter { $0.selector == "setAge:" }
        #expect(setters.map(\.definedBy) == ["NSKVONotifying_Person", "Person"])
        #expect(setters.map(\.implementation.kind) == ["notifying", "closure"])
        #expect(setters.map(\.implementation.key) == ["age", nil])
        #expect(Set(setters.map(\.implementation.address)).count == 2)
        #expect(notifying.superclasses == ["NSKVONotifying_Person", "Person", "NSObject"])
        #expect(notifying.metaclasses.last == "NSObject")
        #expect(notifying.protocols == ["Greeting", "NSObject"])
    }

    @Test("Of two notifying setters, that of a number is a stub, and that of a structure is a libffi closure")
    func numberAndStructure() throws {
        let setters = try inspected("NSKVONotifying_View").methods.filter { $0.implementation.kind == "notifying" }
        #expect(setters.map(\.selector) == ["setTag:", "setFrame:"])
        #expect(
            setters.map(\.implementation.description) == [
                "stub (notifying setter) for key \"tag\"", "libffi closure (notifying setter) for key \"frame\"",
            ])
        #expect(setters.map(\.implementation.entry) == ["stub", "libffiClosure"])
        #expect(setters.allSatisfy { $0.implementation.purpose == "notifying setter" })
        #expect(Set(setters.map(\.implementation.address)).count == 2)
    }

    @Test("With MINIRUNTIME_CLOSURES=libffi, libffi makes every notifying setter and every accessor")
    func closuresOfLibffi() throws {
        let environment = ["MINIRUNTIME_CLOSURES": "libffi"]
        let notifying = try inspected("NSKVONotifying_Person", "--inherited", environment: environment)
        func descriptions(_ definer: String) -> [String: String] {
            let methods = notifying.methods.filter { $0.definedBy == definer && $0.implementation.kind != "function" }
            return Dictionary(uniqueKeysWithValues: methods.map { ($0.selector, $0.implementation.description) })
        }
        #expect(
            descriptions("NSKVONotifying_Person") == ["setAge:": "libffi closure (notifying setter) for key \"age\""])
        let accessors = ["age", "name", "employer", "friend"].flatMap { [$0, "set\($0.capitalized):"] }
        var expected = Dictionary(uniqueKeysWithValues: accessors.map { ($0, "libffi closure (accessor)") })
        expected["greet"] = "libffi closure (closure)"
        #expect(descriptions("Person") == expected)
        let text = try runTool("inspect", "NSKVONotifying_Person", environment: environment)
        expectReadable(text)
        #expect(text.output.contains("  libffi closure (notifying setter) for key \"age\", overrides\n"))
    }

    @Test(
        "An inspected object has one owner, observed or not: the tool counts none of its own copies",
        arguments: ["Person", "Student", "View", "NSMutableArray", "NSKVONotifying_Person", "NSKVONotifying_View"])
    func oneOwner(cls: String) throws {
        let result = try runTool("inspect", cls, "--object")
        let line = try #require(result.lines.first { $0.hasPrefix("    retain count ") })
        let firstWord =
            cls.hasPrefix("NSKVONotifying_") ? "0x100000004: the count, holds and flags, observed" : "0x100000000: "
        #expect(line.contains("retain count  1 "), "\(line)")
        #expect(line.contains("first word \(firstWord)"), "\(line)")
    }

    @Test("An observed instance: isa and class differ, values, header, and observers")
    func observedObject() throws {
        let result = try runTool("inspect", "NSKVONotifying_Person", "--object")
        expectReadable(result)
        let lines = result.lines.map(withoutAddresses)
        for line in [
            "    isa             0x… -> NSKVONotifying_Person",
            "    [object class]  Person   <- not the class that isa points to",
            "    8   _age       i  42", "    16  _name      @  <NSString: 0x…> \"Ann\"", "    32  _friend    @  nil",
            "Observation info: at 0x…, 1 registration",
            "    <Inspector: 0x…> observes \"age\", options New | Old, context 0x0",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.contains { $0.hasPrefix("    side table    none yet") })
    }

    @Test("An instance that nobody observes has no side table yet", arguments: ["Person", "NSMutableArray"])
    func unobservedObject(cls: String) throws {
        let result = try runTool("inspect", cls, "--object")
        expectReadable(result)
        #expect(result.lines.map(withoutAddresses).contains("    isa             0x… -> \(cls)"))
        #expect(result.lines.contains("Observation info: none: the object has no observers"))
        #expect(result.output.contains("    side table    none yet"))
    }

    @Test(
        "Every class of the libraries is readable within 100 columns",
        arguments: ["NSObject", "NSMutableArray", "NSString", "NSNumber", "NSKVONotifying_Student"])
    func libraryClasses(cls: String) throws {
        expectReadable(try runTool("inspect", cls))
        expectReadable(try runTool("inspect", cls, "--inherited"))
    }

    @Test(
        "Bad input is one line, and exit status 64",
        arguments: [
            (["Persn"], "There is no class 'Persn'; did you mean 'Person'?"),
            (["Zanzibar"], "There is no class 'Zanzibar'"),
            ([], "Missing expected argument '<class>'"),
            (["Person", "--object", "--inherited"], "--object always shows inherited ivars; leave out --inherited."),
            (["Protocol", "--object"], "Instances of 'Protocol' cannot be made: +new answers nil"),
            (["NSProxy", "--object"], "Instances of 'NSProxy' cannot be made: it does not inherit from NSObject"),
        ])
    func badInput(arguments: [String], text: String) throws {
        let result = try runTool(["inspect"] + arguments)
        #expect(result.status == 64)
        #expect(result.error == "Error: \(text)\n")
        #expect(result.output.isEmpty)
    }

    @Test("A class whose instances refuse observers has no notifying class, and the reason is said")
    func refusesObservers() throws {
        let result = try runTool("inspect", "NSKVONotifying_NSMutableArray")
        #expect(result.status == 64)
        #expect(
            withoutAddresses(result.error) == "Error: NSMutableArray cannot be observed: NSInvalidArgumentException: "
                + "[<NSMutableArray 0x…> addObserver:forKeyPath:options:context:] is not supported. "
                + "Key path: description\n")
    }

    @Test("--bytes shows the bytes of an instance: those of the isa are the address of the class, from right to left")
    func bytes() throws {
        struct Facts: Decodable {
            struct Row: Decodable {
                let offset: Int
                let bytes, meaning: String
            }

            let memory: [Row]?
        }
        let arguments = ["inspect", "NSKVONotifying_Person", "--object", "--bytes"]
        let facts = try JSONDecoder().decode(Facts.self, from: Data(runTool(arguments + ["--json"]).output.utf8))
        let rows = try #require(facts.memory)
        #expect(rows.prefix(5).map(\.offset) == [-16, -8, 0, 8, 12])
        let address = rows[2].bytes.split(separator: " ").reversed().joined().drop { $0 == "0" }
        #expect(rows[2].meaning == "isa -> NSKVONotifying_Person 0x\(address)")
        #expect(rows[1].bytes == "00 00 00 00 00 00 00 00")
        #expect(rows[1].meaning == "side table: none")
        #expect(rows[3].bytes == "2a 00 00 00")
        #expect(rows[3].meaning == "_age = 42 (int)")
        #expect(rows[4].bytes == "00 00 00 00")
        #expect(rows[4].meaning == "padding")
        expectReadable(try runTool(arguments))
        #expect(!(try runTool("inspect", "Person", "--object")).output.contains("Memory"))
        #expect(try runTool("inspect", "Person", "--bytes").status == 64)
    }
}
