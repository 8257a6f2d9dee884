// MakeClass.swift - classes for one test each.
import MiniRuntime
import TestSupport

/// Makes a registered class with a unique name; `prepare` adds its members.
package func makeClass(
    _ stem: String = "Thing", _ superclass: Class? = .nsObject, prepare: (inout ClassBuilder) throws -> Void = { _ in }
) throws -> Class {
    var builder = try ClassBuilder(uniqueName(stem), superclass: superclass)
    try prepare(&builder)
    return builder.register()
}
