// NearestNames.swift - suggests similar names for a name that may be mistyped.

/// Returns a suggestion for error messages: `; did you mean 'Person'?`, or an empty string if no name is similar. Can
/// be called on any thread. O(names x their lengths).
public func suggestion(for name: String, among names: some Sequence<String>) -> String {
    let wanted = name.lowercased()
    // If more than a third of the letters differ, it is a different name.
    let limit = max(1, wanted.count / 3)
    // Ordered by the distance without regard to case, then by the distance with regard to case, then by name.
    var best: (Int, Int, name: String)?
    for candidate in names where abs(candidate.count - wanted.count) <= limit {
        let distance = editDistance(Array(wanted), Array(candidate.lowercased()))
        guard distance <= limit, distance < wanted.count else { continue }
        let rated = (distance, editDistance(Array(name), Array(candidate)), name: candidate)
        if best.map({ rated < $0 }) ?? true { best = rated }
    }
    let beginning = names.filter { wanted.count > 2 && $0.lowercased().hasPrefix(wanted) }
    let nearest = best?.name ?? (beginning.count == 1 ? beginning[0] : nil)
    return nearest.map { "; did you mean '\($0)'?" } ?? ""
}

/// The number of insertions, removals, replacements and exchanges of neighbours that turn `a` into `b`. O(a x b).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
            row.append(distance)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
