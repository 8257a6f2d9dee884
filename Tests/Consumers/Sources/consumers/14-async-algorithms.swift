import AsyncAlgorithms
import SafeObservation
import Synchronization
import TypedClasses

final class SearchField: ClassDescription {
    let text = Property<String>("")
}

func program14() async throws {
    var field: Ref<SearchField>? = SearchField.new()
    let typed = field!.changes(of: \.text).debounce(for: .milliseconds(10))
    let queries = Mutex<[String]>([])
    let search = Task {
        for await change in typed { queries.withLock { $0.append(change.newValue ?? "") } }
    }
    // How long the pauses between these lines are is up to the machine. The last text before a long pause is always
    // searched for, and no text is searched for twice.
    let texts = ["s", "sw", "swift", "swift ", "swift kvo"]
    for text in texts[..<3] { field!.text = text }
    await eventually { queries.withLock { $0.last == "swift" } }
    for text in texts[3...] { field!.text = text }
    await eventually { queries.withLock { $0.last == "swift kvo" } }
    field = nil
    await search.value
    check(
        queries.withLock { $0 == texts.filter($0.contains) },
        "debounce: the last query before a pause, in order; the end of the object ends the loop")

    var noisy: Ref<SearchField>? = SearchField.new()
    let throttled = noisy!.changes(of: \.text)._throttle(for: .milliseconds(10))
    let samples = Task { await throttled.reduce(into: [Int]()) { $0.append(Int($1.newValue ?? "") ?? -1) } }
    for n in 0..<50 { noisy!.text = "\(n)" }
    noisy = nil
    let numbers = await samples.value
    check(numbers.first == 0, "throttle: the first change passes at once")
    check(
        numbers == numbers.sorted() && Set(numbers).count == numbers.count,
        "throttle: some of the others pass, in order")

    var (first, last): (Ref<SearchField>?, Ref<SearchField>?) = (SearchField.new(), SearchField.new())
    let both = merge(first!.changes(of: \.text), last!.changes(of: \.text))
    first!.text = "Ada"
    last!.text = "Lovelace"
    (first, last) = (nil, nil)
    var names: Set<String> = []
    for await change in both { names.insert(change.newValue ?? "") }
    check(names == ["Ada", "Lovelace"], "merge: the changes of both, and an end when both are gone")
}
