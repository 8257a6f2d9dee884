// Observance.swift - a copy of one observance in the table, for introspection.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// A copy of an observance: a registration, or a relay of one.
struct Observance: Lockable {
    /// The address of the observance or relay in C. Used for its description only.
    let address: UInt
    let observerAddress: UInt
    /// nil if the observer is dead, and for a relay.
    let observer: Object?
    let observerClassName: String
    let propertyAddress: UInt
    let keyPath: String
    let options: KeyValueObservingOptions
    let context: UInt
    let isRegistration: Bool

    fileprivate init(_ picture: kvo_picture) {
        address = picture.address
        observerAddress = picture.observer
        observer = picture.live_observer.map { UnmanagedObject($0).retained() }
        observerClassName = Self.className(picture.observer_class)
        propertyAddress = UInt(bitPattern: picture.property)
        keyPath = String(cString: picture.key_path)
        options = KeyValueObservingOptions(rawValue: UInt(picture.options))
        context = UInt(bitPattern: picture.context)
        isRegistration = picture.is_registration
    }

    /// Returns the name of the class that an observer had when it registered, even if that class was disposed of.
    static func className(_ cls: OpaquePointer?) -> String {
        cls.flatMap { MiniRuntime.Class.name(ofAddress: $0) } ?? "(a class that is gone)"
    }

    /// Returns all observances of an object, in order of registration. Any thread.
    static func all(of object: UnmanagedObject) -> [Observance] {
        collected { kvo_visit(object.id, append, $0) }
    }

    static func collected(_ visit: (UnsafeMutableRawPointer) -> Void) -> [Observance] {
        var observances: [Observance] = []
        withUnsafeMutablePointer(to: &observances) { visit($0) }
        return observances
    }

    static let append: kvo_visitor = { picture, observances in
        observances!.assumingMemoryBound(to: [Observance].self).pointee.append(Observance(picture.pointee))
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
