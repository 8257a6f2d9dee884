// Rows.swift - all rows in the order of the table, and the selection of rows by name.

enum Rows {
    static var all: [Row] {
        sending + unobserved + unobservedPeers + observed + dependent + registering + crowds + memory + threads
            + compiled + typed + typedVariants + swiftPeers + swiftModulePeers
    }

    static func named(_ name: String) -> Row? {
        all.first { $0.name == name }
    }

    /// Returns the rows whose names begin with one of `prefixes`, or all if it is empty, and the rows that they need.
    /// Leaves out rows that are only peers unless `withPeers` is true.
    static func selected(_ prefixes: [String], withPeers: Bool) -> [Row] {
        let wanted = all.filter { row in
            prefixes.isEmpty ? withPeers || !row.isPeer : prefixes.contains { row.name.hasPrefix($0) }
        }
        var names = Set(wanted.map(\.name))
        var open = wanted
        while let row = open.popLast() {
            for needed in row.needs where withPeers || !needed.hasPrefix("swift-") {
                if names.insert(needed).inserted, let row = named(needed) { open.append(row) }
            }
        }
        return all.filter { names.contains($0.name) }
    }
}
