// Player.swift - the page without a recording of its own: it lists the scenarios, and plays the recording of any link.
import MiniRuntime

struct Player: Encodable {
    struct Item: Encodable {
        let title, about, link: String
    }

    let explanations: [String: String]
    let scenarios: [Item]

    /// Records all scenarios, each in a process of its own, because several of them make a class of the same name.
    init(_ language: Language) throws {
        explanations = Recording.explanations(in: language)
        scenarios = try Scenario.all.map { scenario in
            let child = try ChildProcess(
                arguments: ["explore", scenario.name, "--link", "--language", language.rawValue])
            guard let link = child.output.firstMatch(of: /#r=([\w-]+)/)?.1 else {
                throw RuntimeException("Player", "\(scenario.name) has no link: \(child.error)")
            }
            return Item(
                title: scenario.name, about: Phrase(scenario.about).text(in: language), link: String(link))
        }
    }
}
