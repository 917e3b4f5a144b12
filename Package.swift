// swift-tools-version: 6.2
// The targets, each importing only modules above it (see CONTRIBUTING.md).
import PackageDescription

/// The versions that the code is written for: older functions that were deprecated since are no warning, newer ones are
/// an error. Of the whole build and not of a header, because C files and Swift's importer come to the libraries'
/// headers by many ways, and one of libsoup's checks is an error where only one of the two is set. gdk-pixbuf 2.42
/// added no function and has no name of its own here.
let ceilings = [
    ("GLIB", "2_74"), ("GDK", "4_8"), ("ADW", "1_2"), ("SOUP", "3_2"), ("GDK_PIXBUF", "2_40"),
].flatMap { library, version in
    ["MIN_REQUIRED", "MAX_ALLOWED"].map { (name: "\(library)_VERSION_\($0)", value: "\(library)_VERSION_\(version)") }
}
let warningsAreErrors: SwiftSetting = .treatAllWarnings(as: .error)
/// What keeps Swift 6.3's optimiser from dropping a caller's way back to its actor after an error (docs/workarounds.md,
/// "A caller goes on elsewhere after an error"). The pass does nothing but save hops.
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
/// Widgets live on the main thread only, so their targets are main-actor isolated unless they say otherwise.
let interface: [SwiftSetting] = language + [.defaultIsolation(MainActor.self)]
/// What the optimiser makes of the language is tested in debug builds as well.
let optimisedAlways: [SwiftSetting] = language + [.unsafeFlags(["-O"] + everyWayBack, .when(configuration: .debug))]
/// Tests are never optimised, also where the program that they test is: that would take twice its time.
let plainTests: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
let tests = language + plainTests, interfaceTests = interface + plainTests
let cLanguage: [CSetting] =
    ceilings.map { .define($0.name, to: $0.value) } + [
        .treatAllWarnings(as: .error), .enableWarning("all"),
        .unsafeFlags(["-O2"], .when(configuration: .debug)),
    ]
/// The parsers' fuzz targets: tests that give them a corpus and some mutations of it, or, where TESSERA_FUZZ is set,
/// the program that libFuzzer drives (scripts/fuzz). One or the other, because both have the same files, and because
/// the program has no `main` of its own.
let parsers: [Target.Dependency] = [
    "Photos", "PhotoFormats", "Library", "PhotoSources", "ImagePipeline", "Browse", "CPixels", "Codecs", "Desktop",
    "App", "Launching",
]
let fuzzing: Target =
    Context.environment["TESSERA_FUZZ"] == nil
    ? .testTarget(
        name: "FuzzTests", dependencies: parsers, path: "Tests/Fuzz", exclude: ["Program", "corpus"],
        swiftSettings: tests)
    : .executableTarget(
        name: "tessera-fuzz", dependencies: parsers, path: "Tests/Fuzz", exclude: ["Replay", "corpus"],
        swiftSettings: language)
