// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Birthday",
    dependencies: [
        .package(path: "../MiniRuntime")
    ],
    targets: [
        .executableTarget(
            name: "Birthday",
            dependencies: [
                .product(name: "SafeObservation", package: "MiniRuntime")
            ])
    ]
)
