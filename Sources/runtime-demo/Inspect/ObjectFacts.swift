// ObjectFacts.swift - all that the runtime tells of one object, read at one moment, and as text.
import KVONotifying
import MiniFoundation
import MiniRuntime

struct ObjectFacts: Encodable {
    struct Header: Encodable {
        let address, countWord: String
        let retainCount: Int
        let isObserved: Bool
        let sideTable: String?
        let associatedObjects: Int
    }

    struct IvarValue: Encodable {
        let name, encoding, definedBy, value: String
        let offset: Int
    }

    struct Registration: Encodable {
        let observer, keyPath, options, context: String
    }

    let address: String
    /// The class that messages are looked up in, and its address: the word isa.
    let isa, isaAddress: String
    /// What the object answers to the message `class`.
    let answeredClass: String
    let isTagged: Bool
    /// nil for what has none: classes, constants, tagged pointers.
    let header: Header?
    let ivars: [IvarValue]
    let observationInfo: String?
    let registrations: [Registration]
    /// The bytes of the object, if they are wanted.
    var memory: [MemoryRow]?

    /// Sends the object one message, `class`.
    /// - Parameter unmanaged: an object that somebody owns. The header is read first, before this initializer retains
    ///   the object.
    init(_ unmanaged: UnmanagedObject) {
        let (facts, retainCount) = unmanaged.headerOfOwners
        let object = unmanaged.retained()
        let cls = object.isa
        address = hexadecimal(object.address)
        isa = cls.displayName
        isaAddress = hexadecimal(cls.object.address)
        let answer = (try? object.send("class", as: Class?.self)) ?? nil
        answeredClass = answer?.displayName ?? "nothing"
        isTagged = object.isTagged
        header = facts.map { facts in
            Header(
                address: hexadecimal(facts.address), countWord: hexadecimal(UInt(facts.countWord)),
                retainCount: retainCount, isObserved: facts.isObserved,
                sideTable: facts.sideTableAddress.map(hexadecimal),
                associatedObjects: facts.associationCount)
        }
        let hasIvars = !object.isTagged && !object.isClass
        ivars =
            !hasIvars
            ? []
            : cls.chain.reversed().flatMap { owner in
                owner.ivars.map { ivar in
                    IvarValue(
                        name: ivar.name, encoding: ivar.typeEncoding, definedBy: owner.name,
                        value: ivarText(ivar, of: object), offset: ivar.offset)
                }
            }
        observationInfo = object.observationInfo.map { hexadecimal(UInt(bitPattern: $0)) }
        registrations = object.keyValueRegistrations.map { registration in
            Registration(
                observer: "<\(registration.observerClassName): \(hexadecimal(registration.observerAddress))>",
                keyPath: registration.keyPath, options: registration.options.spelled,
                context: hexadecimal(UInt(bitPattern: registration.context)))
        }
    }
}

