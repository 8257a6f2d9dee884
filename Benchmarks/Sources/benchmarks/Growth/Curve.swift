// Curve.swift - the cost of an operation as a function of a number, for example the number of observers.

struct Curve {
    /// The panel and the curve, as in "observers/set".
    let name: String
    let panel: Panel
    let label: String
    /// Makes the initial objects. The resulting function grows them to a size, and returns the nanoseconds of one
    /// operation at that size. Sizes only grow.
    let make: () -> (Int) -> Double

    init(_ panel: Panel, _ name: String, _ label: String, _ make: @escaping () -> (Int) -> Double) {
        self.name = panel.rawValue + "/" + name
        self.panel = panel
        self.label = label
        self.make = make
    }
}

/// The number on the horizontal axis that the curves of one drawing share.
enum Panel: String, CaseIterable {
    case observers, objects, keys, classes, methods, depth, hops, closures

    var title: String {
        switch self {
        case .observers: "observers on one object"
        case .objects: "observed objects"
        case .keys: "keys observed on one object"
        case .classes: "observed classes"
        case .methods: "methods of a class"
        case .depth: "depth of inheritance"
        case .hops: "hops of a key path"
        case .closures: "closures that are methods"
        }
    }

    var greatest: Int {
        switch self {
        case .observers: 100_000
        case .objects, .closures: 1_000_000
        case .keys, .classes, .methods: 10_000
        case .depth, .hops: 1000
        }
    }

    /// The sizes 1, 3, 10, 30 and so on.
    var sizes: [Int] {
        var sizes: [Int] = []
        var power = 1
        while power <= greatest {
            sizes += [power, 3 * power].filter { $0 <= greatest }
            power *= 10
        }
        return sizes
    }
}

struct Point: Encodable {
    let size: Int
    let nanoseconds: Double
}

/// Returns the exponent e of cost = c * size^e: the slope of a straight line through the logarithms, by least squares.
/// Uses only the last decade of sizes, because the constant part of the cost hides the growth at smaller sizes.
func fittedExponent(_ points: [Point]) -> Double? {
    guard let greatest = points.last?.size else { return nil }
    let tail = points.filter { $0.size * 10 >= greatest }.map {
        (logarithm(Double($0.size)), logarithm($0.nanoseconds))
    }
    if tail.count < 2 { return nil }
    let meanX = tail.map(\.0).reduce(0, +) / Double(tail.count)
    let meanY = tail.map(\.1).reduce(0, +) / Double(tail.count)
    let covariance = tail.map { ($0.0 - meanX) * ($0.1 - meanY) }.reduce(0, +)
    let variance = tail.map { ($0.0 - meanX) * ($0.0 - meanX) }.reduce(0, +)
    return variance == 0 ? nil : covariance / variance
}