/// The targets that the package in Lab builds against.
let forLab = [
    "CGLib", "CSoup", "CLoop", "CPixels", "Photos", "PhotoFormats", "Library", "PhotoSources",
    "ImagePipeline", "Browse", "Codecs", "Desktop", "CReference", "Fixtures",
]
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "Tessera",
    products: [
        .executable(name: "tessera", targets: ["tessera"]),
        .executable(name: "tessera-decode", targets: ["tessera-decode"]),
        .executable(name: "tessera-draw", targets: ["tessera-draw"]),
        // For tests: gdk-pixbuf loads it as a module
        .library(name: "hostile-loader", type: .dynamic, targets: ["HostileLoader"]),
    ] + forLab.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // Before 1.7.0 it imports Foundation, which takes 30 MB of memory.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.7.0"),
    ],
    targets: [
        // C
        .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0"),
        .systemLibrary(
            name: "CCodecs", pkgConfig: "gdk-pixbuf-2.0 libwebp libwebpdemux libwebpmux libpng lcms2 libjpeg"),
        .systemLibrary(name: "CRaw", pkgConfig: "libraw_r"),
        .systemLibrary(name: "CGTK", pkgConfig: "gtk4 libadwaita-1"),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0"),
        // What the confined process needs, and no more
        .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0 fontconfig"),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp"),
        // Only where it is installed: see its header
        .systemLibrary(name: "CSysprof", pkgConfig: "sysprof-capture-4"),
        .target(name: "CThreads", dependencies: ["CGLib"], cSettings: cLanguage),
        .target(name: "CFiles", cSettings: cLanguage),
        .target(name: "CLoop", dependencies: ["CGLib", "CSysprof"], cSettings: cLanguage),
        .target(name: "CPixels", dependencies: ["CGLib", "CCodecs", "CRaw"], cSettings: cLanguage),
        .target(name: "CChannel", dependencies: ["CGLib"], cSettings: cLanguage),
        .target(name: "CConfinement", dependencies: ["CSeccomp"], cSettings: cLanguage),
        .target(name: "CForkServer", dependencies: ["CGLib", "CChannel", "CConfinement"], cSettings: cLanguage),
        // Of CConfinement it knows the header alone: only what is confined links libseccomp.
        .target(
            name: "CDrawing", dependencies: ["CGLib", "CCodecs", "CPixels", "CChannel"],
            cSettings: cLanguage + [.headerSearchPath("../CConfinement/include")]),
        .target(name: "CWidgets", dependencies: ["CGLib", "CGTK", "CThreads"], cSettings: cLanguage),
        // Pure targets: no C but libm, no GTK
        .target(name: "Photos", swiftSettings: language),
        .target(name: "PhotoFormats", dependencies: ["Photos"], swiftSettings: language),
        .target(name: "Library", dependencies: ["Photos"], swiftSettings: language),
        .target(name: "PhotoSources", dependencies: ["Photos", "Library"], swiftSettings: language),
        .target(name: "ImagePipeline", dependencies: ["Photos"], swiftSettings: language),
        .target(
            name: "Browse", dependencies: ["Photos", "Library", "PhotoSources", "ImagePipeline"],
            swiftSettings: language),
        .target(name: "FrameProfile", dependencies: ["Photos", "ImagePipeline"], swiftSettings: language),
        // Bytes to pixels and to facts, without GTK
        .target(
            name: "Codecs",
            dependencies: [
                "CGLib", "CCodecs", "CXML", "CThreads", "CPixels", "CChannel", "CDrawing", "Photos", "PhotoFormats",
                "Library", "ImagePipeline",
            ],
            swiftSettings: language),
        // The desktop
        .target(
            name: "Resources", path: "Resources",
            resources: [.embedInCode("style.css"), .embedInCode("high-contrast.css")], swiftSettings: language),
        .target(
            name: "Desktop",
            dependencies: [
                "CGLib", "CGTK", "CSoup", "CSQLite", "CThreads", "CFiles", "CLoop", "CPixels", "CWidgets", "Photos",
                "PhotoFormats", "Library", "PhotoSources", "ImagePipeline", "Codecs", log,
            ],
            swiftSettings: language),
        // The application
        .target(
            name: "App",
            dependencies: [
                "CGLib", "CGTK", "CWidgets", "Photos", "Library", "PhotoSources", "ImagePipeline", "Browse", "Codecs",
                "Desktop", "Resources", log,
            ],
            swiftSettings: interface),
        // What measures and scripts the application from outside
        .target(
            name: "Profiling",
            dependencies: [
                "CGLib", "CGTK", "CThreads", "CWidgets", "Photos", "Library", "ImagePipeline", "Browse", "FrameProfile",
                "Codecs", "Desktop", "App",
            ],
            swiftSettings: interface),
        // The command line, of the application and of what measures it
        .target(
            name: "Launching",
            dependencies: ["Library", "Photos", "Browse", "FrameProfile", "App", "Profiling", arguments],
            swiftSettings: interface),
        .executableTarget(
            name: "tessera", dependencies: ["CGLib", "App", "Profiling", "Launching", "Desktop"],
            swiftSettings: interface),
        // Decodes in confined processes; speaks by CChannel's tessera_fork_wire.h and by Codecs/Boundary
        .executableTarget(name: "tessera-decode", dependencies: ["CForkServer", "Codecs"], swiftSettings: language),
        // Draws what may take any memory or time; speaks by CDrawing's tessera_drawing_wire.h
        .executableTarget(
            name: "tessera-draw", dependencies: ["CPixbuf", "CConfinement"],
            cSettings: cLanguage + [.headerSearchPath("../CDrawing")]),
        // Tests
        .testTarget(name: "IsolationTests", swiftSettings: optimisedAlways),
        .testTarget(name: "PhotosTests", dependencies: ["Photos"], swiftSettings: tests),
        .testTarget(name: "PhotoFormatsTests", dependencies: ["PhotoFormats", "Photos"], swiftSettings: tests),
        .testTarget(name: "LibraryTests", dependencies: ["Library", "Photos"], swiftSettings: tests),
        .testTarget(
            name: "PhotoSourcesTests", dependencies: ["PhotoSources", "Library", "Photos"], swiftSettings: tests),
        .testTarget(name: "ImagePipelineTests", dependencies: ["ImagePipeline", "Photos"], swiftSettings: tests),
        .testTarget(
            name: "BrowseTests", dependencies: ["Browse", "Library", "PhotoSources", "ImagePipeline", "Photos"],
            swiftSettings: tests),
        .testTarget(name: "FrameProfileTests", dependencies: ["Browse", "FrameProfile"], swiftSettings: tests),
        // Other decoders, to compare with
        .target(
            name: "CReference", dependencies: ["CCodecs"], path: "Tests/CReference", cSettings: cLanguage),
        // Pictures, folders and gates for tests
        .target(
            name: "Fixtures", dependencies: ["CGLib", "CCodecs", "Photos", "ImagePipeline", "Codecs"],
            path: "Tests/Fixtures", swiftSettings: tests),
        // A loader of gdk-pixbuf that does harm; CodecsTests and UISmoke have it loaded
        .target(
            name: "HostileLoader", dependencies: ["CPixbuf"], path: "Tests/HostileLoader", cSettings: cLanguage),
        // Confines itself and then asks for what it may not; CodecsTests starts it
        .executableTarget(
            name: "confinement-probe", dependencies: ["CConfinement"], path: "Tests/ConfinementProbe",
            cSettings: cLanguage),
        .testTarget(
            name: "CodecsTests",
            dependencies: [
                "CGLib", "CCodecs", "CThreads", "CPixels", "CReference", "Photos", "PhotoFormats", "Library",
                "ImagePipeline", "Codecs", "Fixtures",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "DesktopTests",
            dependencies: [
                "CGLib", "CGTK", "CSoup", "CSQLite", "CThreads", "CLoop", "CPixels", "CWidgets", "Photos",
                "PhotoFormats", "Library", "PhotoSources", "ImagePipeline", "Codecs", "Desktop", "Fixtures",
            ],
            exclude: ["Marks/Recorded"], swiftSettings: tests),
        // What widgets have told assistive technology
        .target(
            name: "CAccessible", dependencies: ["CGTK"], path: "Tests/CAccessible", cSettings: cLanguage),
        // Windows, galleries and scripted ends of the pipeline for tests of widgets
        .target(
            name: "AppFixtures",
            dependencies: [
                "CGLib", "CCodecs", "CGTK", "CWidgets", "Photos", "Library", "ImagePipeline", "Browse", "Codecs",
                "Desktop", "App",
            ],
            path: "Tests/AppFixtures", swiftSettings: interfaceTests),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "CGLib", "CCodecs", "CGTK", "CWidgets", "CAccessible", "Photos", "PhotoFormats", "Library",
                "ImagePipeline", "Browse", "Codecs", "Desktop", "App", "AppFixtures",
            ],
            swiftSettings: interfaceTests),
        .testTarget(
            name: "ProfilingTests",
            dependencies: [
                "CGTK", "CWidgets", "Library", "ImagePipeline", "Browse", "FrameProfile", "Desktop", "App", "Profiling",
                "AppFixtures",
            ],
            swiftSettings: interfaceTests),
        .testTarget(
            name: "LaunchingTests",
            dependencies: [
                "Library", "Photos", "Browse", "FrameProfile", "App", "Profiling", "Launching", arguments,
            ],
            swiftSettings: interfaceTests),
        .testTarget(
            name: "UISmoke",
            dependencies: ["CGLib", "CCodecs", "Photos", "PhotoFormats", "Codecs", "Desktop"],
            exclude: ["Scripts"],
            swiftSettings: tests),
        fuzzing,
    ],
    swiftLanguageModes: [.v6]
)

// With TESSERA_OPTIMISED set, of the tests those of windows alone: scripts/test has them built in optimised code once
// more.
if Context.environment["TESSERA_OPTIMISED"] != nil {
    package.targets.removeAll { $0.type == .test && !["AppTests", "UISmoke"].contains($0.name) }
}
