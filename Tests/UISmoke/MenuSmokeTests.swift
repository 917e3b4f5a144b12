// Menus in the real window, by keys with the pointer over them.
import Foundation
import XCTest

final class MenuSmokeTests: SmokeTestCase {
    /// A submenu is smaller than its menu, so that the pointer is beside it then.
    func testASubmenuThatIsClosedBesideThePointerLeavesTheWindowAsItWas() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(3, to: pictures)
        let program = try start(arguments: [pictures.path, "--window-size=360x640", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(180, 320)
        try screen.look(for: "the grid")
        // More than once, for it is a matter of the frame in which the pointer is looked for.
        for _ in 0..<3 {
            try screen.press("Home", "Return")
            try screen.look(for: "the photo")
            // The submenu before the last entry.
            try screen.press("F10")
            try screen.look(for: "the menu")
            try screen.press("Up", "Up", "Return")
            try screen.look(for: "the submenu")
            try screen.press("Escape", "Escape")
            try screen.look(for: "the grid again")
        }
        try screen.press("ctrl+q")
        let ending = try program.ending()
        XCTAssertEqual(ending.status, 0)
        XCTAssertFalse(ending.wasKilledBySignal)
    }
}
