// swift-tools-version: 6.3
//
// A peer of the benchmarks. It is a package of its own, so that no other package depends on OpenCombine.
import PackageDescription

let package = Package(
    name: "opencombine-peer",
    dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
    targets: [
        .executableTarget(
            name: "opencombine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
