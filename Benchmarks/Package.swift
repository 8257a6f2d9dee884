// swift-tools-version: 6.2
//
// The benchmarks: a package of their own, so that nobody who uses the library builds them.
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "MiniRuntime", path: "..")],
    targets: [
        .target(name: "SendKernels", dependencies: [.product(name: "CMiniRuntime", package: "MiniRuntime")]),
        .executableTarget(name: "benchmarks", dependencies: ["SendKernels"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
