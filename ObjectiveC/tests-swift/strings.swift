// The methods of NSString for strings of Swift, and sets of characters.
import Foundation

class Note: NSObject {
    @objc dynamic var text = "  Hello, World! \n"
}

@main enum Program {
    static func main() {
        let note = Note()
        let text = note.text.trimmingCharacters(in: .whitespacesAndNewlines)
        search(text)
        change(text)
        compare()
        sets()
    }

    static func search(_ text: String) {
        let range = text.range(of: "world", options: .caseInsensitive)!
        print(text[range], text.distance(from: text.startIndex, to: range.lowerBound), text.range(of: "zzz") as Any)
        print(
            text.range(of: "l", options: .backwards) == text.index(
                text.startIndex, offsetBy: 10)..<text.index(text.startIndex, offsetBy: 11))
        let rest = text[range.lowerBound...]
        print(rest.range(of: "o")!.lowerBound == text.index(text.startIndex, offsetBy: 8))
        print("ab12".rangeOfCharacter(from: .decimalDigits).map { "ab12"[$0] } as Any)
        print(
            "ab".rangeOfCharacter(from: CharacterSet.letters.inverted) as Any,
            text.localizedCaseInsensitiveContains("HELLO"))
        print("a1b22".range(of: "[0-9]+", options: .regularExpression).map { "a1b22"[$0] } as Any)
        text.enumerateSubstrings(in: text.startIndex..., options: .byWords) { word, range, _, stop in
            print(word!, text[range])
        }
        "one\ntwo\nthree".enumerateLines { line, stop in
            print(line)
            stop = line == "two"
        }
    }

    static func change(_ text: String) {
        print(text.components(separatedBy: ", "), "a-b_c".components(separatedBy: CharacterSet(charactersIn: "-_")))
        print(
            text.replacingOccurrences(of: "World", with: "🌍"),
            "aXbx".replacingOccurrences(of: "x", with: "-", options: .caseInsensitive))
        print("a1b2".replacingOccurrences(of: "([0-9])", with: "<$1>", options: .regularExpression))
        print(text.replacingCharacters(in: ..<text.firstIndex(of: ",")!, with: "Bye"), text.commonPrefix(with: "Help"))
        print("7".padding(toLength: 3, withPad: "0", startingAt: 0), "a".appending("b"), "n".appendingFormat("%03d", 7))
        print(
            "a b&c/é".addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)!, "a%20b".removingPercentEncoding!)
        let mutable = NSMutableString(string: "n")
        mutable.appendFormat("%d%@", 3, "b")
        print(mutable, mutable.copy(with: nil) is NSString)
        print(
            NSLocalizedString("key", comment: ""), "aé".lengthOfBytes(using: .utf8),
            String(NSMutableString(string: "m")))
        print(
            text[text.startIndex..<text.firstIndex(of: ",")!].trimmingCharacters(in: CharacterSet(charactersIn: "Ho")))
    }

    static func compare() {
        print(["item10", "Item2"].sorted { $0.localizedStandardCompare($1) == .orderedAscending })
        print(
            "A".caseInsensitiveCompare("a") == .orderedSame,
            "a".compare("B", options: .caseInsensitive) == .orderedAscending)
        print("a".compare("b") == .orderedAscending, "b".localizedCompare("a") == .orderedDescending)
        let descriptor = NSSortDescriptor(
            key: "self", ascending: true, selector: #selector(NSString.caseInsensitiveCompare(_:)))
        print((["b", "C", "a"] as NSArray).sortedArray(using: [descriptor]) as! [String])
    }

    static func sets() {
        var set = CharacterSet.decimalDigits.union(CharacterSet(charactersIn: "-"))
        set.insert(charactersIn: "+")
        set.remove("-")
        print(set.contains("+"), set.contains("-"), set.contains("5"), set.inverted.contains("😀"), set.contains("😀"))
        print(CharacterSet(charactersIn: "a"..."c") == CharacterSet(charactersIn: "abc"), CharacterSet().contains("a"))
        print(
            CharacterSet(charactersIn: "ab").isSubset(of: .lowercaseLetters), set.intersection(.letters).contains("5"))
        print(
            "ab-c!".unicodeScalars.filter(CharacterSet.alphanumerics.contains).count,
            (set as AnyObject) is NSCharacterSet)
    }
}

// prints
//     World 7 nil
//     true
//     true
//     Optional("1")
//     nil true
//     Optional("1")
//     Hello Hello
//     World World
//     one
//     two
//     ["Hello", "World!"] ["a", "b", "c"]
//     Hello, 🌍! a-b-
//     a<1>b<2>
//     Bye, World! Hel
//     700 ab n007
//     a%20b&c/%C3%A9 a b
//     n3b true
//     key 3 m
//     ell
//     ["Item2", "item10"]
//     true true
//     true true
//     ["a", "b", "C"]
//     true false true true false
//     true false
//     true false
//     3 true
