// Files, addresses by their parts, and notifications as a sequence.
import Foundation

@main enum Program {
    static func main() async throws {
        var parts = URLComponents(string: "https://example.com/search")!
        parts.queryItems = [URLQueryItem(name: "q", value: "a b"), URLQueryItem(name: "n", value: "1")]
        print(parts.url!, parts.queryItems!.first { $0.name == "n" }!.value!)
        print((parts as NSURLComponents).host!, ((parts as NSURLComponents) as URLComponents) == parts)
        print((parts as NSURLComponents).queryItems! == parts.queryItems!, Bundle.main.bundlePath.isEmpty)

        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try manager.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
        defer { try! manager.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.txt")
        try "content".write(to: file, atomically: true, encoding: .utf8)
        print(try String(contentsOf: file, encoding: .utf8), manager.fileExists(atPath: file.path))
        let attributes = try manager.attributesOfItem(atPath: file.path)
        print(attributes[.size] as! Int, attributes[.type] as! FileAttributeType == .typeRegular)
        var isFolder: ObjCBool = false
        print(manager.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue)
        try manager.moveItem(at: file, to: folder.appendingPathComponent("b.txt"))
        print(try manager.contentsOfDirectory(atPath: folder.path))
        print(try manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map(\.lastPathComponent))
        print(manager.urls(for: .cachesDirectory, in: .userDomainMask).count)
        do { try manager.removeItem(at: file) } catch let error as NSError { print(error.domain, error.code) }
        do { try manager.removeItem(at: file) } catch CocoaError.fileNoSuchFile { print("no such file") }

        let name = Notification.Name("turned")
        let task = Task {
            for await notification in NotificationCenter.default.notifications(named: name) {
                return notification.object as! Int
            }
            return 0
        }
        let timer = Task {
            while true {
                NotificationCenter.default.post(name: name, object: 3)
                try await Task.sleep(nanoseconds: 1_000_000)
            }
        }
        print(await task.value)
        timer.cancel()
        print(Notification(name: name) == Notification(name: name, object: nil))
    }
}

// prints
//     https://example.com/search?q=a%20b&n=1 1
//     example.com true
//     true false
//     content true
//     7 true
//     true true
//     ["b.txt"]
//     ["b.txt"]
//     1
//     NSCocoaErrorDomain 4
//     no such file
//     3
//     true
