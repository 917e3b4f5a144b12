// What opens over the window fits the smallest screens that people have, in the languages with short and long words, at
// both scales.
import Foundation
import XCTest

final class SizesTests: SmokeTestCase {
    /// Width and height by what was measured, in logical pixels.
    private typealias Sizes = [String: [Int]]

    private func sizes(in language: String, scale: Int) throws -> Sizes {
        let pictures = folder.appendingPathComponent("Holidays \(language) \(scale)")
        try PictureFiles.writeMosaics(8, to: pictures)
        return try read(
            Sizes.self, by: "sizes.py", "picture 1000.jpg",
            of: [pictures.path, "--no-disk-cache", "--window-size=900x500"],
            with: [
                "LOCPATH": locale(), "LC_ALL": "en_GB.UTF-8", "LANGUAGE": language, "GDK_SCALE": "\(scale)",
            ])
    }

    /// 960 × 540 logical pixels are a screen of 1920 × 1080 at scale 2: menus hang below a header of 47.
    func testMenusAndShortcutsFitSmallScreensInEnglishAndGermanAtBothScales() throws {
        for language in ["en", "de"] {
            for scale in [1, 2] {
                let sizes = try sizes(in: language, scale: scale)
                for name in ["photo menu", "primary menu", "view options"] {
                    let size = try XCTUnwrap(sizes[name])
                    XCTAssertLessThan(size[1], 480, "\(name) in \(language) at \(scale)")
                    XCTAssertLessThan(size[0], 340, "\(name) in \(language) at \(scale)")
                }
                let shortcuts = try XCTUnwrap(sizes["shortcuts"])
                XCTAssertLessThanOrEqual(shortcuts[0], 1024, "shortcuts in \(language) at \(scale)")
                XCTAssertLessThanOrEqual(shortcuts[1], 768, "shortcuts in \(language) at \(scale)")
                XCTAssertLessThanOrEqual(try XCTUnwrap(sizes["window"])[0], 900)
            }
        }
    }

    func testTheWindowOfATelephoneHasAllButtonsOfItsHeader() throws {
        let pictures = folder.appendingPathComponent("Holidays")
        try PictureFiles.writeMosaics(8, to: pictures)
        for language in ["en", "de"] {
            let sizes = try read(
                Sizes.self, by: "sizes.py", "picture 1000.jpg",
                of: [pictures.path, "--no-disk-cache", "--window-size=360x640"],
                with: ["LOCPATH": locale(), "LC_ALL": "en_GB.UTF-8", "LANGUAGE": language])
            XCTAssertLessThanOrEqual(try XCTUnwrap(sizes["window"])[0], 360, language)
        }
    }
}
