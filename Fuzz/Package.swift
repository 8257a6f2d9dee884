// swift-tools-version: 6.3
//
// The fuzz targets that are written in Swift, in a package of their own, so that no user of the library builds them.
// scripts/test/fuzz.sh builds one program for each, whose main() is libFuzzer's. The targets in C are no part of it:
// that script compiles them with the sources of the core.
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func target(_ name: String, _ product: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport", .product(name: product, package: "MiniRuntime")],
        swiftSettings: strict)
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "MiniRuntime", path: "..", traits: [])],
    targets: [
        .target(name: "FuzzSupport", swiftSettings: strict),
        target("keypaths", "KVONotifying"),
        target("observing", "KVONotifying"),
        target("safe", "SafeObservation"),
        target("scripts", "ObjectiveScript"),
        target("typed", "SafeObservation"),
    ],
    swiftLanguageModes: [.v6]
)
