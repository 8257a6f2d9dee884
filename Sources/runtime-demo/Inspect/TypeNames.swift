// TypeNames.swift - type encodings and property attributes in words.
import MiniRuntime

/// `i` is `int`, `@"NSString"` is `NSString *`. What has no short name in C stays as it is.
func typeName(_ encoding: String) -> String {
    let scalars: [Character: String] = [
        "c": "char", "C": "unsigned char", "s": "short", "S": "unsigned short", "i": "int", "I": "unsigned int",
        "l": "int", "L": "unsigned int", "q": "long", "Q": "unsigned long", "f": "float", "d": "double",
        "D": "long double", "B": "bool", "v": "void", "*": "char *", "#": "Class", ":": "SEL",
    ]
    guard let first = encoding.first else { return "?" }
    if encoding.count == 1, let name = scalars[first] { return name }
    switch first {
    case "@":
        if encoding == "@?" { return "block" }
        let name = encoding.dropFirst(2).dropLast()
        return name.isEmpty ? "id" : name.hasPrefix("<") ? "id\(name)" : "\(name) *"
    case "{":
        let name = encoding.dropFirst().prefix { $0 != "=" && $0 != "}" }
        return "struct \(name)"
    case "^":
        return encoding == "^?" ? "function" : typeName(String(encoding.dropFirst())) + " *"
    default: return encoding
    }
}

extension RuntimeProperty {
    /// `int, nonatomic, in _age`
    var words: String {
        let flags = ["R": "readonly", "C": "copy", "&": "retain", "W": "weak", "N": "nonatomic", "D": "dynamic"]
        return attributes.compactMap { attribute in
            switch attribute.name {
            case "T": typeName(attribute.value)
            case "V": "in \(attribute.value)"
            case "G": "getter \(attribute.value)"
            case "S": "setter \(attribute.value)"
            default: flags[attribute.name]
            }
        }.joined(separator: ", ")
    }
}
