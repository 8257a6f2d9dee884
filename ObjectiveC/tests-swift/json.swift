// Codable values as JSON and property lists.
import Foundation

struct Track: Codable {
    var title: String
    var seconds: Double
    var recordedOn: Date
    var link: URL?
    var cover = Data([1, 2, 3])
}

class Album: NSObject, Codable {
    @objc dynamic var name = "S"
    var tracks: [Track] = []
    private enum CodingKeys: String, CodingKey { case name, tracks }
}

extension CodingUserInfoKey {
    static let scale = CodingUserInfoKey(rawValue: "scale")!
}
struct Scaled: Codable {
    var value: Int
    init(value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int.self) * (decoder.userInfo[.scale] as? Int ?? 1)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value * (encoder.userInfo[.scale] as? Int ?? 1))
    }
}

@main enum Program {
    static func main() throws {
        let album = Album()
        album.tracks = [
            Track(
                title: "S", seconds: 9, recordedOn: Date(timeIntervalSince1970: 100),
                link: URL(string: "a:"))
        ]
        try texts(album)
        try back(album)
        try oddities()
        try lists(album)
    }

    static func texts(_ album: Album) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        for strategy in [JSONEncoder.DateEncodingStrategy.secondsSince1970, .iso8601] {
            encoder.dateEncodingStrategy = strategy
            print(String(data: try encoder.encode(album), encoding: .utf8)!)
        }
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy"
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        encoder.dateEncodingStrategy = .formatted(formatter)
        encoder.dataEncodingStrategy = .deferredToData
        print(String(data: try encoder.encode(album.tracks), encoding: .utf8)!)
        print(String(data: try JSONEncoder().encode(["a": 1]), encoding: .utf8)!)
    }

    static func back(_ album: Album) throws {
        let encoder = JSONEncoder(), decoder = JSONDecoder()
        let copy = try decoder.decode(Album.self, from: try encoder.encode(album))
        let observation = copy.observe(\.name, options: .new) { _, change in print("now", change.newValue!) }
        copy.name = "Red"
        observation.invalidate()
        print(copy.tracks[0].recordedOn == album.tracks[0].recordedOn, copy.tracks[0].cover.count)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let text = #"[{"title": "Blue", "seconds": 1, "recorded_on": 7, "cover": "AQ=="}]"#
        print(try decoder.decode([Track].self, from: Data(text.utf8))[0].recordedOn.timeIntervalSince1970)
    }

    static func oddities() throws {
        let encoder = JSONEncoder(), decoder = JSONDecoder()
        do { _ = try encoder.encode([Double.infinity]) } catch EncodingError.invalidValue(let value, _) { print(value) }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        print(String(data: try encoder.encode([Double.infinity]), encoding: .utf8)!)
        encoder.userInfo = [.scale: 10]
        decoder.userInfo = [.scale: 10]
        print(try decoder.decode([Scaled].self, from: try encoder.encode([Scaled(value: 3)])).map(\.value))
        do {
            _ = try decoder.decode([Track].self, from: Data(#"[{"title": 1}]"#.utf8))
        } catch DecodingError.typeMismatch(let type, let context) {
            print(type, context.codingPath.map(\.stringValue))
        }
        do { _ = try decoder.decode(Int.self, from: Data("{".utf8)) } catch is DecodingError { print("no JSON") }
    }

    static func lists(_ album: Album) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let data = try encoder.encode(album)
        print(String(data: data, encoding: .utf8)!.contains("<string>S</string>"))
        var format = PropertyListSerialization.PropertyListFormat.binary
        let copy = try PropertyListDecoder().decode(Album.self, from: data, format: &format)
        print(copy.tracks[0].title, format == .xml)
    }
}
// prints
//     {"name":"S","tracks":[{"cover":"AQID","link":"a:","recorded_on":100,"seconds":9,"title":"S"}]}
//     {"name":"S","tracks":[{"cover":"AQID","link":"a:","recorded_on":"1970-01-01T00:01:40Z","seconds":9,"title":"S"}]}
//     [{"cover":[1,2,3],"link":"a:","recorded_on":"1970","seconds":9,"title":"S"}]
//     {"a":1}
//     now Red
//     true 3
//     7.0
//     inf
//     ["+"]
//     [300]
//     String ["Index 0", "title"]
//     no JSON
//     true
//     S true
