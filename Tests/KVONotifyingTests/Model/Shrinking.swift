// Shrinking.swift - makes a failing script shorter, then simpler.
import KVONotifying

enum Shrinking {
    /// Returns the shortest and simplest script that still fails. `fails` is called a few hundred times.
    static func shrink(_ script: [Step], _ fails: ([Step]) -> Bool) -> [Step] {
        var (script, isSmaller) = (script, true)
        while isSmaller {
            let before = script
            script = simplify(shorten(script, fails), fails)
            isSmaller = script != before
        }
        return script
    }

    /// Removes runs of steps, long ones first.
    private static func shorten(_ script: [Step], _ fails: ([Step]) -> Bool) -> [Step] {
        var script = script
        var length = script.count / 2
        while length > 0 {
            var start = script.count - length
            while start >= 0 {
                var shorter = script
                shorter.removeSubrange(start..<start + length)
                if fails(shorter) { script = shorter }
                start = min(start - length, script.count - length)
            }
            length /= 2
        }
        return script
    }

    private static func simplify(_ script: [Step], _ fails: ([Step]) -> Bool) -> [Step] {
        var script = script
        for index in script.indices {
            while let simpler = script[index].simpler.lazy.map({ script.replacing(index, with: $0) }).first(
                where: fails)
            {
                script = simpler
            }
        }
        return script
    }
}

extension [Step] {
    fileprivate func replacing(_ index: Int, with step: Step) -> [Step] {
        var copy = self
        copy[index] = step
        return copy
    }
}

extension Step {
    /// Steps with a smaller effect. Each is strictly simpler than this one, so that shrinking ends.
    fileprivate var simpler: [Step] {
        switch self {
        case .add(let observer, let node, let path, let options, let context):
            smaller(observer).map { .add(observer: $0, node: node, path: path, options, context: context) }
                + smaller(node).map { .add(observer: observer, node: $0, path: path, options, context: context) }
                + simplerPaths(path).map { .add(observer: observer, node: node, path: $0, options, context: context) }
                + smaller(options).map { .add(observer: observer, node: node, path: path, $0, context: context) }
                + smaller(context).map { .add(observer: observer, node: node, path: path, options, context: $0) }
        case .remove(let observer, let node, let path, let context):
            smaller(observer).map { .remove(observer: $0, node: node, path: path, context: context) }
                + smaller(node).map { .remove(observer: observer, node: $0, path: path, context: context) }
                + simplerPaths(path).map { .remove(observer: observer, node: node, path: $0, context: context) }
                + (context == nil ? [] : [.remove(observer: observer, node: node, path: path, context: nil)])
        case .setValue(let node, let value):
            smaller(node).map { .setValue(node: $0, value) } + smaller(value).map { .setValue(node: node, $0) }
        case .setHidden(let node, let value):
            smaller(node).map { .setHidden(node: $0, value) } + smaller(value).map { .setHidden(node: node, $0) }
        case .setNext(let node, let next):
            smaller(node).map { .setNext(node: $0, next) }
                + (next.map { smaller($0).map { .setNext(node: node, $0) } + [.setNext(node: node, nil)] } ?? [])
        case .setItems(let node, let items): smaller(node).map { .setItems(node: $0, items) }
        case .setTags(let node, let tags): smaller(node).map { .setTags(node: $0, tags) }
        case .mutateItems(let node, let mutation, let route):
            smaller(node).map { .mutateItems(node: $0, mutation, route) }
                + (route == .proxy ? [] : [.mutateItems(node: node, mutation, .proxy)])
        case .mutateTags(let node, let mutation, let members, let route):
            smaller(node).map { .mutateTags(node: $0, mutation, members, route) }
                + members.sorted().map { .mutateTags(node: node, mutation, members.subtracting([$0]), route) }
                + (route == .proxy ? [] : [.mutateTags(node: node, mutation, members, .proxy)])
        case .will(let node, let key): smaller(node).map { .will(node: $0, key: key) }
        case .did(let node, let key): smaller(node).map { .did(node: $0, key: key) }
        case .byHand(let step): [step] + step.simpler.map { .byHand($0) }
        case .when(let observer, let count, let step):
            [step] + smaller(observer).map { .when(observer: $0, count: count, step) }
                + (count > 1 ? [.when(observer: observer, count: count - 1, step)] : [])
                + step.simpler.map { .when(observer: observer, count: count, $0) }
        case .renewObserver(let observer): smaller(observer).map { .renewObserver($0) }
        case .renewNode(let node): smaller(node).map { .renewNode($0) }
        case .finish, .untie: []
        }
    }
}

private func smaller(_ number: Int) -> [Int] {
    number == 0 ? [] : number == 1 ? [0] : [0, number - 1]
}

private func smaller(_ options: KeyValueObservingOptions) -> [KeyValueObservingOptions] {
    [.prior, .initial, .old, .new].filter { options.contains($0) }.map { options.subtracting($0) }
}

private func simplerPaths(_ path: String) -> some Sequence<String> {
    Script.keyPaths.prefix { $0 != path }
}
