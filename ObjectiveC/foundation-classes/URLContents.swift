// URLContents.swift - the contents of files that are named by URLs, as data and strings.
//
// Each method sends the message with the file's path, so that both read and write alike. A URL of another kind is a
// file that does not exist.
import Foundation
import MiniFoundation
import MiniRuntime

enum URLContents {
    static func addMethods() throws {
        try addReading("NSData", "dataWithContentsOf", "initWithContentsOf")
        try addReading("NSString", "stringWithContentsOf", "initWithContentsOf")
        try Class.named("NSData").addMethod("writeToURL:atomically:") { (me: Object, url: Object, isAtomic: Bool) in
            try me.send("writeToFile:atomically:", path(url), isAtomic) as Bool
        }
        try Class.named("NSData").addMethod("writeToURL:options:error:") {
            (me: Object, url: Object, options: UInt, error: ObjectAddress?) in
            try me.send("writeToFile:options:error:", path(url), options, error) as Bool
        }
        try Class.named("NSString").addMethod("writeToURL:atomically:encoding:error:") {
            (me: Object, url: Object, isAtomic: Bool, encoding: UInt, error: ObjectAddress?) in
            try me.send("writeToFile:atomically:encoding:error:", path(url), isAtomic, encoding, error) as Bool
        }
    }

    private static func path(_ url: Object) throws -> String {
        let url = try NSURL.values.argument(url)!
        return url.isFileURL ? url.filePath : url.absoluteString
    }

    /// Adds a class method and an init method, whose last two arguments are options, or an encoding, and an error.
    private static func addReading(_ name: String, _ maker: String, _ initializer: String) throws {
        let cls = Class.named(name)
        let word = name == "NSData" ? "options" : "encoding"
        for (target, method) in [(cls.isa, maker), (cls, initializer)] {
            let file = Selector("\(method)File:\(word):error:")
            try target.addMethod(Selector("\(method)URL:\(word):error:")) {
                (me: Object, url: Object, argument: UInt, error: ObjectAddress?) -> Object? in
                try me.send(file, path(url), argument, error)
            }
            guard name == "NSData" else { continue }
            try target.addMethod(Selector("\(method)URL:")) { (me: Object, url: Object) -> Object? in
                try me.send(file, path(url), 0 as UInt, nil as ObjectAddress?)
            }
        }
    }
}
