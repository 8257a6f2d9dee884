import AsyncAlgorithms
import SafeObservation
import TypedClasses

final class SearchField: ClassDescription {
    let text = Property<String>("")
}

func program14() async throws {
    var field: Ref<SearchField>? = SearchField.new()
    let typed = field!.changes(of: \.text).debounce(for: .milliseconds(100))
    let queries = Task {
        var queries: [String] = []
        for await change in typed { queries.append(change.newValue ?? "") }
        return queries
    }
    for text in ["s", "sw", "swift"] { field!.text = text }
    try await Task.sleep(for: .milliseconds(400))
    for text in ["swift ", "swift kvo"] { field!.text = text }
    try await Task.sleep(for: .milliseconds(400))
    field = nil
    check(
        await queries.value == ["swift", "swift kvo"],
        "debounce: one query for each pause; the end of the object ends the loop")

    var noisy: Ref<SearchField>? = SearchField.new()
    let throttled = noisy!.changes(of: \.text)._throttle(for: .milliseconds(200))
    let samples = Task { await throttled.reduce(into: 0) { count, _ in count += 1 } }
    for n in 0..<50 {
        noisy!.text = "\(n)"
        try await Task.sleep(for: .milliseconds(10))
    }
    noisy = nil
    let count = await samples.value
    check((2...10).contains(count), "throttle: a few of fifty changes, not all and not one")

    var (first, last): (Ref<SearchField>?, Ref<SearchField>?) = (SearchField.new(), SearchField.new())
    let both = merge(first!.changes(of: \.text), last!.changes(of: \.text))
    first!.text = "Ada"
    last!.text = "Lovelace"
    (first, last) = (nil, nil)
    var names: Set<String> = []
    for await change in both { names.insert(change.newValue ?? "") }
    check(names == ["Ada", "Lovelace"], "merge: the changes of both, and an end when both are gone")
}
