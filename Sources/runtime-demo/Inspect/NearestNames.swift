// NearestNames.swift - bad input, and what somebody may have meant.
import ArgumentParser

/// Bad input: its text goes to standard error, and the exit status is 64. Key-value coding has an error of that name.
typealias ValidationError = ArgumentParser.ValidationError

/// The names that are most like `name`, at most three; none that would need half of the letters changed.
func nearestNames(to name: String, among names: [String]) -> [String] {
    let wanted = name.lowercased()
    let rated = names.map { (name: $0, distance: editDistance(wanted, $0.lowercased())) }
    return rated.filter { $0.distance * 2 <= max(wanted.count, 3) }.sorted {
        ($0.distance, $0.name) < ($1.distance, $1.name)
    }.prefix(3).map(\.name)
}

/// `; did you mean A, B or C?`, or nothing.
func suggestion(for name: String, among names: [String]) -> String {
    let nearest = nearestNames(to: name, among: names)
    guard let last = nearest.last else { return "" }
    let others = nearest.dropLast().joined(separator: ", ")
    return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
}

/// Letters to insert, to remove and to replace. Levenshtein's distance, O(a x b).
private func editDistance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for j in b.indices {
            let replaced = diagonal + (letter == b[j] ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
        }
    }
    return row[b.count]
}
