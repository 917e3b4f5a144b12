// High contrast, as the desktop's setting asks for it: what has no picture can still be told from the window.
import Foundation
import XCTest

final class ContrastTests: SmokeTestCase {
    func testATileWithoutAPictureHasAnEdgeThatIsSeen() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        try Data("no picture".utf8).write(to: pictures.appendingPathComponent("broken.jpg"))
        for scheme in ["light", "dark"] {
            var contrast: [Double] = []
            for isHigh in ["0", "1"] {
                let picture = try screenshot(
                    [pictures.path, "--window-size=640x480", "--color-scheme=\(scheme)", "--no-disk-cache"],
                    environment: environment(["ADW_DEBUG_HIGH_CONTRAST": isHigh]))
                let window = picture[picture.width - 40, picture.height - 40]
                // Across the tile's left edge, inside the window's own frame and above the tile's words.
                contrast.append((7..<40).map { Self.contrast(picture[$0, 100], window) }.max() ?? 0)
            }
            XCTAssertLessThan(contrast[0], 1.5, "quiet where nobody asks, \(scheme)")
            // WCAG 2.1, 1.4.11: what is needed to tell a part from what is beside it.
            XCTAssertGreaterThanOrEqual(contrast[1], 3, scheme)
        }
    }

    /// By WCAG 2.1: from 1 to 21.
    private static func contrast(_ one: Colour, _ other: Colour) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ colour: Colour) -> Double {
        func linear(_ channel: UInt8) -> Double {
            let part = Double(channel) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)
    }
}
