// Steps+Text.swift - scripts and events as readable text.
import KVONotifying
import RuntimeTestSupport

extension Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let observer, let node, let path, let options, let context):
            "observer \(observer) observes node \(node) \(path)\(text(options))"
                + (context == 0 ? "" : " context \(context)")
        case .remove(let observer, let node, let path, let context):
            "observer \(observer) leaves node \(node) \(path)" + (context.map { " context \($0)" } ?? "")
        case .setValue(let node, let value): "node \(node) value = \(value)"
        case .setHidden(let node, let value): "node \(node) hidden = \(value)"
        case .setNext(let node, let next): "node \(node) next = \(next.map { "node \($0)" } ?? "nil")"
        case .setItems(let node, let items): "node \(node) items = \(items)"
        case .setTags(let node, let tags): "node \(node) tags = \(tags.sorted())"
        case .mutateItems(let node, let mutation, let route): "node \(node) items \(mutation), \(route)"
        case .mutateTags(let node, let mutation, let members, let route):
            "node \(node) tags \(mutation) \(members.sorted()), \(route)"
        case .will(let node, let key): "node \(node) will change \(key)"
        case .did(let node, let key): "node \(node) did change \(key)"
        case .byHand(let step): "\(step), by hand"
        case .when(let observer, let count, let step):
            "when observer \(observer) is notified" + (count == 1 ? "" : ", time \(count)") + ": \(step)"
        case .renewObserver(let observer): "observer \(observer) is let go, and another one takes its place"
        case .renewNode(let node): "node \(node) is let go, and another one takes its place"
        case .finish(let number, let key): "the former node \(number) did change \(key)"
        case .untie(let number): "the former node \(number) next = nil"
        }
    }
}

private func text(_ options: KeyValueObservingOptions) -> String {
    let names: [(KeyValueObservingOptions, String)] = [
        (.new, "new"), (.old, "old"), (.initial, "initial"), (.prior, "prior"),
    ]
    return names.filter { options.contains($0.0) }.map { " " + $0.1 }.joined()
}

extension ArrayMutation: CustomStringConvertible {
    var description: String {
        switch self {
        case .insert(let elements, let indexes): "insert \(elements) at \(indexes)"
        case .remove(let indexes): "remove at \(indexes)"
        case .replace(let indexes, let elements): "replace at \(indexes) with \(elements)"
        }
    }
}

extension Event: CustomStringConvertible {
    var description: String {
        switch self {
        case .raised(let name): "raised \(name)"
        case .told(let notice): "\(notice)"
        case .buried(let observer, let path, let node):
            "reported that observer \(observer) of node \(node) \(path) died"
        case .left(let node, let paths): "reported that node \(node) died with \(paths)"
        }
    }
}

extension Notice: CustomStringConvertible {
    var description: String {
        "observer \(observer) notified of node \(node) \(path): \(isPrior ? "prior " : "")\(kind)"
            + (old.map { " old \($0)" } ?? "") + (new.map { " new \($0)" } ?? "")
            + (indexes.map { " at \($0)" } ?? "") + (context == 0 ? "" : " context \(context)")
    }
}

extension Value: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .int(let value): "\(value)"
        case .node(let node): "node \(node)"
        case .array(let elements): "\(elements)"
        case .set(let members): "set \(members.sorted())"
        case .other(let text): "?? \(text)"
        }
    }
}
