// NSBundle.swift - a program's folder with its resources: Swift's Bundle.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSBundle {
    private static func arePaths(_ names: String?...) -> Bool { names.allSatisfy { $0?.isPath ?? true } }

    private static let main: Object = values.object(Bundle.main)

    static let values: ValueClass<Bundle> = ValueClass("NSBundle") { cls in
        try cls.addClassMethod("mainBundle") { _ in main }
        // The classes of an image are not in a bundle of their own.
        try cls.addClassMethod("bundleForClass:") { (_, _: Class) in main }
        try cls.addInit("initWithPath:", maker: "bundleWithPath:") { (path: String?) in
            path.flatMap { $0.isPath ? Bundle(path: $0) : nil }
        }
        try cls.add("bundlePath") { $0.bundlePath }
        try cls.add("resourcePath") { $0.resourcePath }
        try cls.add("executablePath") { $0.executablePath }
        try cls.add("bundleURL") { NSURL.object($0.bundleURL) }
        try cls.add("bundleIdentifier") { $0.bundleIdentifier }
        try cls.add("infoDictionary") { try $0.infoDictionary.flatMap { try ValueTree.propertyList.object($0) } }
        try cls.add("objectForInfoDictionaryKey:") { (bundle, key: String?) -> Object? in
            try key.flatMap(bundle.object).flatMap { try ValueTree.propertyList.object($0) }
        }
        try cls.add("pathForResource:ofType:") { (bundle, name: String?, type: String?) in
            arePaths(name, type) ? bundle.path(forResource: name, ofType: type) : nil
        }
        try cls.add("pathForResource:ofType:inDirectory:") {
            (bundle, name: String?, type: String?, folder: String?) -> String? in
            guard arePaths(name, type, folder) else { return nil }
            return folder == nil
                ? bundle.path(forResource: name, ofType: type)
                : bundle.path(forResource: name, ofType: type, inDirectory: folder)
        }
        try cls.add("resourceURL") { NSURL.object($0.resourceURL) }
        try cls.add("localizedStringForKey:value:table:") {
            (bundle, key: String?, value: String?, table: String?) -> String in
            guard let key else { return value ?? "" }
            guard arePaths(table) else { return value.flatMap { $0.isEmpty ? nil : $0 } ?? key }
            return bundle.localizedString(forKey: key, value: value, table: table)
        }
        try cls.add("localizations") { $0.localizations.bridgedObject }
        try cls.add("preferredLocalizations") { $0.preferredLocalizations.bridgedObject }
        // Swift's Bundle ends the process if there is no such entry.
        try cls.add("developmentLocalization") { $0.infoDictionary?["CFBundleDevelopmentRegion"] as? String }
        try cls.add("pathForResource:ofType:inDirectory:forLocalization:") {
            (bundle, name: String?, type: String?, folder: String?, localization: String?) in
            arePaths(name, type, folder, localization)
                ? bundle.path(forResource: name, ofType: type, inDirectory: folder, forLocalization: localization) : nil
        }
        try cls.addClassMethod("preferredLocalizationsFromArray:") { (_, names: Object) in
            try Bundle.preferredLocalizations(from: [String].bridged(from: names)).bridgedObject
        }
        // Only the main bundle is known by its identifier.
        try cls.addClassMethod("bundleWithIdentifier:") { (_, name: String?) -> Object? in
            name != nil && Bundle.main.bundleIdentifier == name ? main : nil
        }
        try cls.addClassMethod("allBundles") { _ in MiniFoundation.NSArray.object([main]) }
        try cls.addClassMethod("allFrameworks") { _ in MiniFoundation.NSArray.object([]) }
        try cls.add("URLForResource:withExtension:") { (bundle, name: String?, type: String?) in
            arePaths(name, type) ? NSURL.object(bundle.url(forResource: name, withExtension: type)) : nil
        }
    }
}
