// swift-tools-version: 6.3
//
// Objective-C in a Swift package. This is a separate package because -fobjc-runtime= is an unsafe flag, and a package
// with unsafe flags cannot be a dependency.
//
//      Compiled                classes in Objective-C, with ARC
//      ObservationController   a library in Objective-C that observes key paths; written like one for Apple's systems
//      CompiledTests           Swift sends messages to these classes, subclasses and observes them, all in one program
import PackageDescription

let objectiveC: [CSetting] = [
    .unsafeFlags([
        "-fobjc-runtime=macosx-10.15", "-fblocks", "-fobjc-exceptions", "-fexceptions", "-fobjc-arc",
        "-fpatchable-function-entry=1",
    ])
]

let package = Package(
    name: "ObjC",
    products: [.library(name: "ObservationController", targets: ["ObservationController"])],
    dependencies: [.package(name: "MiniRuntime", path: "../..", traits: [])],
    targets: [
        .target(
            name: "Compiled",
            dependencies: [
                .product(name: "ObjectiveCImage", package: "MiniRuntime"),
                .product(name: "CObjectiveC", package: "MiniRuntime"),
                // Only for NSURL: a package that uses no class of this product leaves it out.
                .product(name: "FoundationClasses", package: "MiniRuntime"),
            ],
            cSettings: objectiveC),
        .target(
            name: "ObservationController",
            dependencies: [
                .product(name: "ObjectiveCImage", package: "MiniRuntime"),
                .product(name: "CObjectiveC", package: "MiniRuntime"),
            ],
            exclude: ["README.md"],
            cSettings: objectiveC),
        .testTarget(
            name: "CompiledTests",
            dependencies: [
                "Compiled", "ObservationController", .product(name: "SafeObservation", package: "MiniRuntime"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
