// The program's settings schema under names of the tests'.
import CGTK
import Foundation
import XCTest

nonisolated enum TestSchemas {
    /// Compiles the program's own schema, under the id `io.github.tessera_photos.Tessera.Test` and a path, into a
    /// folder of its own, and returns that. Settings of different paths do not know of each other.
    static func compiled(path: String = "Test") throws -> String {
        let name = "data/io.github.tessera_photos.Tessera.gschema.xml.in"
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let schema = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
            .replacingOccurrences(of: "@APP_ID@", with: "io.github.tessera_photos.Tessera.Test")
            .replacingOccurrences(of: "@PATH_SUFFIX@", with: "/\(path)")
        let folder = NSTemporaryDirectory() + "tessera-schemas-\(path)-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try schema.write(toFile: folder + "/test.gschema.xml", atomically: true, encoding: .utf8)
        var status: Int32 = -1
        let spawned = g_spawn_command_line_sync("glib-compile-schemas --strict \(folder)", nil, nil, &status, nil)
        XCTAssertTrue(spawned != 0 && status == 0, "this test needs glib-compile-schemas (package libglib2.0-bin)")
        return folder
    }
}
