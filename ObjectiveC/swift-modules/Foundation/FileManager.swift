// FileManager.swift - the methods of FileManager that are other ones in Swift, and files as strings.
import ObjectiveC

extension FileManager {
    /// The folder for files that are needed for a short time.
    public var temporaryDirectory: URL { URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true) }
    /// The user's folder.
    public var homeDirectoryForCurrentUser: URL { URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true) }
}

extension FileManager {
    /// Returns whether there is a file or folder, and stores whether it is a folder.
    public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>) -> Bool {
        var isFolder = false
        let exists = fileExists(atPath: path, isDirectory: &isFolder)
        isDirectory.pointee = ObjCBool(isFolder)
        return exists
    }

    /// Returns what is in a folder.
    public func contentsOfDirectory(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) throws -> [URL] {
        try contentsOfDirectory(at: url, includingPropertiesForKeys: keys, options: [])
    }
}
