// swift-tools-version: 6.3
//
// Classes in Swift and in Objective-C that use and observe each other, in one package. Make the modules and libraries
// that it needs first, then build as usual:
//
//      ../build/swift-objc-modules.sh && swift test                                   # debug
//      ../build/swift-objc-modules.sh release && swift test -c release
//
//      Ledger         classes in Objective-C, with ARC, and the declaration of one that Swift implements
//      Shop           classes in Swift
//      shop-report    a program
//      ShopTests      its tests
//
// This is a separate package because it has unsafe flags, and such a package cannot be a dependency.
import PackageDescription

/// Where `swift-objc-modules.sh` puts the libraries of a configuration.
func library(_ configuration: String) -> String { Context.packageDirectory + "/../../.build/" + configuration }

let objectiveC = [
    "-fobjc-runtime=macosx-10.15", "-fblocks", "-U_GNU_SOURCE", "-D_GNU_SOURCE=", "-DOS_OBJECT_HAVE_OBJC_SUPPORT=1",
]

/// The flags of one configuration.
func swiftFlags(_ configuration: String) -> [String] {
    let modules = library(configuration) + "/swift-objc"
    let headers = modules + "/include"
    let clang =
        objectiveC + ["-I\(headers)", "-iapinotes-modules", headers, "-DSWIFT_SDK_OVERLAY_DISPATCH_EPOCH=2"]
    return [
        "-Xfrontend", "-enable-objc-interop", "-Xfrontend", "-disable-objc-attr-requires-foundation-module",
        // Testing would bring the toolchain's own Foundation.
        "-Xfrontend", "-disable-cross-import-overlays",
        "-I", modules,
    ] + clang.flatMap { ["-Xcc", $0] }
}

func clangFlags(_ configuration: String) -> [String] {
    objectiveC + [
        "-fobjc-arc", "-fobjc-exceptions", "-fexceptions", "-fpatchable-function-entry=1", "-fdata-sections",
        "-I\(library(configuration))/swift-objc/include",
    ]
}

func linkerFlags(_ configuration: String) -> [String] {
    let library = library(configuration)
    let linker = [
        "-z", "nostart-stop-gc", "-T", Context.packageDirectory + "/../image/class-room.ld",
        "-rpath", library, library + "/objc-image.o",
    ]
    let libraries = ["-lSwiftFoundation", "-lFoundationClasses", "-lFoundationCoders", "-lDispatchObjects"]
    return ["-L", library + "/swift-objc", "-L", library] + libraries + ["-use-ld=lld"]
        + ["-Xclang-linker", "-Wl,@\(library)/dispatch-objects.options"] + linker.flatMap { ["-Xlinker", $0] }
}

let swift: [SwiftSetting] = [
    .unsafeFlags(swiftFlags("debug"), .when(configuration: .debug)),
    .unsafeFlags(swiftFlags("release"), .when(configuration: .release)),
]
let clang: [CSetting] = [
    .unsafeFlags(clangFlags("debug"), .when(configuration: .debug)),
    .unsafeFlags(clangFlags("release"), .when(configuration: .release)),
]
let linker: [LinkerSetting] = [
    .unsafeFlags(linkerFlags("debug"), .when(configuration: .debug)),
    .unsafeFlags(linkerFlags("release"), .when(configuration: .release)),
]

let package = Package(
    name: "SwiftObjC",
    targets: [
        .target(name: "Ledger", cSettings: clang),
        .target(name: "Shop", dependencies: ["Ledger"], swiftSettings: swift),
        .executableTarget(
            name: "shop-report", dependencies: ["Shop"], swiftSettings: swift, linkerSettings: linker),
        .testTarget(name: "ShopTests", dependencies: ["Shop"], swiftSettings: swift, linkerSettings: linker),
    ],
    swiftLanguageModes: [.v6]
)
