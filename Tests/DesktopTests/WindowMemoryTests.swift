// Settings: remembered where the schema is installed, no crash where it is not.
import CGLib
import Fixtures
import Glibc
import XCTest

@testable import Desktop

final class WindowMemoryTests: XCTestCase {
    func testAMissingSchemaIsNoMemoryAndNoCrash() {
        MainActor.assumeIsolated {
            XCTAssertNil(WindowMemory(schema: "io.github.tessera_photos.Nothing"))
            XCTAssertNil(WindowMemory(schema: "io.github.tessera_photos.Nothing", folder: "/nowhere"))
        }
    }

    func testSizesAreRememberedAndValuesOutOfRangeAreNot() throws {
        try MainActor.assumeIsolated {
            setenv("GSETTINGS_BACKEND", "memory", 1)
            let scratch = ScratchFolder()
            let schema = """
                <schemalist><schema id="test.Window" path="/test/window/">
                  <key name="window-width" type="i"><range min="360" max="32767"/><default>1280</default></key>
                  <key name="maximized" type="b"><default>false</default></key>
                  <key name="orders" type="a(ssbs)"><default>[]</default></key>
                  <key name="default-order" type="(sbs)"><default>('listing', false, 'none')</default></key>
                </schema></schemalist>
                """
            scratch.write("test.gschema.xml", Array(schema.utf8))
            var status: Int32 = -1
            let spawned = g_spawn_command_line_sync(
                "glib-compile-schemas --strict \(scratch.path)", nil, nil, &status, nil)
            XCTAssertTrue(spawned != 0 && status == 0, "this test needs glib-compile-schemas (package libglib2.0-bin)")
            let memory = try XCTUnwrap(WindowMemory(schema: "test.Window", folder: scratch.path))
            XCTAssertEqual(memory.width, 1280)
            memory.width = 900
            XCTAssertEqual(memory.width, 900)
            memory.width = 3
            XCTAssertEqual(memory.width, 900)
            memory.isMaximized = true
            XCTAssertTrue(memory.isMaximized)
            memory.width = nil
            XCTAssertEqual(memory.width, 1280)
            XCTAssertTrue(memory.orders.isEmpty)
            let latest = StoredOrder(sort: "taken", isDescending: true, group: "month")
            let other = StoredOrder(sort: "name", isDescending: false, group: "none")
            memory.orders = [("folder:/Übersicht", latest), ("files", other)]
            XCTAssertEqual(memory.orders.map(\.source), ["folder:/Übersicht", "files"])
            XCTAssertEqual(memory.orders.map(\.order), [latest, other])
            XCTAssertEqual(memory.usualOrder, StoredOrder(sort: "listing", isDescending: false, group: "none"))
            memory.usualOrder = latest
            XCTAssertEqual(memory.usualOrder, latest)
            // Keys that an older schema lacks.
            XCTAssertNil(memory.height)
            memory.tileSize = 100
            XCTAssertNil(memory.tileSize)
        }
    }
}
