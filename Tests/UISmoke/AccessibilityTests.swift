// The detail page as a screen reader meets it, over the accessibility bus of a session of the test's own, and from the
// keyboard alone.
import Foundation
import XCTest

final class AccessibilityTests: SmokeTestCase {
    /// What the reader found.
    private struct Findings: Decodable {
        struct Item: Decodable, Hashable {
            let role: String
            let name: String
        }
        /// Everything in the window when the photo was there.
        let items: [Item]
        /// What had the focus first, and after each press of Tab.
        let focused: [Item]
        /// The entries of the photo's menu, opened with the keyboard.
        let menu: [String]
        /// The rows of the info panel, and their buttons.
        let panel: [String]
        /// What appeared when a link was copied.
        let said: Item
        /// What had the focus when Escape had taken the panel and then the photo away.
        let afterwards: Item
    }

    func testEveryActionOfAPhotoHasANameAndCanBeReachedFromTheKeyboard() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(6, to: pictures)
        let photo = pictures.appendingPathComponent("picture 1002.jpg").path
        let found = try read(
            Findings.self, by: "screen_reader.py", "picture 1002.jpg",
            of: [photo, "--no-disk-cache", "--window-size=1000x700"])

        XCTAssertTrue(found.items.contains { $0.role == "image" && $0.name == "picture 1002.jpg" }, "\(found.items)")
        let buttons = [
            "Back to the Grid", "Previous Photo", "Next Photo", "Favourite", "Move to Trash", "Photo Information",
            "Photo Menu",
        ]
        for name in buttons {
            XCTAssertTrue(found.items.contains { $0.role.contains("button") && $0.name == name }, name)
            XCTAssertTrue(found.focused.contains { $0.name == name }, "Tab does not come to \(name): \(found.focused)")
        }
        XCTAssertEqual(found.focused.first?.name, "picture 1002.jpg")
        // GTK gives a widget without a name that of its class.
        for item in found.focused { XCTAssertFalse(item.name.isEmpty || item.name.hasPrefix("Gtk"), "\(item)") }
        let actions: Set = [
            "Photo Information", "Open in Default App", "Show in Files", "1 Star", "5 Stars", "Copy",
            "Copy Link", "Save As…", "Share", "View", "Rotate Left", "Rotate Right", "Zoom In", "Zoom Out",
            "Whole Photo", "Original Size", "Fullscreen",
        ]
        XCTAssertEqual(actions.subtracting(found.menu), [])
        XCTAssertFalse(found.menu.contains(""), "\(found.menu)")
        let facts = ["Name", "Size", "Format", "File Size", "Taken", "Changed", "File"]
        let names = found.panel.map { String($0.prefix { $0 != ":" }) }
        XCTAssertEqual(Set(names), Set(facts + ["Show in Files"]))
        XCTAssertTrue(found.panel.contains("Name: picture 1002.jpg"), "\(found.panel)")
        XCTAssertEqual(found.said.name, "Path copied")
        XCTAssertTrue(["alert", "notification"].contains(found.said.role), found.said.role)
        XCTAssertEqual(found.afterwards.role, "table cell")
    }
}
