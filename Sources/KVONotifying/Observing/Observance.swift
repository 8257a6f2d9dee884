// Observance.swift - a copy of one observance in the table, for introspection.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A copy of an observance: a registration, or a further node of one.
struct Observance: Lockable {
    /// The address of the observance in C. Used for its description only.
    let address: UInt
    let observerAddress: UInt
    /// nil if the observer is dead, and for a further node.
    let observer: Object?
    let observerClassName: String
    let propertyAddress: UInt
    let keyPath: String
    let options: KeyValueObservingOptions
    let context: UInt
    let isRegistration: Bool

    /// The observer of a further key of a path is its registration. Such an observance acts before and after each
    /// change, so it has the option prior.
    fileprivate init(_ raw: UnsafePointer<kvo_observance>, live: UnmanagedObject?) {
        isRegistration = kvo_is_registration(raw)
        address = UInt(bitPattern: raw)
        observerAddress =
            isRegistration ? UInt(bitPattern: raw.pointee.observer) : UInt(bitPattern: kvo_registration_of(raw))
        observer = live?.retained()
        observerClassName = Self.className(raw.pointee.observer_class)
        propertyAddress = UInt(bitPattern: raw.pointee.property)
        keyPath = String(cString: kvo_text_of(raw))
        let requested = UInt(raw.pointee.options) & UInt(KVO_REQUESTED)
        options = isRegistration ? KeyValueObservingOptions(rawValue: requested) : .prior
        context = isRegistration ? UInt(bitPattern: raw.pointee.context) : 0
    }

    /// Returns the name of the class that an observer had when it registered, even if that class was disposed of.
    static func className(_ cls: OpaquePointer?) -> String {
        cls.flatMap { MiniRuntime.Class.name(ofAddress: $0) } ?? "(a class that is gone)"
    }

    /// Returns all observances of an object, in order of registration. Any thread.
    static func all(of object: UnmanagedObject) -> [Observance] {
        collected { kvo_visit(object.pointer, append, $0) }
    }

    static func collected(_ visit: (UnsafeMutableRawPointer) -> Void) -> [Observance] {
        var observances: [Observance] = []
        withUnsafeMutablePointer(to: &observances) { visit($0) }
        return observances
    }

    static let append: kvo_visitor = { raw, live, observances in
        observances!.assumingMemoryBound(to: [Observance].self).pointee.append(
            Observance(raw, live: live.map { UnmanagedObject($0) }))
    }
}

extension Observance: CustomStringConvertible {
    /// The line for this observance in the description of the observation info.
    var description: String {
        func yes(_ option: KeyValueObservingOptions) -> String { options.contains(option) ? "YES" : "NO" }
        return "<NSKeyValueObservance \(hex(address)): "
            + "Observer: \(hex(observerAddress)), Key path: \(keyPath), "
            + "Options: <New: \(yes(.new)), Old: \(yes(.old)), Prior: \(yes(.prior))> "
            + "Context: \(hex(context)), Property: \(hex(propertyAddress))>"
    }
}
