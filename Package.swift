// swift-tools-version: 6.3
//
// MiniRuntime, an Objective-C-style object runtime. Sources/README.md lists the layers of the core, and
// ObjectiveC/README.md those of compiled Objective-C, each above those that it uses.
//
// MINIRUNTIME_DISPATCH=c in the environment builds the message lookup in C instead of assembly: the thread sanitizer
// cannot see into assembly. MINIRUNTIME_TESTS=library leaves out the tool and the tests that run it: sanitizers are for
// the libraries.
//
// Warnings are errors in builds that are started in this folder or below it. They stay warnings in the build of another
// package that depends on this one: its author can neither correct them nor choose our compiler.
import Foundation
import PackageDescription

let dispatch: [CSetting] = Context.environment["MINIRUNTIME_DISPATCH"] == "c" ? [.define("MR_DISPATCH_IN_C")] : []
// The shell's folder, in which symbolic links may remain. A manifest cannot ask whether its package is the root of the
// build.
let shellFolder = URL(fileURLWithPath: Context.environment["PWD"] ?? "/").resolvingSymlinksInPath().path
let isOurBuild = "\(shellFolder)/".hasPrefix(Context.packageDirectory + "/")
// A method has self and _cmd, wanted or not.
let strictC: [CSetting] =
    [.enableWarning("all"), .enableWarning("extra"), .disableWarning("unused-parameter")]
    + (isOurBuild ? [.treatAllWarnings(as: .error)] : [])
let strictSwift: [SwiftSetting] = isOurBuild ? [.treatAllWarnings(as: .error)] : []

