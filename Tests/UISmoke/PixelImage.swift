// A picture as numbers, and the questions that tests ask of it.
import CCodecs
import CGLib
import Foundation

struct Colour: Hashable, CustomStringConvertible {
    var r: UInt8
    var g: UInt8
    var b: UInt8

    /// Whether no channel differs by more than `tolerance`.
    func isNear(_ other: Colour, within tolerance: Int) -> Bool {
        abs(Int(r) - Int(other.r)) <= tolerance && abs(Int(g) - Int(other.g)) <= tolerance
            && abs(Int(b) - Int(other.b)) <= tolerance
    }
    /// 0…255, ITU-R BT.601.
    var luminance: Double { 0.299 * Double(r) + 0.587 * Double(g) + 0.114 * Double(b) }
    var description: String { "(\(r) \(g) \(b))" }
}

/// A rectangle of whole pixels.
struct PixelArea: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// Without `margin` pixels at every side.
    func inset(_ margin: Int) -> PixelArea {
        PixelArea(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}

/// A picture of 8-bit RGB pixels.
struct PixelImage: Equatable {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    /// What cannot be read is a failure of the test that wants to look at it.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads any file that gdk-pixbuf reads.
    init(file: String) throws {
        guard let pixbuf = gdk_pixbuf_new_from_file(file, nil) else {
            throw Unreadable(description: "\(file) is not a picture")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        width = Int(gdk_pixbuf_get_width(pixbuf))
        height = Int(gdk_pixbuf_get_height(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let source = gdk_pixbuf_read_pixels(pixbuf)!
        bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { [width, height] target, count in
            for y in 0..<height {
                let row = source + y * stride, to = target.baseAddress! + y * width * 3
                if channels == 3 {
                    to.update(from: row, count: width * 3)
                } else {
                    for x in 0..<width { (to + x * 3).update(from: row + x * channels, count: 3) }
                }
            }
            count = width * height * 3
        }
    }

    subscript(x: Int, y: Int) -> Colour {
        let offset = (y * width + x) * 3
        return Colour(r: bytes[offset], g: bytes[offset + 1], b: bytes[offset + 2])
    }

    var area: PixelArea { PixelArea(x: 0, y: 0, width: width, height: height) }

    /// The colours of every third pixel in both directions: a ninth of them is enough to tell pictures apart.
    func samples(_ area: PixelArea) -> [Colour] {
        stride(from: area.y, to: area.y + area.height, by: 3).flatMap { y in
            stride(from: area.x, to: area.x + area.width, by: 3).map { self[$0, y] }
        }
    }

    /// Whether every pixel of a row between two columns has nearly the colour of its first.
    func isPlainRow(_ y: Int, from left: Int, to right: Int) -> Bool {
        let first = self[left, y]
        return (left..<right).allSatisfy { self[$0, y].isNear(first, within: 3) }
    }

    func isPlainColumn(_ x: Int, from top: Int, to bottom: Int) -> Bool {
        let first = self[x, top]
        return (top..<bottom).allSatisfy { self[x, $0].isNear(first, within: 3) }
    }

    /// Mean luminance, 0…255.
    func brightness(_ area: PixelArea) -> Double {
        let colours = samples(area)
        return colours.reduce(0) { $0 + $1.luminance } / Double(max(1, colours.count))
    }

    /// What fills an area, by its colours.
    enum Content: Equatable {
        /// One colour all over: a placeholder, or nothing.
        case plain
        /// A ground of one colour with something drawn on it in few shades: text.
        case words
        /// Many colours: a picture.
        case picture
    }

    func content(_ area: PixelArea) -> Content {
        var counts: [Colour: Int] = [:]
        let colours = samples(area)
        for colour in colours { counts[colour, default: 0] += 1 }
        let commonest = counts.values.max() ?? 0
        if commonest == colours.count { return .plain }
        return commonest * 2 > colours.count ? .words : .picture
    }

    /// Mean difference of a channel between two areas of the same size, 0…255.
    func difference(_ area: PixelArea, to other: PixelImage, _ otherArea: PixelArea) -> Double {
        let pairs = zip(samples(area), other.samples(otherArea))
        var sum = 0, count = 0
        for (mine, its) in pairs {
            sum += abs(Int(mine.r) - Int(its.r)) + abs(Int(mine.g) - Int(its.g)) + abs(Int(mine.b) - Int(its.b))
            count += 3
        }
        return Double(sum) / Double(max(1, count))
    }
}
