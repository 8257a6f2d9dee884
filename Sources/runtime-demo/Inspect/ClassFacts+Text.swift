// ClassFacts+Text.swift - a class, for people to read.

extension ClassFacts {
    /// The report on a class.
    func page() -> Page {
        var page = Page()
        page.heading(superclasses.count > 1 ? "\(name) : \(superclasses[1])" : "\(name), a root class")
        if let notifiesFor, code == nil {
            page.paragraph(
                "Made at run time because an instance of \(notifiesFor) is observed. Observed instances have it as "
                    + "isa, and what it overrides stands before the methods of \(notifiesFor).")
        }
        if let code {
            code.add(to: &page)
            return page
        }
        page.table(overview, limits: [20])
        add(ivarRows, "Ivars", "offset, size and encoding", limits: [6, 4, 24, 34], to: &page)
        add(propertyRows, "Properties", "attribute string, and its meaning", limits: [34, 40], to: &page)
        add(protocols.map { [$0] }, "Protocols", "", limits: [], to: &page)
        let kind = isMetaclass ? "Methods of the class" : "Methods of instances"
        add(rows(methods), kind, "selector, encoding, IMP, and what is there", limits: [32, 16, 14], to: &page)
        if !isMetaclass {
            add(
                rows(classMethods), "Methods of the class", "the metaclass's table", limits: [32, 16, 14], to: &page)
        }
        addCache(to: &page)
        return page
    }

    private var overview: [[String]] {
        var size = "\(instanceSize) bytes"
        if inheritedSize > 0 {
            let own = instanceSize - inheritedSize
            size += ": \(inheritedSize) inherited" + (own > 0 ? ", \(own) more" : ", none more")
        }
        return [
            ["class object", "at \(address)"],
            ["superclass chain", arrows(superclasses + ["Nil"])],
            ["isa chain", arrows(isaChain + ["itself"])],
            ["metaclass chain", arrows(metaclasses + ["Nil"])],
            ["instance size", size],
            ["instances alive", notifiesFor.map { "counted as \($0)'s" } ?? "\(instanceCount)"],
        ]
    }

    /// Broken at arrows only.
    private func arrows(_ names: [String]) -> String {
        names.map { name in String(name.map { $0 == " " ? "\u{A0}" : $0 }) }.joined(separator: " ->\u{A0}")
    }

    /// A class's isa is its metaclass, and that of any metaclass is the root metaclass.
    private var isaChain: [String] {
        let root = metaclasses.last { $0.hasSuffix("(metaclass)") } ?? name
        let all = isMetaclass ? [name] : [name, metaclasses[0]]
        return all.last == root ? all : all + [root]
    }

    private func add(_ rows: [[String]], _ title: String, _ columns: String, limits: [Int], to page: inout Page) {
        let scope = includesInherited ? "inherited ones included" : ""
        let notes = (rows.isEmpty ? [] : [columns, scope]).filter { !$0.isEmpty }.joined(separator: "; ")
        page.heading("\(title): \(rows.isEmpty ? "none" : "\(rows.count)")\(notes.isEmpty ? "" : "   (\(notes))")")
        page.table(rows, limits: limits)
    }

    private func origin(_ definedBy: String) -> String {
        includesInherited && definedBy != name ? "from \(definedBy)" : ""
    }

    private var ivarRows: [[String]] {
        ivars.map { ivar in
            let size = ivar.size.map(String.init) ?? "?"
            let from = origin(ivar.definedBy)
            let type = typeName(ivar.encoding)
            let words = [type == ivar.encoding ? "" : type, from].filter { !$0.isEmpty }.joined(separator: ", ")
            return [leftPadded(ivar.offset), leftPadded(size), ivar.name, ivar.encoding, words]
        }
    }

    private func leftPadded(_ value: some CustomStringConvertible) -> String {
        let text = value.description
        return String(repeating: " ", count: max(0, 3 - text.count)) + text
    }

    private var propertyRows: [[String]] {
        properties.map { property in
            let words = [property.words, origin(property.definedBy)].filter { !$0.isEmpty }.joined(separator: ", ")
            return [property.name, property.attributes, words]
        }
    }

    private func rows(_ methods: [MethodFacts]) -> [[String]] {
        methods.map { method in
            var words = [method.implementation.description]
            if let overrides = method.overrides { words.append("overrides \(overrides)'s") }
            if includesInherited && method.definedBy != name && method.definedBy != metaclasses.first {
                words.append("from \(method.definedBy)")
            }
            return [
                method.selector, method.encoding ?? "no types", method.implementation.address,
                words.joined(separator: ", "),
            ]
        }
    }

    private func addCache(to page: inout Page) {
        let state =
            cache.capacity == 0
            ? "empty: no message has been sent to an instance yet"
            : "\(counted(cache.entries.count, "method")) in \(counted(cache.capacity, "bucket"))"
        page.heading("Cache: \(state)")
        page.table(cache.entries.map { [$0.selector, "from \($0.definedBy)"] }, limits: [60])
    }
}
