// swift-tools-version: 6.3
//
// A separate package that uses MiniRuntime as any other package does: in release, across modules.
//
//      client     programs such as users write, each run by name
//      Asked      (in client) programs written by somebody who had only the documentation; see the folder Asked
//      cplusplus  a program in Swift and C++; Geometry is its part in C++
//      modern     a program with the settings of a new app project: declarations belong to the main actor, and members
//                 are visible only if their module is imported
//      load       large numbers of one operation, and their effect on memory and the stack
//      Alpha, Beta    two modules with classes of the same names
//      Support    the checks that the programs use
//      ClientTests    tests that wait for changes, with SafeObservationTesting
//
// scripts/test/test-client.sh builds and runs client, cplusplus, modern and ClientTests, scripts/test/test-load.sh
// load.
import PackageDescription

let runtime: [Target.Dependency] = [.product(name: "SafeObservation", package: "MiniRuntime")]
let values: Target.Dependency = .product(name: "FoundationValues", package: "MiniRuntime")
let testing: Target.Dependency = .product(name: "SafeObservationTesting", package: "MiniRuntime")
let scripts: Target.Dependency = .product(name: "ObjectiveScript", package: "MiniRuntime")
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Client",
    dependencies: [.package(name: "MiniRuntime", path: "../..", traits: [])],
    targets: [
        .target(name: "Support", dependencies: runtime, swiftSettings: strict),
        .target(name: "Alpha", dependencies: runtime, swiftSettings: strict),
        .target(name: "Beta", dependencies: runtime, swiftSettings: strict),
        .executableTarget(
            name: "client", dependencies: runtime + [values, testing, scripts, "Alpha", "Beta", "Support"],
            swiftSettings: strict + [.strictMemorySafety()]
        ),
        .target(name: "Geometry", dependencies: [.product(name: "CMiniRuntime", package: "MiniRuntime")]),
        .executableTarget(
            name: "cplusplus", dependencies: runtime + ["Geometry", "Support"],
            swiftSettings: strict + [.interoperabilityMode(.Cxx)]),
        .executableTarget(
            name: "modern", dependencies: runtime + ["Support"],
            swiftSettings: strict + [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
        .executableTarget(name: "load", dependencies: runtime + ["Support"], swiftSettings: strict),
        .testTarget(name: "ClientTests", dependencies: runtime + [testing], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
