// Generator.swift - generates random scripts.
import KVONotifying

/// SplitMix64: a small generator with the same numbers for the same seed on every machine.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Makes steps that are related to each other: most removals remove an added observer, most changes change an observed
/// key.
struct StepGenerator {
    private var random: SplitMix64
    /// The registrations that probably exist; the actions of observers are not followed.
    private var added: [(observer: Int, node: Int, path: String, context: Int)] = []
    private var announced: [(node: Int, key: String)] = []
    private let hasDeaths: Bool, sharedCount: Int

    /// Creates a generator.
    /// - Parameters:
    ///   - hasDeaths: whether steps release observers and nodes.
    ///   - sharedCount: the number of additional nodes, which other threads also use. They are observed and
    ///     referenced, but never changed.
    init(seed: UInt64, hasDeaths: Bool = false, sharedCount: Int = 0) {
        random = SplitMix64(state: seed)
        (self.hasDeaths, self.sharedCount) = (hasDeaths, sharedCount)
    }

    static func script(seed: UInt64, hasDeaths: Bool = false) -> [Step] {
        var generator = StepGenerator(seed: seed, hasDeaths: hasDeaths)
        return (0..<Int.random(in: 50...200, using: &generator.random)).map { _ in generator.step() }
    }

    mutating func step() -> Step {
        if hasDeaths && number(8) == 0 { return death() }
        return switch number(100) {
        case ..<14: added.count < 7 ? add() : remove()
        case ..<24: remove()
        case ..<28: .remove(observer: observer(), node: node(), path: path(), context: context())
        case ..<34: .mutateItems(node: node(), arrayMutation(), pick(Route.allCases))
        case ..<40: .mutateTags(node: node(), pick(SetMutation.allCases), members(), pick(Route.allCases))
        case ..<42: .setItems(node: node(), members().sorted())
        case ..<44: .setTags(node: node(), members())
        case ..<56: .when(observer: observer(), count: 1 + number(4), reaction())
        default: set()
        }
    }

    /// Returns a step for an observer to perform in a notification. It never changes a collection: an index that is
    /// valid when the change begins may be invalid when the observer is notified.
    private mutating func reaction() -> Step {
        if hasDeaths && number(4) == 0 { return death() }
        return switch number(10) {
        case ..<2: add()
        case ..<5: remove()
        case 5: .when(observer: observer(), count: 1 + number(2), set())
        default: set()
        }
    }

    /// Replaces a node or an observer, and forgets its registrations: later steps cannot remove them.
    private mutating func death() -> Step {
        if number(2) == 0 {
            let gone = node()
            added.removeAll { $0.node == gone }
            announced.removeAll { $0.node == gone }
            return .renewNode(gone)
        }
        let gone = observer()
        added.removeAll { $0.observer == gone }
        return .renewObserver(gone)
    }

    private mutating func set() -> Step {
        switch number(12) {
        case ..<4: return .setValue(node: node(), number(10))
        case ..<7: return .setNext(node: node(), next())
        case 7: return .setHidden(node: node(), number(10))
        case 8: return .byHand(.setValue(node: node(), number(10)))
        case 9: return .byHand(.setNext(node: node(), next()))
        case 10: return .byHand(.setHidden(node: node(), number(10)))
        default: return announcement()
        }
    }

    private mutating func announcement() -> Step {
        if announced.count > number(3), let index = announced.indices.randomElement(using: &random) {
            let (node, key) = announced.remove(at: index)
            return .did(node: node, key: key)
        }
        let (node, key) = (node(), pick(Script.announcedKeys))
        announced.append((node, key))
        return .will(node: node, key: key)
    }

    private mutating func add() -> Step {
        // Repeats an existing registration in one of four cases.
        let options = KeyValueObservingOptions(rawValue: UInt(number(16)))
        var (observer, node, path, context) = (observer(), anyNode(), path(), number(3))
        if number(4) == 0, let again = added.randomElement(using: &random) { (observer, node, path, context) = again }
        added.append((observer, node, path, context))
        return .add(observer: observer, node: node, path: path, options, context: context)
    }

    private mutating func remove() -> Step {
        guard let index = added.indices.randomElement(using: &random) else { return add() }
        let (observer, node, path, context) = added.remove(at: index)
        return .remove(observer: observer, node: node, path: path, context: number(3) == 0 ? nil : context)
    }

    private mutating func arrayMutation() -> ArrayMutation {
        // Mostly few, small indexes, which are valid more often.
        let indexes = Set((0...number(2)).map { _ in number(4) }).sorted()
        let elements = indexes.map { _ in number(10) }
        return switch number(5) {
        case ..<3: .insert(elements, at: number(2) == 0 ? indexes : Array(indexes.indices))
        case 3: .remove(at: indexes)
        default: .replace(at: indexes, with: elements)
        }
    }

    private mutating func members() -> Set<Int> { Set((0..<number(4)).map { _ in number(6) }) }
    private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    private mutating func pick<Element>(_ choices: [Element]) -> Element { choices.randomElement(using: &random)! }
    private mutating func observer() -> Int { number(Script.observerCount) }
    private mutating func node() -> Int { number(Script.nodeCount) }
    private mutating func anyNode() -> Int { number(Script.nodeCount + sharedCount) }
    private mutating func next() -> Int? { number(4) == 0 ? nil : anyNode() }
    private mutating func path() -> String { pick(Script.keyPaths) }
    private mutating func context() -> Int? { number(2) == 0 ? nil : number(3) }
}
