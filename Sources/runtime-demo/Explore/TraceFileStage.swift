// TraceFileStage.swift - the objects and classes of a traced program at one of its events.
//
// Only events are known, not the process: a class has the methods that were added while the trace was on, and an object
// the ivars that it had when it was last in an event.

struct TraceFileStage {
    private struct Class {
        var address, superclass: String?
        var methods: [(selector: String, address: String, what: String)] = []
        var classMethods: [String] = []
        var isRegistered = false
        var metaclassAddress: String?
    }

    private struct Object {
        var isa: String
        var isaAddress: String?
        var ivars: [TraceFile.Line.Ivar] = []
        var registrations: [(observer: String, keyPath: String)] = []
        var isGone = false
    }

    /// More objects are not drawn: those that were in no event for the longest time disappear.
    private static let maximumObjectCount = 24

    private var classes: [String: Class] = [:]
    private var classOrder: [String] = []
    private var objects: [String: Object] = [:]
    /// Addresses, those of the latest events last.
    private var recent: [String] = []

    /// Takes up what an event changes.
    mutating func apply(_ event: TraceFile.Line) {
        // An object that is gone is drawn at one step.
        for address in recent where objects[address]?.isGone == true { remove(address) }
        if let name = event.class { applyClass(name, event) }
        if let address = event.object { applyObject(address, event) }
        if event.kind == "class disposed", let name = event.text {
            classes[name] = nil
            classOrder.removeAll { $0 == name }
        }
    }

    // ── Classes ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func add(class name: String) {
        guard classes[name] == nil else { return }
        classes[name] = Class()
        classOrder.append(name)
    }

    private mutating func applyClass(_ name: String, _ event: TraceFile.Line) {
        add(class: name)
        if event.isMetaclass == true {
            classes[name]?.metaclassAddress = event.classAddress
        } else {
            classes[name]?.address = event.classAddress
            classes[name]?.superclass = event.superclass
        }
        switch event.kind {
        case "class registered": classes[name]?.isRegistered = true
        case "method added", "method replaced":
            guard let selector = event.selector, let address = event.imp else { return }
            if event.isMetaclass == true {
                classes[name]?.classMethods.append(selector)
            } else {
                classes[name]?.methods.removeAll { $0.selector == selector }
                classes[name]?.methods.append((selector, address, event.what ?? ""))
            }
        case "class allocated": break
        default: classes[name]?.isRegistered = true
        }
    }

    private func superclasses(of name: String) -> [String] {
        Array(sequence(first: name) { classes[$0]?.superclass }.dropFirst().prefix(100))
    }

    private func picture(of name: String, _ cls: Class) -> Tree {
        let above = superclasses(of: name)
        let rows = cls.methods.map { method in
            Tree.record([
                "selector": .text(method.selector), "address": .text(method.address), "what": .text(method.what),
                "overrides": Tree.optional(
                    above.first { classes[$0]?.methods.contains { $0.selector == method.selector } == true }),
            ])
        }
        let metaclass = Tree.record([
            "address": .text(cls.metaclassAddress ?? ""), "name": .text("\(name) (metaclass)"),
            "superclass": Tree.optional(cls.superclass.map { "\($0) (metaclass)" }),
            "methods": .array(cls.classMethods.map { .text($0) }),
        ])
        return .record([
            "name": .text(name), "address": .text(cls.address ?? ""), "superclass": Tree.optional(cls.superclass),
            "isNotifying": .flag(cls.superclass.map { name == "NSKVONotifying_\($0)" } ?? false),
            "isRegistered": .flag(cls.isRegistered), "isWhole": .flag(TraceFile.Line.isOfProgram(name)),
            "methods": .array(rows), "metaclass": metaclass,
        ])
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func remove(_ address: String) {
        objects[address] = nil
        recent.removeAll { $0 == address }
    }

    private mutating func applyObject(_ address: String, _ event: TraceFile.Line) {
        if event.kind == "object allocated" { remove(address) }
        if let isa = event.isa, objects[address] != nil || TraceFile.Line.isOfProgram(isa) {
            add(class: isa)
            var object = objects[address] ?? Object(isa: isa)
            (object.isa, object.isaAddress) = (isa, event.isaAddress)
            if let ivars = event.ivars { object.ivars = ivars }
            objects[address] = object
        }
        guard objects[address] != nil else { return }
        recent.removeAll { $0 == address }
        recent.append(address)
        if recent.count > Self.maximumObjectCount { remove(recent[0]) }
        let observer = TraceFileSteps.designation(event.other, event.otherName)
        switch event.kind {
        case "observer added": objects[address]?.registrations.append((observer, event.text ?? ""))
        case "observer removed":
            let registrations = objects[address]?.registrations ?? []
            let found =
                registrations.lastIndex { $0.keyPath == event.text && $0.observer.contains(event.other ?? "") }
                ?? registrations.lastIndex { $0.keyPath == event.text }
            if let found { objects[address]?.registrations.remove(at: found) }
        case "object deallocated":
            // Its ivars may have been set since its last event.
            objects[address]?.isGone = true
            objects[address]?.ivars = []
        default: break
        }
    }

    private func picture(of address: String, _ object: Object) -> Tree {
        let isa = object.isa
        let ivars = object.ivars.sorted { $0.offset < $1.offset }.map { ivar in
            Tree.record([
                "name": .text(ivar.name), "encoding": .text(ivar.encoding), "offset": .number(ivar.offset),
                "bytes": .text(ivar.bytes), "value": .text(IvarBytes.text(ivar.bytes, ivar.encoding)),
            ])
        }
        return .record([
            "name": .text(TraceFileSteps.designation(address, isa)), "address": .text(address), "isa": .text(isa),
            "state": object.isGone ? "deallocated" : nil, "isaBytes": object.isaAddress.map { IvarBytes.spelled($0) },
            "ivars": .array(ivars),
            "registrations": .array(
                object.registrations.map {
                    .record(["observer": .text($0.observer), "keyPath": .text($0.keyPath), "options": ""])
                }),
        ])
    }

    var pictures: (objects: Tree, classes: Tree) {
        let shown = objects.sorted { $0.key < $1.key }.map { picture(of: $0.key, $0.value) }
        return (.array(shown), .array(classOrder.compactMap { name in classes[name].map { picture(of: name, $0) } }))
    }
}

/// Values of ivars, from their bytes.
enum IvarBytes {
    /// The value of a number as text; the bytes themselves of other types.
    static func text(_ bytes: String, _ encoding: String) -> String {
        let values = bytes.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        guard values.count <= 8, !values.isEmpty else { return bytes }
        let word = values.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let shift = 64 - 8 * UInt64(values.count)
        switch encoding {
        case "c", "s", "i", "l", "q": return "\(Int64(bitPattern: word << shift) >> shift)"
        case "C", "S", "I", "L", "Q": return "\(word)"
        case "B": return word == 0 ? "false" : "true"
        case "f": return "\(Float(bitPattern: UInt32(truncatingIfNeeded: word)))"
        case "d": return "\(Double(bitPattern: word))"
        case _ where encoding.hasPrefix("@") || encoding == "#": return word == 0 ? "nil" : bytes
        default: return bytes
        }
    }

    /// The bytes of a word: the lowest first.
    static func spelled(_ address: String) -> Tree {
        let word = UInt(address.dropFirst(2), radix: 16) ?? 0
        return .text(withUnsafeBytes(of: word.littleEndian) { runtime_demo.spelled($0[...]) })
    }
}
