// swift-tools-version: 6.3
//
// Programs that use MiniRuntime together with swift-async-algorithms. They are not in Tests/Client, because the gate
// builds that package and resolves nothing that it can do without.
//
// scripts/test/test-consumers.sh builds and runs them, all in one process.
import PackageDescription

let package = Package(
    name: "Consumers",
    dependencies: [
        .package(name: "MiniRuntime", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    ],
    targets: [
        .executableTarget(
            name: "consumers",
            dependencies: [
                .product(name: "SafeObservation", package: "MiniRuntime"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
