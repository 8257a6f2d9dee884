// swift-tools-version: 6.2
//
// The benchmarks: a package of their own, so that nobody who uses the library builds them.
import PackageDescription

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
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Kernels", .product(name: "KVONotifying", package: "MiniRuntime"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
