// ClockClasses.swift - the cell and the controller of the clock.
//
//      cell ──object──► controller            registered while both are set, with the cell's address as context
//      cell ──property─► "now"
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension CellClock {
    final class Controller: ClassDescription {
        override class var className: String { "Controller" }
        let now = Property<String>("")
        let tickCount = Property<Int>(0)
    }

    /// The number of notifications that cells have received.
    static let notificationCount = Locked(0, rank: .table)

    /// Adds the method that the timer sends.
    static func addUpdateNow() throws {
        try Controller.description.runtimeClass.addMethod("updateNow") { (me: Object) in
            guard let me = Ref<Controller>(me) else { return }
            try me.set(\.tickCount, to: me.get(\.tickCount) + 1)
            try me.set(\.now, to: TimeOfDay.now())
        }
    }

    /// Makes the class of a table cell that shows `[[object valueForKeyPath: property] description]`.
    static func makeCellClass() throws -> Class {
        try addUpdateNow()
        var builder = try ClassBuilder("TableViewCell")
        let cls = builder.cls
        for name in ["_object", "_property", "_text"] { try builder.addIvar(name, Object?.self) }
        for (selector, ivar) in [("setObject:", "_object"), ("setProperty:", "_property")] as [(Selector, String)] {
            try builder.addMethod(selector) { (me: Object, value: Object?) in
                try removeObservation(me)
                try me.setIvar(ivar, to: value)
                try addObservation(me)
                try update(me)
            }
        }
        try builder.addMethod(.observeValue) {
            (me: Object, keyPath: String?, object: Object?, change: Object?, context: UnsafeMutableRawPointer?) in
            guard context == me.receiverAddress else {
                return try me.sendSuper(of: cls, .observeValue, keyPath, object, change, context)
            }
            notificationCount.withLock { $0 += 1 }
            try update(me)
        }
        try cls.addDealloc { try removeObservation($0) }
        return builder.register()
    }

    /// Returns the object and key path that the cell observes; nil unless both are set.
    private static func watched(by cell: Object) throws -> (object: Object, keyPath: String)? {
        guard let object = try cell.ivar("_object", as: Object?.self),
            let property = try cell.ivar("_property", as: String?.self), !property.isEmpty
        else { return nil }
        return (object, property)
    }

    private static func addObservation(_ cell: Object) throws {
        guard let (object, keyPath) = try watched(by: cell) else { return }
        try object.addObserver(cell, forKeyPath: keyPath, context: cell.receiverAddress)
    }

    private static func removeObservation(_ cell: Object) throws {
        guard let (object, keyPath) = try watched(by: cell) else { return }
        try object.removeObserver(cell, forKeyPath: keyPath, context: cell.receiverAddress)
    }

    private static func update(_ cell: Object) throws {
        let value = try watched(by: cell).flatMap {
            try $0.object.send("valueForKeyPath:", $0.keyPath, as: Object?.self)
        }
        try cell.setIvar("_text", to: value.map(\.description) ?? "")
    }
}
