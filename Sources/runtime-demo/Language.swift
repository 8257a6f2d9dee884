// Language.swift - the language of the tool's own words: those of a page, and of the steps on it.
import ArgumentParser
import FoundationEssentials

enum Language: String, ExpressibleByArgument, CaseIterable {
    case english = "en"
    case chinese = "zh"

    /// Accepts the name of a locale as well: `zh_CN.UTF-8`, `zh-Hans`.
    init?(argument: String) {
        guard let language = Self.allCases.first(where: { argument.lowercased().hasPrefix($0.rawValue) }) else {
            return nil
        }
        self = language
    }

    /// The language that the environment names, in the order of the C library; English if there are no words in it.
    static var current: Language {
        let environment = ProcessInfo.processInfo.environment
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
        return names.first { !$0.isEmpty }.flatMap { Language(argument: $0) } ?? .english
    }

    /// The language as HTML spells it.
    var tag: String { self == .chinese ? "zh-Hans" : "en" }

    /// What each text is in this language, with `{0}`, `{1}` … for its values; empty for English.
    var words: [String: String] { self == .chinese ? Self.chineseWords : [:] }

    private static let chineseWords: [String: String] = {
        let json = Data(PackageResources.words_zh_json)
        guard let words = try? JSONDecoder().decode([String: String].self, from: json) else {
            preconditionFailure("words-zh.json is not an object of strings")
        }
        return words
    }()
}
