// RecordedSteps.swift - the recordings of runtime-demo explore, with each step whole.
import Foundation

/// Decodes the output of `explore --json`, whose steps are changes of the step before.
func unfolded<Recording: Decodable>(_ type: Recording.Type, _ json: String) throws -> Recording {
    var object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    var steps: [Any] = []
    for change in object["steps"] as? [Any] ?? [] { steps.append(patched(steps.last, change)) }
    object["steps"] = steps
    return try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: object))
}

/// Applies a change as `Tree.patch` describes it.
private func patched(_ old: Any?, _ change: Any) -> Any {
    guard let change = change as? [String: Any] else { return change }
    if let list = old as? [Any] {
        let count = change["n"] as? Int ?? list.count
        return (0..<count).map { index in
            let element = index < list.count ? list[index] : nil
            return change["\(index)"].map { patched(element, $0) } ?? element!
        }
    }
    guard var map = old as? [String: Any] else { return change }
    for (key, value) in change { map[key] = value is NSNull ? nil : patched(map[key], value) }
    return map
}

/// A recording as the tests of all scenarios see it.
struct RecordedStage: Decodable {
    struct Object: Decodable {
        struct Registration: Decodable { let observer, keyPath: String }

        struct Ivar: Decodable { let name, value, bytes: String }

        let name, address, isa: String
        let answeredClass, isaBytes: String?
        let retainCount: Int?
        let ivars: [Ivar]?
        let registrations: [Registration]?
    }

    struct Class: Decodable {
        struct Method: Decodable { let selector, address: String }

        let name, address: String
        let isRegistered: Bool
        let methods: [Method]

        func row(_ selector: String) -> Method? { methods.first { $0.selector == selector } }
    }

    struct Lookup: Decodable {
        let receiver: String
        let classes: [String]
        let isFound: Bool
    }

    struct Step: Decodable {
        let number: Int
        let line: Int?
        let kind, text: String
        let stack: [String]
        let lookup: Lookup?
        let objects: [Object]
        let classes: [Class]

        /// The innermost method that runs, as the class and the selector of a row.
        var topmost: (cls: String, selector: String)? { stack.compactMap { methods(in: $0, whole: true).first }.last }

        func row(_ cls: String, _ selector: String) -> Class.Method? {
            classes.first { $0.name == cls }?.row(selector)
        }
    }

    struct Line: Decodable { let text: String }

    let steps: [Step]
    let log: [Line]

    init(_ scenario: String, input: String = "") throws {
        let result = try runTool("explore", scenario, "--json", input: input)
        self = try unfolded(RecordedStage.self, result.output)
    }
}

/// The methods that a text names: the class and the selector of a row, which is `+new` for a class method.
func methods(in text: String, whole: Bool = false) -> [(cls: String, selector: String)] {
    text.matches(of: /([-+])\[(\w+) ([^\]\s]+)\]/).filter { !whole || $0.range == text.startIndex..<text.endIndex }.map
    {
        (String($0.2), ($0.1 == "+" ? "+" : "") + $0.3)
    }
}
