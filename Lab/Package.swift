// swift-tools-version: 6.2
// The lab: what serves, measures and tests for Tessera, and is not in it. It builds against the program's own targets.
// The scripts build it in the program's build folder (`lab_quietly` in scripts/build.sh); by hand,
// `swift build --package-path Lab` builds it in one of its own.
import PackageDescription

// MARK: The same as in ../Package.swift, which says why (scripts/check-modules compares them)

let ceilings = [
    ("GLIB", "2_74"), ("GDK", "4_8"), ("ADW", "1_2"), ("SOUP", "3_2"), ("GDK_PIXBUF", "2_40"),
].flatMap { library, version in
    ["MIN_REQUIRED", "MAX_ALLOWED"].map { (name: "\(library)_VERSION_\($0)", value: "\(library)_VERSION_\(version)") }
}
let warningsAreErrors: SwiftSetting = .treatAllWarnings(as: .error)
let everyWayBack = ["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"]
let language: [SwiftSetting] = [
    warningsAreErrors,
    .unsafeFlags(ceilings.flatMap { ["-Xcc", "-D\($0.name)=\($0.value)"] }),
    .unsafeFlags(everyWayBack, .when(configuration: .release)),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
// Painting and resampling are loops over pixels: a debug build of them would make every test wait for seconds.
let optimisedAlways: [SwiftSetting] = language + [.unsafeFlags(["-O"] + everyWayBack, .when(configuration: .debug))]
let plainTests: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
let cLanguage: [CSetting] =
    ceilings.map { .define($0.name, to: $0.value) } + [
        .treatAllWarnings(as: .error), .enableWarning("all"),
        .unsafeFlags(["-O2"], .when(configuration: .debug)),
    ]

// MARK: Targets

let tests = language + plainTests
/// Targets of the program's package.
func program(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "tessera") } }
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "TesseraLab",
    products: [.executable(name: "tessera-lab", targets: ["tessera-lab"])],
    dependencies: [
        .package(name: "tessera", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0"),
    ],
    targets: [
        // The sample gallery's painter
        .target(name: "CPainting", cSettings: cLanguage),
        .target(
            name: "SampleGallery",
            dependencies: ["CPainting"]
                + program(
                    "CGLib", "CSoup", "CLoop", "CPixels", "Photos", "Library", "PhotoSources", "ImagePipeline",
                    "Codecs",
                    "Desktop"),
            swiftSettings: optimisedAlways),
        // The service's table of cases
        .target(name: "PicsumConformance", dependencies: program("CGLib", "CSoup", "Photos"), swiftSettings: language),
        // A slow line to a server
        .target(name: "Relay", swiftSettings: language),
        .executableTarget(
            name: "tessera-lab",
            dependencies: ["SampleGallery", "PicsumConformance", "Relay", arguments]
                + program(
                    "CGLib", "CReference", "Photos", "PhotoFormats", "Library", "ImagePipeline", "Browse", "Codecs",
                    "Desktop"),
            resources: ["sweep", "fling", "revisit", "jumps"].map { .embedInCode("Traces/\($0).trace") },
            swiftSettings: language),
        .testTarget(
            name: "SampleGalleryTests",
            dependencies: ["SampleGallery", "PicsumConformance"]
                + program("Desktop", "Photos", "Library", "PhotoSources", "ImagePipeline"),
            swiftSettings: tests),
        .testTarget(
            name: "PicsumConformanceTests", dependencies: ["PicsumConformance", "SampleGallery"] + program("Photos"),
            swiftSettings: tests),
        .testTarget(name: "RelayTests", dependencies: ["Relay"], swiftSettings: tests),
        // The program's own parts against the server, in one process
        .testTarget(
            name: "WholeWayTests",
            dependencies: ["SampleGallery"]
                + program("Photos", "Library", "PhotoSources", "ImagePipeline", "Codecs", "Desktop", "Fixtures"),
            swiftSettings: tests),
    ],
    swiftLanguageModes: [.v6]
)