let package = Package(
    name: "MiniRuntime",
    products: [
        .library(name: "CMiniRuntime", targets: ["CMiniRuntime"]),
        .library(name: "MiniRuntime", targets: ["MiniRuntime"]),
        // For programs in Objective-C, as a package's dependencies, and as one shared library for scripts/objc-clang.
        .library(name: "CObjectiveC", targets: ["CObjectiveC", "CObjectiveCFoundation", "CMiniRuntime"]),
        .library(name: "ObjectiveCImage", targets: ["ObjectiveCImage"]),
        .library(
            name: "MiniObjectiveC", type: .dynamic,
            targets: [
                "CObjectiveC", "CObjectiveCFoundation", "KVONotifying", "KeyValueCoding", "MiniFoundation",
                "MiniRuntime", "CMiniRuntime",
            ]),
        // For programs that have classes in Swift, too. scripts/swift-objc makes a shared library of it.
        .library(name: "CSwiftObjectiveC", targets: ["CSwiftObjectiveC"]),
        // Further classes of Foundation for such programs. ObjectiveC/build/foundation-classes.sh makes a shared
        // library of it.
        .library(name: "FoundationClasses", targets: ["FoundationClasses", "CFoundationClasses"]),
        .library(name: "KVONotifying", targets: ["KVONotifying", "KeyValueCoding", "MiniFoundation", "MiniRuntime"]),
        .library(
            name: "SafeObservation",
            targets: [
                "SafeObservation", "TypedClasses", "KVONotifying", "KeyValueCoding", "MiniFoundation", "MiniRuntime",
            ]),
        .library(name: "SafeObservationTesting", targets: ["SafeObservationTesting"]),
        .library(name: "FoundationValues", targets: ["FoundationValues"]),
        .library(name: "ObjectiveScript", targets: ["ObjectiveScript"]),
        .executable(name: "runtime-demo", targets: ["runtime-demo"]),
    ],
    traits: [
        .trait(name: "Demo", description: "The command line tool runtime-demo, which needs swift-argument-parser."),
        .default(enabledTraits: ["Demo"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .target(
            name: "CMiniRuntime",
            dependencies: ["CFFI"],
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + dispatch + strictC),
        .target(
            name: "CObjectiveC",
            dependencies: ["CMiniRuntime"],
            path: "ObjectiveC/loader",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE"), .define("NDEBUG", .when(configuration: .release))] + strictC),
        .target(
            name: "CObjectiveCFoundation",
            dependencies: ["CObjectiveC"],
            path: "ObjectiveC/foundation",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + strictC),
        .target(
            name: "ObjectiveCImage",
            dependencies: ["CObjectiveC"],
            path: "ObjectiveC/image",
            exclude: ["README.md", "modules"],
            cSettings: strictC),
        .target(
            name: "CSwiftObjectiveC",
            dependencies: ["CObjectiveC", "CMiniRuntime"],
            path: "ObjectiveC/swift",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + strictC),
        .target(
            name: "CFoundationClasses",
            dependencies: ["CObjectiveC"],
            path: "ObjectiveC/foundation-classes-memory",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + strictC),
        .target(
            name: "CDispatchObjects",
            dependencies: ["CMiniRuntime", "CObjectiveC"],
            path: "ObjectiveC/dispatch",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + strictC),
        .target(
            name: "FoundationClasses",
            dependencies: ["CFoundationClasses", "KVONotifying", "MiniFoundation", "MiniRuntime"],
            path: "ObjectiveC/foundation-classes",
            exclude: ["README.md", "traps.md"],
            swiftSettings: strictSwift),
        .target(
            name: "MiniRuntime",
            dependencies: ["CMiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "MiniFoundation",
            dependencies: ["MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "CKeyValueCoding",
            dependencies: ["CMiniRuntime"],
            exclude: ["README.md"],
            cSettings: [.define("NDEBUG", .when(configuration: .release))] + strictC),
        .target(
            name: "KeyValueCoding",
            dependencies: ["CKeyValueCoding", "MiniFoundation", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "CKeyValueObserving",
            dependencies: ["CKeyValueCoding", "CMiniRuntime"],
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE"), .define("NDEBUG", .when(configuration: .release))] + strictC),
        .target(
            name: "KVONotifying",
            dependencies: ["CKeyValueObserving", "KeyValueCoding", "MiniFoundation", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "TypedClasses",
            dependencies: ["MiniFoundation", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift + [.strictMemorySafety()]),
        .target(
            name: "SafeObservation",
            dependencies: ["TypedClasses", "KVONotifying", "MiniFoundation", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift + [.strictMemorySafety()]),
        .target(
            name: "SafeObservationTesting",
            dependencies: ["SafeObservation", "TypedClasses", "KVONotifying", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "FoundationValues",
            dependencies: ["TypedClasses", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "ObjectiveScript",
            dependencies: ["KVONotifying", "MiniFoundation", "MiniRuntime"],
            exclude: ["README.md"],
            swiftSettings: strictSwift),
        .target(
            name: "CConfinement",
            path: "Sources/runtime-demo/Confinement",
            exclude: ["README.md"],
            cSettings: [.define("_GNU_SOURCE")] + strictC),
        .executableTarget(
            name: "runtime-demo",
            dependencies: [
                "CConfinement", "ObjectiveScript", "SafeObservation", "TypedClasses", "KVONotifying", "MiniFoundation",
                "MiniRuntime",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Demo"])),
            ],
            exclude: ["README.md", "Confinement"],
            resources: [
                .embedInCode("Explore/page.html"), .embedInCode("Explore/page.css"), .embedInCode("Explore/page.js"),
                .embedInCode("Explore/link.js"), .embedInCode("Explore/editor.js"), .embedInCode("Explore/server.js"),
                .embedInCode("Explore/words-zh.json"),
            ],
            // The time of the tool is spent in the libraries. To optimize it would take longer than to compile these.
            swiftSettings: strictSwift + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),

        // Helpers of the tests, which are in no product. TestSupport depends on no other target, so that every test
        // target may use it.
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: strictSwift),
        .target(
            name: "RuntimeTestSupport",
            dependencies: ["TestSupport", "MiniRuntime"],
            path: "Tests/Support/RuntimeTestSupport",
            swiftSettings: strictSwift),
        // For tests that compile programs with the modules of their build.
        .target(name: "BuildTestSupport", path: "Tests/Support/BuildTestSupport", swiftSettings: strictSwift),
        .testTarget(
            name: "CMiniRuntimeTests",
            dependencies: ["CMiniRuntime", "TestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "MiniRuntimeTests",
            dependencies: ["MiniRuntime", "RuntimeTestSupport", "TestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "MiniFoundationTests",
            dependencies: ["MiniFoundation", "MiniRuntime", "RuntimeTestSupport", "TestSupport"],
            swiftSettings: strictSwift),
        .testTarget(
            name: "KVONotifyingTests",
            dependencies: [
                "CMiniRuntime", "CKeyValueObserving", "KVONotifying", "MiniFoundation", "MiniRuntime",
                "RuntimeTestSupport", "TestSupport",
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "TypedClassesTests",
            dependencies: [
                "SafeObservation", "FoundationValues", "TypedClasses", "KVONotifying", "MiniFoundation", "MiniRuntime",
                "CMiniRuntime", "BuildTestSupport", "RuntimeTestSupport", "TestSupport",
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "SafeObservationTests",
            dependencies: [
                "SafeObservation", "SafeObservationTesting", "TypedClasses", "KVONotifying", "MiniFoundation",
                "MiniRuntime", "BuildTestSupport", "RuntimeTestSupport", "TestSupport",
            ],
            swiftSettings: strictSwift),
        .testTarget(
            name: "ObjectiveScriptTests",
            dependencies: [
                "ObjectiveScript", "KVONotifying", "MiniFoundation", "MiniRuntime", "RuntimeTestSupport", "TestSupport",
            ],
            swiftSettings: strictSwift),
        // Runs the tool that was built, as a person does.
        .testTarget(
            name: "RuntimeDemoTests",
            dependencies: ["runtime-demo", "CConfinement", "ObjectiveScript", "MiniRuntime"],
            swiftSettings: strictSwift),
        // Runs every example of docs/guide and of the README: commands with the tool, programs with these modules.
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "runtime-demo", "ObjectiveScript", "SafeObservation", "TypedClasses", "KVONotifying", "MiniFoundation",
                "MiniRuntime", "BuildTestSupport",
            ],
            swiftSettings: strictSwift),
        // The solutions of the guide's exercises, each of them a test.
        .testTarget(
            name: "ExerciseTests",
            dependencies: [
                "ObjectiveScript", "SafeObservation", "TypedClasses", "KVONotifying", "MiniFoundation", "MiniRuntime",
            ],
            swiftSettings: strictSwift),
        // Does the tutorial of docs/Tutorials.docc: its programs are linked with these modules.
        .testTarget(
            name: "TutorialTests",
            dependencies: ["SafeObservation", "MiniRuntime", "BuildTestSupport"],
            swiftSettings: strictSwift),
        // Hard names, large numbers, all threads at once, and for a long time.
        .testTarget(
            name: "ReliabilityTests",
            dependencies: [
                "CMiniRuntime", "CKeyValueObserving", "KVONotifying", "MiniFoundation", "MiniRuntime",
                "BuildTestSupport", "TestSupport",
            ],
            swiftSettings: strictSwift),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

if Context.environment["MINIRUNTIME_TESTS"] == "library" {
    let tool = ["runtime-demo", "CConfinement", "RuntimeDemoTests", "GuideTests", "TutorialTests"]
    package.products.removeAll { $0.name == "runtime-demo" }
    package.targets.removeAll { tool.contains($0.name) }
}
