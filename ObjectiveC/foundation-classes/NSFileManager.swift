// NSFileManager.swift - files and folders: Swift's FileManager.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSFileManager {
    private static let standard: Object = values.object(FileManager.default)

    static let values: ValueClass<FileManager> = ValueClass("NSFileManager") { cls in
        try cls.addClassMethod("defaultManager") { _ in standard }
        try cls.addInit("init") { FileManager() }
        try addQuestions(cls)
        try addContents(cls)
        try addChanges(cls)
        try addFolders(cls)
        try addURLs(cls)
    }

    private static func addQuestions(_ cls: ValueClass<FileManager>) throws {
        try cls.add("fileExistsAtPath:") { (files, path: String?) in
            path.map { $0.isPath && files.fileExists(atPath: $0) } ?? false
        }
        try cls.add("fileExistsAtPath:isDirectory:", types: "B32@0:8@16^B24") {
            (files, path: String?, isFolder: UnsafeMutableRawPointer?) -> Bool in
            var found = ObjCBool(false)
            guard let path, path.isPath, files.fileExists(atPath: path, isDirectory: &found) else { return false }
            isFolder?.storeBytes(of: found.boolValue, as: Bool.self)
            return true
        }
        try cls.add("isReadableFileAtPath:") { (files, path: String?) in
            path.map { $0.isPath && files.isReadableFile(atPath: $0) } ?? false
        }
        try cls.add("isWritableFileAtPath:") { (files, path: String?) in
            path.map { $0.isPath && files.isWritableFile(atPath: $0) } ?? false
        }
        try cls.add("isExecutableFileAtPath:") { (files, path: String?) in
            path.map { $0.isPath && files.isExecutableFile(atPath: $0) } ?? false
        }
        try cls.add("isDeletableFileAtPath:") { (files, path: String?) in
            path.map { $0.isPath && files.isDeletableFile(atPath: $0) } ?? false
        }
        try cls.add("currentDirectoryPath") { $0.currentDirectoryPath }
        try cls.add("changeCurrentDirectoryPath:") { (files, path: String) in
            path.isPath && files.changeCurrentDirectoryPath(path)
        }
        try cls.add("fileSystemRepresentationWithPath:") { (_, path: Object) -> UnsafePointer<CChar>? in
            try path.send("fileSystemRepresentation")
        }
        try cls.add("attributesOfItemAtPath:error:") { (files, path: String, error: ObjectAddress?) -> Object? in
            try ObjectAddress.catching(error) { try files.attributesOfItem(atPath: path.asPath()) }.map(attributes)
        }
        try cls.add("attributesOfFileSystemForPath:error:") {
            (files, path: String, error: ObjectAddress?) -> Object? in
            try ObjectAddress.catching(error) { try files.attributesOfFileSystem(forPath: path.asPath()) }.map(
                attributes)
        }
    }

    /// The attributes that are property lists: type, size, dates, permissions, owner.
    private static func attributes(_ found: [FileAttributeKey: Any]) throws -> Object {
        var entries: [(key: Object, value: Object)] = []
        for (key, value) in found {
            let value = (value as? FileAttributeType)?.rawValue ?? value
            guard let object = try ValueTree.propertyList.object(value) else { continue }
            entries.append((key: MiniFoundation.NSString.object(key.rawValue), value: object))
        }
        return MiniFoundation.NSDictionary.object(entries)
    }

    /// Adds the methods that name folders of the user and the system.
    private static func addFolders(_ cls: ValueClass<FileManager>) throws {
        try cls.add("URLsForDirectory:inDomains:") { (files, folder: UInt, domains: UInt) -> Object in
            guard let folder = FileManager.SearchPathDirectory(rawValue: folder) else {
                return MiniFoundation.NSArray.object([])
            }
            let urls = files.urls(for: folder, in: FileManager.SearchPathDomainMask(rawValue: domains))
            return MiniFoundation.NSArray.object(urls.compactMap(NSURL.object))
        }
        try cls.add("URLForDirectory:inDomain:appropriateForURL:create:error:") {
            (files, folder: UInt, domain: UInt, place: Object?, isCreated: Bool, error: ObjectAddress?) -> Object? in
            let place = try NSURL.values.argument(place)
            guard let folder = FileManager.SearchPathDirectory(rawValue: folder) else { return nil }
            let domain = FileManager.SearchPathDomainMask(rawValue: domain)
            // Swift ends the process.
            guard folder != .itemReplacementDirectory || domain == .userDomainMask && place != nil else {
                throw RuntimeException(
                    "NSInvalidArgumentException",
                    "NSItemReplacementDirectory: needs NSUserDomainMask and a URL of the item")
            }
            return ObjectAddress.catching(error) {
                try files.url(for: folder, in: domain, appropriateFor: place, create: isCreated)
            }.flatMap(NSURL.object)
        }
        try cls.add("setAttributes:ofItemAtPath:error:") {
            (files, attributes: Object, path: String, error: ObjectAddress?) -> Bool in
            let date: Object? = try attributes.send("objectForKey:", FileAttributeKey.modificationDate.rawValue)
            let mode: Object? = try attributes.send("objectForKey:", FileAttributeKey.posixPermissions.rawValue)
            var changes: [FileAttributeKey: Any] = [:]
            changes[.modificationDate] = try Date(date)
            changes[.posixPermissions] = try mode.map { mode in
                // Swift ends the process for a number that is no mode.
                let number = try foundationNumber(mode).doubleValue
                guard let bits = UInt16(exactly: number.rounded(.towardZero)) else {
                    throw RuntimeException("NSInvalidArgumentException", "NSFilePosixPermissions: no mode: \(number)")
                }
                return Foundation.NSNumber(value: bits)
            }
            return ObjectAddress.catching(error) {
                try files.setAttributes(changes, ofItemAtPath: path.asPath(.writing))
            }
                != nil
        }
    }

    private static func addLinks(_ cls: ValueClass<FileManager>) throws {
        try cls.add("createSymbolicLinkAtPath:withDestinationPath:error:") {
            (files, path: String, target: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                try files.createSymbolicLink(
                    atPath: path.asPath(.writing), withDestinationPath: target.asPath(.writing))
            } != nil
        }
        try cls.add("destinationOfSymbolicLinkAtPath:error:") { (files, path: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) { try files.destinationOfSymbolicLink(atPath: path.asPath()) }
        }
        try cls.add("linkItemAtPath:toPath:error:") { (files, path: String, place: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                try files.linkItem(atPath: path.asPath(.writing), toPath: place.asPath(.writing))
            } != nil
        }
    }

    private static func addURLs(_ cls: ValueClass<FileManager>) throws {
        try cls.add("contentsOfDirectoryAtURL:includingPropertiesForKeys:options:error:") {
            (files, url: Object, _: Object?, options: UInt, error: ObjectAddress?) -> Object? in
            let url = try NSURL.values.argument(url)!
            let names = ObjectAddress.catching(error) { try files.contentsOfDirectory(atPath: url.asPath()) }
            // NSDirectoryEnumerationSkipsHiddenFiles
            let shown = names?.filter { options & 4 == 0 || !$0.hasPrefix(".") }
            return shown.map { MiniFoundation.NSArray.object($0.compactMap { NSURL.object(url.appending(path: $0)) }) }
        }
        try cls.add("moveItemAtURL:toURL:error:") { (files, url: Object, place: Object, error: ObjectAddress?) in
            let (path, place) = try (NSURL.values.argument(url)!, NSURL.values.argument(place)!)
            return ObjectAddress.catching(error) {
                try files.moveItem(atPath: path.asPath(.writing), toPath: place.asPath(.writing))
            }
                != nil
        }
        try cls.add("copyItemAtURL:toURL:error:") { (files, url: Object, place: Object, error: ObjectAddress?) in
            let (path, place) = try (NSURL.values.argument(url)!, NSURL.values.argument(place)!)
            return ObjectAddress.catching(error) {
                try FileCopy.make(of: path.asPath(), at: place.asPath(.writing), files)
            }
                != nil
        }
    }

    private static func addContents(_ cls: ValueClass<FileManager>) throws {
        try cls.add("contentsAtPath:") { (files, path: String?) in
            path.flatMap { $0.isPath ? files.contents(atPath: $0) : nil }?.object
        }
        try cls.add("createFileAtPath:contents:attributes:") { (files, path: String?, data: Object?, _: Object?) in
            try path.map { try $0.isPath && files.createFile(atPath: $0, contents: Data(data)) } ?? false
        }
        try cls.add("contentsOfDirectoryAtPath:error:") { (files, path: String, error: ObjectAddress?) -> Object? in
            ObjectAddress.catching(error) { try files.contentsOfDirectory(atPath: path.asPath()) }?.bridgedObject
        }
        try cls.add("subpathsOfDirectoryAtPath:error:") { (files, path: String, error: ObjectAddress?) -> Object? in
            ObjectAddress.catching(error) { try files.subpathsOfDirectory(atPath: path.asPath()) }?.bridgedObject
        }
    }

    private static func addChanges(_ cls: ValueClass<FileManager>) throws {
        try cls.add("createDirectoryAtPath:withIntermediateDirectories:attributes:error:") {
            (files, path: String, isDeep: Bool, _: Object?, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                try files.createDirectory(atPath: path.asPath(.writing), withIntermediateDirectories: isDeep)
            } != nil
        }
        try cls.add("createDirectoryAtURL:withIntermediateDirectories:attributes:error:") {
            (files, url: Object, isDeep: Bool, _: Object?, error: ObjectAddress?) in
            let path = try NSURL.values.argument(url)!
            return ObjectAddress.catching(error) {
                try files.createDirectory(atPath: path.asPath(.writing), withIntermediateDirectories: isDeep)
            } != nil
        }
        try cls.add("removeItemAtPath:error:") { (files, path: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) { try files.removeItem(atPath: path.asPath(.writing)) } != nil
        }
        try cls.add("removeItemAtURL:error:") { (files, url: Object, error: ObjectAddress?) in
            let path = try NSURL.values.argument(url)!
            return ObjectAddress.catching(error) { try files.removeItem(atPath: path.asPath(.writing)) } != nil
        }
        try cls.add("moveItemAtPath:toPath:error:") { (files, path: String, place: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                try files.moveItem(atPath: path.asPath(.writing), toPath: place.asPath(.writing))
            } != nil
        }
        try addLinks(cls)
        try cls.add("copyItemAtPath:toPath:error:") { (files, path: String, place: String, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                try FileCopy.make(of: path.asPath(), at: place.asPath(.writing), files)
            }
                != nil
        }
    }
}
