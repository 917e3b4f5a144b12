// What is remembered of places, with a whole schema, an older one, and none.
import CGLib
import Fixtures
import Glibc
import Photos
import XCTest

@testable import Desktop

final class PlacesMemoryTests: XCTestCase {
    func testAMissingSchemaIsNoMemoryAndNoCrash() {
        MainActor.assumeIsolated { XCTAssertNil(PlacesMemory(schema: "io.github.tessera_photos.Nothing")) }
    }

    func testPlacesAreRememberedAndOddNamesToo() throws {
        try MainActor.assumeIsolated {
            let scratch = ScratchFolder()
            let memory = try Self.memory(
                in: scratch,
                """
                <key name="last-shown" type="s"><default>''</default></key>
                <key name="recent-folders" type="as"><default>[]</default></key>
                <key name="opened-examples" type="as"><default>[]</default></key>
                <key name="recent-targets" type="as"><default>[]</default></key>
                <key name="with-subfolders" type="b"><default>true</default></key>
                <key name="show-hidden" type="b"><default>false</default></key>
                <key name="show-excluded" type="b"><default>false</default></key>
                <key name="sidebar" type="s">
                  <choices><choice value="automatic"/><choice value="shown"/><choice value="hidden"/></choices>
                  <default>'automatic'</default>
                </key>
                """)
            XCTAssertEqual(memory.lastShown, "")
            memory.lastShown = "folder:/a\n\u{10FEE9}'\"b"
            XCTAssertEqual(memory.lastShown, "folder:/a\n\u{10FEE9}'\"b")
            memory.recentFolders = ["/a", "/b\n", "/\u{10FEFF}"]
            XCTAssertEqual(memory.recentFolders, ["/a", "/b\n", "/\u{10FEFF}"])
            memory.recentFolders = []
            XCTAssertEqual(memory.recentFolders, [])
            memory.recentTargets = ["/t"]
            XCTAssertEqual(memory.recentTargets, ["/t"])
            XCTAssertEqual(memory.openedExamples, [])
            memory.openedExamples = ["sample"]
            XCTAssertEqual(memory.openedExamples, ["sample"])
            XCTAssertTrue(memory.showsSubfolders)
            memory.showsSubfolders = false
            XCTAssertFalse(memory.showsSubfolders)
            XCTAssertFalse(memory.showsHidden)
            memory.showsHidden = true
            XCTAssertTrue(memory.showsHidden)
            XCTAssertFalse(memory.showsExcluded)
            memory.showsExcluded = true
            XCTAssertTrue(memory.showsExcluded)
            XCTAssertNil(memory.showsSidebar)
            memory.showsSidebar = false
            XCTAssertEqual(memory.showsSidebar, false)
            memory.showsSidebar = nil
            XCTAssertNil(memory.showsSidebar)
        }
    }

    func testKeysThatAnOlderSchemaLacksAreNotRemembered() throws {
        try MainActor.assumeIsolated {
            let memory = try Self.memory(
                in: ScratchFolder(), "<key name=\"other\" type=\"s\"><default>''</default></key>")
            memory.lastShown = "sample"
            memory.recentFolders = ["/a"]
            memory.showsSubfolders = false
            memory.showsHidden = true
            memory.showsSidebar = true
            XCTAssertEqual(memory.lastShown, "")
            XCTAssertEqual(memory.recentFolders, [])
            XCTAssertTrue(memory.showsSubfolders)
            XCTAssertFalse(memory.showsHidden)
            XCTAssertNil(memory.showsSidebar)
        }
    }

    @MainActor private static func memory(in scratch: ScratchFolder, _ keys: String) throws -> PlacesMemory {
        setenv("GSETTINGS_BACKEND", "memory", 1)
        let id = "test.Places\(scratch.path.filter(\.isLetter))"
        let schema = "<schemalist><schema id=\"\(id)\" path=\"/test/places/\(id)/\">\(keys)</schema></schemalist>"
        scratch.write("test.gschema.xml", Array(schema.utf8))
        var status: Int32 = -1
        let spawned = g_spawn_command_line_sync("glib-compile-schemas --strict \(scratch.path)", nil, nil, &status, nil)
        XCTAssertTrue(spawned != 0 && status == 0, "this test needs glib-compile-schemas (package libglib2.0-bin)")
        return try XCTUnwrap(PlacesMemory(schema: id, folder: scratch.path))
    }
}