extension UnmanagedObject {
    /// The header and the retain count, as they are without the owner that reads them: each copy of an `Object` is
    /// counted, so the reader borrows the +1 of an owner, and gives it back.
    var headerOfOwners: (header: ObjectHeader?, retainCount: Int) {
        let borrowed = takeOwnership()
        // No closure here: a debug build counts what a closure captures as one more owner.
        let facts = (borrowed.header, retainCount)
        retain()
        withExtendedLifetime(borrowed) {}
        return facts
    }
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────

/// The value in an ivar, by its encoding: numbers as they are, objects by class and address, anything else as bytes.
func ivarText(_ ivar: Ivar, of object: Object) -> String {
    let types: [Character: any (MessageValue & CustomStringConvertible).Type] = [
        "c": Int8.self, "C": UInt8.self, "s": Int16.self, "S": UInt16.self, "i": Int32.self, "I": UInt32.self,
        "l": Int32.self, "L": UInt32.self, "q": Int.self, "Q": UInt.self, "f": Float.self, "d": Double.self,
        "B": Bool.self,
    ]
    func number<Value: MessageValue & CustomStringConvertible>(_ type: Value.Type) -> String? {
        (try? object.ivar(ivar.name, as: type))?.description
    }
    let encoding = ivar.typeEncoding
    if let type = encoding.first.flatMap({ types[$0] }), encoding.count == 1, let text = number(type) { return text }
    if encoding.hasPrefix("@") || encoding == "#" {
        // By the ivar's own rules: a weak one may be gone by now.
        let value = Result { try object.ivar(ivar.name, as: Object?.self) }
        if case .success(let object) = value { return object.map(objectText) ?? "nil" }
    }
    return bytes(ivar, of: object)
}

/// Class and address, as `print` shows them: of an observed object the original class. No message is sent.
private func placeText(_ object: Object) -> String {
    let cls = object.isa.originalOfNotifying ?? object.isa
    return "<\(cls.name): \(hexadecimal(object.address))>"
}

/// Class and address; of strings and numbers what they are as well. No method of somebody else's runs.
private func objectText(_ object: Object) -> String {
    if object.isClass { return Class(address: object.unmanaged.address).displayName }
    let place = placeText(object)
    if object.isa.isSubclass(of: NSString.cls) { return "\(place) \"\(object)\"" }
    if object.isa.isSubclass(of: NSNumber.cls) { return "\(place) \(object)" }
    let elements = NSArray.elements(of: object) ?? NSOrderedSet.elements(of: object) ?? NSSet.elements(of: object)
    return elements.map { "\(place) \(elementsText($0))" } ?? place
}

/// The first elements of a collection: `("Ann", <Person: 0x7f…>, and 3 more)`.
private func elementsText(_ elements: [Object]) -> String {
    var texts = elements.prefix(8).map { element in
        if element.isa.isSubclass(of: NSString.cls) { return "\"\(element)\"" }
        if element.isa.isSubclass(of: NSNumber.cls) { return "\(element)" }
        return placeText(element)
    }
    if elements.count > texts.count { texts.append("and \(elements.count - texts.count) more") }
    return "(\(texts.joined(separator: ", ")))"
}

private func bytes(_ ivar: Ivar, of object: Object) -> String {
    let size = (try? TypeEncoding(ivar.typeEncoding))?.layout?.size ?? 0
    let start = object.unmanaged.address + ivar.offset
    if size == 8 { return hexadecimal(start.loadUnaligned(as: UInt.self)) }
    let shown = UnsafeRawBufferPointer(start: start, count: min(size, 16)).map {
        String(UInt16($0) + 0x100, radix: 16).dropFirst()
    }
    return shown.joined(separator: " ") + (size > 16 ? " ..." : "")
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────

extension ObjectFacts {
    /// The report on an object.
    func page() -> Page {
        var page = Page()
        page.heading("<\(answeredClass): \(address)>")
        let pointed = isTagged ? "\(isa), by the tag: the pointer is the value" : "\(isaAddress) -> \(isa)"
        let note = answeredClass == isa ? "" : "   <- not the class that isa points to"
        page.table([["isa", pointed], ["[object class]", answeredClass + note]], limits: [20])
        addHeader(to: &page)
        if !isTagged {
            page.heading("Ivars: \(ivars.isEmpty ? "none" : "\(ivars.count)   (offset, encoding and value)")")
            page.table(
                ivars.map { ["\($0.offset)", $0.name, $0.encoding, $0.value] }, limits: [6, 24, 24])
        }
        page.heading(
            "Observation info: "
                + (observationInfo.map { "at \($0), \(counted(registrations.count, "registration"))" }
                    ?? "none: the object has no observers"))
        for registration in registrations {
            page.paragraph(
                "\(registration.observer) observes \"\(registration.keyPath)\", options \(registration.options), "
                    + "context \(registration.context)")
        }
        memory?.add(to: &page)
        return page
    }

    private func addHeader(to page: inout Page) {
        guard let header else {
            return page.heading("Header: none" + (isTagged ? "" : ": classes and constants are not counted"))
        }
        page.heading("Header: two words at \(header.address), in front of the isa")
        page.table(
            [
                [
                    "retain count", "\(header.retainCount)",
                    "first word \(header.countWord): the count, holds and flags"
                        + (header.isObserved ? ", observed" : ""),
                ],
                [
                    "side table", header.sideTable ?? "none yet",
                    header.sideTable == nil
                        ? "made when the object gets an associated object or a weak reference"
                        : counted(header.associatedObjects, "associated object"),
                ],
            ], limits: [20, 18])
    }
}
