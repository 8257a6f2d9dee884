// Observance.swift - that somebody looks at a key of an object, as it was when somebody asked.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// A picture of what the table holds: a registration, or a relay of one.
struct Observance: Lockable {
    /// Where it stands.
    let address: UInt
    let observerAddress: UInt
    /// nil if it is dead, and of a relay.
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

    /// The name of an observer's class, as it was when it registered.
    static func className(_ cls: OpaquePointer?) -> String {
        cls.flatMap { MiniRuntime.Class.name(ofAddress: $0) } ?? "(a class that is gone)"
    }

    /// All of an object, in the order they came. Any thread.
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
    /// As observation info lists it.
    var description: String {
        func yes(_ option: KeyValueObservingOptions) -> String { options.contains(option) ? "YES" : "NO" }
        return "<NSKeyValueObservance \(hex(address)): "
            + "Observer: \(hex(observerAddress)), Key path: \(keyPath), "
            + "Options: <New: \(yes(.new)), Old: \(yes(.old)), Prior: \(yes(.prior))> "
            + "Context: \(hex(context)), Property: \(hex(propertyAddress))>"
    }
}
