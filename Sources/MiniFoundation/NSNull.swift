// NSNull.swift - the object that represents nil in collections. There is only one.
import MiniRuntime

/// The object that represents nil. Objective-C: `NSNull`.
public enum NSNull {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.null }

    /// The only instance. Objective-C: `+[NSNull null]`.
    public static var object: Object { Foundation.classes.pointee.nullObject }

    static func isNull(_ object: Object) -> Bool { object == Foundation.classes.pointee.nullObject }

    static func makeClass() throws -> Class {
        let builder = try ClassBuilder("NSNull")
        builder.addToClass("null", "@", function: { _, _ in NSNull.object.unmanaged.address } as ObjectMethod)
        builder.addToClass(
            "allocWithZone:", "@", "^v",
            function: { _, _, _ in retain(NSNull.object.unmanaged.address) } as CopyMethod)
        builder.add("description", "@", function: { _, _ in NSString.autoreleased("<null>") } as ObjectMethod)
        builder.addCopy("copyWithZone:", retainedSelf)
        return builder.register()
    }
}
