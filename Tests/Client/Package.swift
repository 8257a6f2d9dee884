// swift-tools-version: 6.2
//
// Programs of somebody else, built in release with this package as a dependency: what a test inside the package cannot
// see, because it is optimised less, or shares a process with other tests. Each exits with a status other than 0 when
// something is wrong, and says what. `make test-client` builds and runs all of them.
import PackageDescription

let safe: [Target.Dependency] = [.product(name: "SafeObservation", package: "MiniRuntime")]

let package = Package(
    name: "Client",
    dependencies: [.package(name: "MiniRuntime", path: "../..")],
    targets: [
        .target(name: "Check"),
        .executableTarget(name: "deliveries", dependencies: safe + ["Check"]),
        .executableTarget(name: "coexist", dependencies: safe + ["Check"]),
        .executableTarget(name: "races", dependencies: safe + ["Check"]),
        .executableTarget(name: "deaths", dependencies: safe + ["Check"]),
        .executableTarget(name: "pools", dependencies: safe + ["Check"]),
    ],
    swiftLanguageModes: [.v6]
)
