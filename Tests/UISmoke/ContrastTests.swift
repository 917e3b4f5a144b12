// High contrast, as the desktop's setting asks for it: what has no picture can still be told from the window.
import Foundation
import XCTest

final class ContrastTests: SmokeTestCase {
    /// WCAG 2.1, 1.4.3: what is needed to read text.
    private static let readable = 4.5

    func testTheTitleOfAPhotoIsReadOnWhiteAndOnBlackOnes() throws {
        var figures: [String] = []
        for level: UInt8 in [0, 255] {
            let colour = Colour(r: level, g: level, b: level)
            let file = path("A photo of one plain colour all over \(level).jpg")
            try PictureFiles.jpeg(1200, 800, [(PixelArea(x: 0, y: 0, width: 1200, height: 800), colour)])
                .write(to: URL(fileURLWithPath: file))
            var measured: [Double] = []
            for isHigh in ["0", "1"] {
                let picture = try screenshot(
                    [file, "--window-size=1000x700", "--no-disk-cache"],
                    environment: environment(["ADW_DEBUG_HIGH_CONTRAST": isHigh]))
                let middle = picture[picture.width / 2, picture.height / 2]
                XCTAssertTrue(middle.isNear(colour, within: 8), "the photo: \(middle)")
                let lines = Self.lines(in: picture, from: picture.width / 2 - 170, to: picture.width / 2 + 170)
                XCTAssertEqual(lines.count, 2, "title and subtitle over \(level)")
                measured.append(lines.min() ?? 0)
                figures.append("over \(level), high contrast \(isHigh): \(lines.map { ($0 * 10).rounded() / 10 })")
            }
            XCTAssertGreaterThanOrEqual(measured[0], Self.readable, "\(figures)")
            XCTAssertGreaterThanOrEqual(measured[1], measured[0], "\(figures)")
            XCTAssertGreaterThanOrEqual(measured[1], 7, "enhanced contrast, \(figures)")
        }
        print("contrast of title and subtitle", figures)
    }

    /// Returns the contrast of each line of light text in the upper 48 rows: of its brightest pixel to the lightest
    /// ground beside it, which is what most pixels of a row have.
    private static func lines(in picture: PixelImage, from left: Int, to right: Int) -> [Double] {
        var lines: [(text: Double, ground: Double)] = []
        var isInLine = false
        for y in 0..<48 {
            let row = (left..<right).map { picture[$0, y].relativeLuminance }.sorted()
            let ground = row[row.count / 4], text = row[row.count - 1]
            // A row of letters, not of the window's edge.
            guard Colour.contrast(text, ground) > 1.3, Colour.contrast(row[row.count / 4], row[0]) < 3 else {
                isInLine = false
                continue
            }
            if !isInLine { lines.append((0, 0)) }
            isInLine = true
            let last = lines.count - 1
            lines[last] = (max(lines[last].text, text), max(lines[last].ground, ground))
        }
        return lines.map { Colour.contrast($0.text, $0.ground) }
    }

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
                contrast.append((7..<40).map { picture[$0, 100].contrast(to: window) }.max() ?? 0)
            }
            XCTAssertLessThan(contrast[0], 1.5, "quiet where nobody asks, \(scheme)")
            // WCAG 2.1, 1.4.11: what is needed to tell a part from what is beside it.
            XCTAssertGreaterThanOrEqual(contrast[1], 3, scheme)
        }
    }
}
