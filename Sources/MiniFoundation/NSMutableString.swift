// NSMutableString.swift - mutable strings. Use each on one thread at a time.
import MiniRuntime

/// Mutable strings. Objective-C: `NSMutableString`.
public enum NSMutableString {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.mutableString }

    /// Returns a mutable string with that text.
    public static func object(_ text: String = "") -> Object {
        UnmanagedObject(NSString.create(allocate(cls), text)).takeOwnership()
    }

    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSMutableString", superclass: superclass)
        builder.addCapacityConstructor("stringWithCapacity:")
        builder.addCopy("copyWithZone:") { me, _, _ in
            NSString.create(allocate(NSString.cls), NSString.readUnits(me))
        }
        addChangingAll(to: builder)
        addChangingRanges(to: builder)
        return builder.register()
    }

    /// Changes the text. The result of an earlier `UTF8String` stays valid until the autorelease pool ends.
    private static func change(_ me: ID, _ body: (inout UnitText) -> Void) {
        let storage = storage(of: me, as: StringStorage.self)
        // The string is taken out of the storage, so that a change of it copies nothing.
        var text = UnitText(storage.pointee.string ?? "", NSString.halves(of: me))
        storage.pointee.string = nil
        let known = storage.pointee.derived.exchange(0, ordering: .acquiringAndReleasing)
        if StringStorage.block(known) != nil {
            let keeper = NSString.autoreleased("")
            MiniFoundation.storage(of: keeper, as: StringStorage.self).pointee.derived.store(
                known, ordering: .releasing)
        }
        body(&text)
        _ = NSString.create(me, text)
    }

    private static func addChangingAll(to builder: borrowing ClassBuilder) {
        builder.add(
            "setString:", "v", "@",
            function: { me, selector, other in
                guard let text = NSString.unitArgument(other, me, selector) else { return }
                NSMutableString.change(me) { $0 = text }
            } as TakingObject)
        builder.add(
            "appendString:", "v", "@",
            function: { me, selector, other in
                guard let text = NSString.unitArgument(other, me, selector) else { return }
                NSMutableString.change(me) { $0.append(text) }
            } as TakingObject)
    }

    /// Replaces a range of UTF-16 units. Raises and changes nothing if the range is out of bounds.
    private static func replace(_ me: ID, _ selector: SEL, _ location: UInt, _ length: UInt, by text: UnitText) {
        guard NSString.hasRange(me, selector, location, length) else { return }
        change(me) { $0.replace(Int(location), Int(length), by: text) }
    }

    private static func addChangingRanges(to builder: borrowing ClassBuilder) {
        builder.add(
            "replaceCharactersInRange:withString:", "v", "{_NSRange=QQ}", "@",
            function: { me, selector, location, length, other in
                guard let text = NSString.unitArgument(other, me, selector) else { return }
                NSMutableString.replace(me, selector, location, length, by: text)
            } as @convention(c) (ID, SEL, UInt, UInt, ID?) -> Void)
        builder.add(
            "insertString:atIndex:", "v", "@", "Q",
            function: { me, selector, other, index in
                guard let text = NSString.unitArgument(other, me, selector) else { return }
                NSMutableString.replace(me, selector, index, 0, by: text)
            } as @convention(c) (ID, SEL, ID?, UInt) -> Void)
        builder.add(
            "deleteCharactersInRange:", "v", "{_NSRange=QQ}",
            function: { me, selector, location, length in
                NSMutableString.replace(me, selector, location, length, by: UnitText(""))
            } as @convention(c) (ID, SEL, UInt, UInt) -> Void)
    }
}
