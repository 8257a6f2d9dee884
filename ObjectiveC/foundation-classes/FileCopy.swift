// FileCopy.swift - copies of files and folders, with their dates. Nothing that exists is overwritten.
import Foundation
import MiniFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum FileCopy {
    /// Copies a file, or a folder with all that it contains. Throws an error if there is something at `place`, which
    /// Swift's FileManager would merge with a folder.
    static func make(of path: String, at place: String, _ files: FileManager) throws {
        var status = stat()
        guard lstat(place, &status) != 0 else {
            throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: place])
        }
        try files.copyItem(atPath: path, toPath: place)
        // A folder after what it contains, because copying that changes the folder's date.
        let contents =
            lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            ? try files.subpathsOfDirectory(atPath: path) : []
        for part in contents.reversed() { copyDates(of: "\(path)/\(part)", to: "\(place)/\(part)") }
        copyDates(of: path, to: place)
    }

    /// Lets a file have the dates of another. A date that cannot be set stays.
    private static func copyDates(of path: String, to place: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        _ = withUnsafeBytes(of: (status.st_atim, status.st_mtim)) { times in
            utimensat(AT_FDCWD, place, times.assumingMemoryBound(to: timespec.self).baseAddress, AT_SYMLINK_NOFOLLOW)
        }
    }
}
