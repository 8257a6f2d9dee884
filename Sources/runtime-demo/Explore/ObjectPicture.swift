// ObjectPicture.swift - an object at one step of a recording.
import KVONotifying
import MiniRuntime

struct ObjectPicture {
    let object: UnmanagedObject
    /// The variables that hold the object, or its class and address.
    var names: [String]
    /// The name of the class of an object whose memory must not be read any more.
    let deadClass: String?

    init(_ object: UnmanagedObject, _ name: String, deadClass: String?) {
        self.object = object
        self.deadClass = deadClass
        names = [name]
    }

    /// The class that the isa points to; nil for an object that is gone.
    var isa: Class? { deadClass == nil ? object.isa : nil }

    /// - Parameter nameOf: returns the variable that holds an observer.
    func tree(nameOf: (UnmanagedObject) -> String?) -> Tree {
        var entries: [String: Tree] = [
            "name": .text(names.joined(separator: ", ")),
            "address": .text(hexadecimal(UInt(bitPattern: object.address))),
        ]
        if let deadClass {
            entries["isa"] = .text(deadClass)
            entries["state"] = "deallocated"
        } else if object.retainedIfAlive() == nil {
            entries["isa"] = .text(object.isa.displayName)
            entries["state"] = "being deallocated"
        } else {
            entries.merge(facts(nameOf)) { $1 }
        }
        return .record(entries)
    }

    private func facts(_ nameOf: (UnmanagedObject) -> String?) -> [String: Tree] {
        let facts = ObjectFacts(object)
        let memory = MemoryRow.rows(of: object)
        let ivars = facts.ivars.map { ivar in
            let place = memory.firstIndex { $0.offset == ivar.offset }
            let padding = place.flatMap { memory.dropFirst($0 + 1).first }.flatMap { $0.isPadding ? $0.count : nil }
            return Tree.record([
                "name": .text(ivar.name), "encoding": .text(ivar.encoding), "value": .text(ivar.value),
                "offset": .number(ivar.offset), "bytes": Tree.optional(place.map { memory[$0].bytes }),
                "padding": padding.map { Tree.number($0) },
            ])
        }
        let registrations = zip(object.retained().keyValueRegistrations, facts.registrations).map {
            registration, facts in
            let address = UnsafeMutableRawPointer(bitPattern: registration.observerAddress)
            return Tree.record([
                "observer": .text(UnmanagedObject(address).flatMap(nameOf) ?? facts.observer),
                "keyPath": .text(facts.keyPath), "options": .text(facts.options),
            ])
        }
        return [
            "isa": .text(facts.isa), "isaBytes": .text(memory.first { $0.offset == 0 }?.bytes ?? ""),
            "answeredClass": .text(facts.answeredClass),
            "retainCount": .number(facts.header?.retainCount ?? object.retainCount), "ivars": .array(ivars),
            "registrations": .array(registrations),
        ]
    }
}
