// Camera.swift - pictures of a script's objects and classes, one for each step.
import KVONotifying
import MiniRuntime
import ObjectiveScript

/// A picture shows the objects and classes of the script, and those that a step named. The classes of the script are
/// drawn from their allocation on. Of the library's classes only those methods are drawn that a step named.
final class Camera: Sendable {
    private struct State: Lockable {
        weak var recorder: Recorder?
        weak var interpreter: Interpreter?
        /// The objects that the language gives to each script: `printer`.
        var given: Set<UnmanagedObject> = []
        /// The methods of the library's classes, and class methods, that were named so far.
        var named: [MethodReference] = []
        /// The classes of the script at the latest step, and their metaclasses.
        var made: Set<Class> = []
        /// The objects that were named so far. They may be dead; their memory is held, so that no other object gets
        /// the address of one that a later step may name.
        var objects: [UnmanagedObject: Hold] = [:]
        /// Pictures of registered classes.
        var known: [Class: Known] = [:]
    }

    private struct Known {
        let generation: UInt
        let rowCount: Int
        let tree: Tree
    }

    private let state = Locked(State())

    func connect(_ recorder: Recorder, _ interpreter: Interpreter) {
        let given = Set(interpreter.variables.compactMap(\.value.unmanaged))
        state.withLock { ($0.recorder, $0.interpreter, $0.given) = (recorder, interpreter, given) }
    }

    func moment(_ step: TraceStep, number: Int, logCount: Int) -> Tree {
        let (recorder, interpreter) = state.withLock { ($0.recorder, $0.interpreter) }
        let made = recorder?.classes ?? []
        remember(step, made)
        let objects = objects(step, recorder, interpreter)
        let classes = classes(step, objects.compactMap(\.isa), made)
        let pictures = objects.map { object in object.tree { recorder?.knownName($0) } }
        let entries: [String: Tree?] = [
            "number": Tree.number(number), "depth": Tree.number(step.depth), "kind": Tree.text(step.kind.rawValue),
            "text": Tree.text(step.text), "line": step.line.map { Tree.number($0) },
            "stack": Tree.array(step.stack.map { Tree.text($0) }), "lookup": step.lookup?.tree,
            "logCount": Tree.number(logCount), "objects": Tree.array(pictures), "classes": Tree.array(classes),
            "variables": values(interpreter, besides: objects.map(\.object)),
        ]
        return .record(entries)
    }

