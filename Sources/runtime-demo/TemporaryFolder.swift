// TemporaryFolder.swift - a new folder for this user only, so that no other user can place a file of theirs in it.
import FoundationEssentials

struct TemporaryFolder {
    let path: String

    /// Makes the folder. Throws the error of the file system.
    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/runtime-demo-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Deletes the folder with its contents, if it exists.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
