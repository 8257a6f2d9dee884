// FileStatus.swift - the properties of a file that NSURL's resource values name.
import Foundation
import MiniFoundation
import MiniRuntime

/// What the system knows about a file.
struct FileStatus {
    private let status: stat
    private let creation: Date?

    /// Reads the properties of the file of a URL. Throws a `CocoaError` if there is no such file, or if the URL is not
    /// that of a file. A symbolic link is not followed.
    init(of url: URL) throws {
        var status = stat()
        let path = try url.asPath()
        guard lstat(path, &status) == 0 else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
        }
        self.status = status
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        creation = attributes?[.creationDate] as? Date
    }

    /// Returns the property with that key; nil for a key that is not supported.
    func value(_ key: String, of url: URL) -> Object? {
        let kind = status.st_mode & S_IFMT
        let modified = Date(
            timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        return switch key {
        case "NSURLNameKey": url.lastPathComponent.bridgedObject
        case "NSURLIsDirectoryKey": MiniFoundation.NSNumber.object(kind == S_IFDIR)
        case "NSURLIsRegularFileKey": MiniFoundation.NSNumber.object(kind == S_IFREG)
        case "NSURLIsSymbolicLinkKey": MiniFoundation.NSNumber.object(kind == S_IFLNK)
        case "NSURLContentModificationDateKey": modified.object
        case "NSURLCreationDateKey": (creation ?? modified).object
        case "NSURLFileSizeKey": MiniFoundation.NSNumber.object(Int(status.st_size))
        case "NSURLFileAllocatedSizeKey", "NSURLTotalFileAllocatedSizeKey":
            MiniFoundation.NSNumber.object(Int(status.st_blocks) * 512)
        case "NSURLIsExcludedFromBackupKey": MiniFoundation.NSNumber.object(false)
        case "NSURLFileResourceIdentifierKey":
            withUnsafeBytes(of: (status.st_dev, status.st_ino)) { Data($0) }.object
        default: nil
        }
    }
}
