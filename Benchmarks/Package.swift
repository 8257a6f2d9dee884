// swift-tools-version: 6.3
//
// The benchmarks are a package of their own, so that no user of the library builds them.
//
//      benchmarks   the command line: measures rows and reports them
//      Client       the loops over the Swift API, in a module that imports what any user of the library imports
//      PlainSwift   classes without the runtime, for comparison, in a module that Client imports
//      Kernels      the loops over the C API
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "MiniRuntime", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "Kernels",
            dependencies: [.product(name: "CMiniRuntime", package: "MiniRuntime")],
            cSettings: [
                .define("_GNU_SOURCE"), .enableWarning("all"), .enableWarning("extra"),
                .disableWarning("unused-parameter"), .treatAllWarnings(as: .error),
            ]),
        .target(name: "PlainSwift", swiftSettings: strict),
        .target(
            name: "Client",
            dependencies: ["PlainSwift", .product(name: "SafeObservation", package: "MiniRuntime")],
            swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Client", "Kernels", .product(name: "KVONotifying", package: "MiniRuntime"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