    private func remember(_ step: TraceStep, _ made: [Class]) {
        var methods = step.subjects.methods + step.calls.compactMap(\.method)
        if let found = step.lookup?.method { methods.append(found) }
        let objects = step.subjects.objects + step.calls.filter { $0.deadClass == nil }.map(\.receiver)
        let all = Set(made + made.map(\.isa))
        state.withLock { state in
            let gone = state.made.subtracting(all)
            if !gone.isEmpty { state.named.removeAll { gone.contains($0.cls) } }
            state.made = all
            for method in methods where !state.named.contains(method) { state.named.append(method) }
            for object in objects where state.objects[object] == nil { state.objects[object] = Hold(object) }
        }
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────

    /// The objects of the script's variables, and those that the step names.
    private func objects(_ step: TraceStep, _ recorder: Recorder?, _ interpreter: Interpreter?) -> [ObjectPicture] {
        let named = state.read { $0.objects }
        var pictures: [ObjectPicture] = []
        func add(_ object: UnmanagedObject, _ name: String, deadClass: String? = nil) {
            if let index = pictures.firstIndex(where: { $0.object == object }) {
                if !pictures[index].names.contains(name) { pictures[index].names.append(name) }
            } else {
                pictures.append(ObjectPicture(object, name, deadClass: deadClass))
            }
        }
        func addUnnamed(_ object: UnmanagedObject) {
            if !pictures.contains(where: { $0.object == object }) { add(object, designation(object, object.isa.name)) }
        }
        for (name, object) in interpreter?.variables.map({ ($0, $1.unmanaged) }) ?? [] {
            guard let object, !object.isTaggedOrClass else { continue }
            if named[object] != nil || recorder?.isOfScript(object.isa) == true { add(object, name) }
        }
        for call in step.calls {
            if let dead = call.deadClass {
                add(call.receiver, designation(call.receiver, dead), deadClass: dead)
            } else if !call.receiver.isTaggedOrClass {
                addUnnamed(call.receiver)
            }
        }
        for object in step.subjects.objects where !object.isTaggedOrClass { addUnnamed(object) }
        return pictures
    }

    /// The variables that hold a value which is not drawn: numbers, strings and the like, and an object of the
    /// library's classes that no step has named.
    private func values(_ interpreter: Interpreter?, besides drawn: [UnmanagedObject]) -> Tree? {
        let others = state.read { $0.given }.union(drawn)
        let rows = interpreter?.variables.compactMap { name, value in
            let object = value.unmanaged.flatMap { others.contains($0) ? nil : designation($0, $0.isa.name) }
            return (value.shown ?? object).map { Tree.record(["name": .text(name), "value": .text($0)]) }
        }
        return rows.flatMap { $0.isEmpty ? nil : Tree.array($0) }
    }

    private func designation(_ object: UnmanagedObject, _ cls: String) -> String {
        "<\(cls): \(hexadecimal(UInt(bitPattern: object.address)))>"
    }

    // ── Classes ─────────────────────────────────────────────────────────────────────────────────────

    /// The script's classes, those of the objects, those that steps named, and their superclasses.
    private func classes(_ step: TraceStep, _ isas: [Class], _ made: [Class]) -> [Tree] {
        let named = state.read { $0.named }
        let methods = Dictionary(grouping: named, by: \.cls)
        var shown: [Class] = []
        func add(_ cls: Class) {
            let cls = cls.isMetaclass ? Class(named: cls.name) ?? cls : cls
            for one in cls.chain where !shown.contains(one) { shown.append(one) }
        }
        made.forEach(add)
        isas.forEach(add)
        (step.subjects.classes + (step.lookup?.searched ?? [])).forEach(add)
        step.calls.compactMap(\.method?.cls).forEach(add)
        named.map(\.cls).forEach(add)
        return shown.map { cls in
            let rows = (methods[cls] ?? []) + (methods[cls.isa] ?? [])
            return picture(of: cls, isWhole: made.contains(cls), rows)
        }
    }

    /// A picture is taken again only if a method has changed since the last one.
    private func picture(of cls: Class, isWhole: Bool, _ rows: [MethodReference]) -> Tree {
        let generation = ObjectRuntime.methodGeneration
        if let known = state.read({ $0.known[cls] }), known.generation == generation,
            known.rowCount == rows.count, cls.isRegistered
        {
            return known.tree
        }
        let tree = ClassPicture(cls: cls, isWhole: isWhole, named: rows).tree
        guard cls.isRegistered else { return tree }
        let known = Known(generation: generation, rowCount: rows.count, tree: tree)
        state.withLock { $0.known[cls] = known }
        return tree
    }
}

extension UnmanagedObject {
    /// Whether there is no object with an isa of its own to draw.
    fileprivate var isTaggedOrClass: Bool {
        isTagged || isa.isMetaclass
    }
}

extension ScriptValue {
    /// The value in one line; nil for an object that is neither a string nor a number, and for one that is gone.
    fileprivate var shown: String? {
        switch self {
        case .object(.some):
            let ancestors = unmanaged?.isa.chain.map(\.name) ?? []
            if ancestors.contains("NSString") { return Self.oneLine("@\"\(description)\"") }
            return ancestors.contains("NSNumber") ? Self.oneLine(description) : nil
        case .none: return nil
        default: return Self.oneLine(description)
        }
    }

    private static func oneLine(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count <= 100 ? line : line.prefix(99) + "…"
    }
}

extension Lookup {
    fileprivate var tree: Tree {
        .record([
            "receiver": .text(receiver), "classes": .array(classes.map { .text($0) }), "isFound": .flag(isFound),
        ])
    }
}
