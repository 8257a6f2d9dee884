// Person.swift - the class of the demonstration, made at run time: @property int age; -(void)printInfo;
import KVONotifying
import MiniRuntime

enum Person {
    /// Makes the class. Its `printInfo` reads facts about the receiver from the runtime and adds them to `report`.
    static func register(_ report: any Report) throws -> Class {
        var builder = try ClassBuilder("Person")
        try builder.addProperty("age", Int32.self)
        try builder.addMethod("printInfo") { (self: Object) in
            let isa = self.isa
            report.add(
                PersonInfo(
                    isa: isa.name,
                    superclass: isa.superclass?.name ?? "Nil",
                    ageSetter: isa.methodImplementation("setAge:").description,
                    printInfo: isa.methodImplementation("printInfo").description))
        }
        return builder.register()
    }
}

/// The facts that printInfo reports.
struct PersonInfo: Sendable {
    var isa: String
    var superclass: String
    var ageSetter: String
    var printInfo: String
}

/// The observer of the demonstration. It is never notified, because `age` does not change.
enum Inspector {
    static func register() throws -> Class {
        let builder = try ClassBuilder("Inspector")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: Object?, _: Object?, _: Object?, _: UnsafeMutableRawPointer?) in
        }
        return builder.register()
    }
}
