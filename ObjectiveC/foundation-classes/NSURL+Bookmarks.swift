// NSURL+Bookmarks.swift - properties of files that are set, and bookmarks: data from which a program finds a file
// again. A bookmark is the path.
import Foundation
import MiniFoundation
import MiniRuntime

extension NSURL {
    static func addBookmarks(_ cls: ValueClass<URL>) throws {
        try cls.cls.addMethod("filePathURL") { (me: Object) -> Object? in try cls.value(of: me).isFileURL ? me : nil }
        try cls.add("setResourceValue:forKey:error:") { (url, _: Object?, key: String, error: ObjectAddress?) -> Bool in
            ObjectAddress.catching(error) {
                _ = try FileStatus(of: url)
                // Nothing here makes backups.
                guard key == "NSURLIsExcludedFromBackupKey" else { throw CocoaError(.featureUnsupported) }
                return true
            } ?? false
        }
        try cls.add("bookmarkDataWithOptions:includingResourceValuesForKeys:relativeToURL:error:") {
            (url, _: UInt, _: Object?, _: Object?, error: ObjectAddress?) -> Object? in
            ObjectAddress.catching(error) {
                _ = try FileStatus(of: url)
                return Data(url.filePath.utf8)
            }?.object
        }
        try cls.addClassMethod("URLByResolvingBookmarkData:options:relativeToURL:bookmarkDataIsStale:error:") {
            (_, data: Object, _: UInt, _: Object?, isStale: UnsafeMutableRawPointer?, error: ObjectAddress?) -> Object?
            in
            ObjectAddress.catching(error) {
                guard let path = try Data(data).flatMap({ String(data: $0, encoding: .utf8) }), path.hasPrefix("/"),
                    path.isPath
                else { throw CocoaError(.fileReadCorruptFile) }
                let url = URL(fileURLWithPath: path)
                _ = try FileStatus(of: url)
                isStale?.storeBytes(of: false, as: Bool.self)
                return object(url)
            } ?? nil
        }
    }
}
