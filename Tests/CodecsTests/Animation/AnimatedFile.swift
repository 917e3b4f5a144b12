// Animated GIF and WebP files written by the test itself: rectangles of one colour, placed, timed, blended and disposed
// of.
import Fixtures

/// An animation to be written in either format.
struct AnimatedFile {
    /// What becomes of a frame's part when its time is over.
    enum Disposal: UInt8 { case keep = 1, background, previous }

    struct Frame {
        var colour: Colour
        var x = 0
        var y = 0
        var width: Int?
        var height: Int?
        var milliseconds = 100
        var disposal = Disposal.keep
        /// WebP alone: laid over what is there, or put in its place.
        var isBlended = true
        /// Pixel data that no decoder understands.
        var isDamaged = false
    }

    var width = 16
    var height = 12
    /// The number that the file says; nil: it says none.
    var loops: Int? = 0
    var frames: [Frame]

    // MARK: GIF

    private static let palette: [Colour] = [.red, .green, .blue, .white, .black]

    var gif: [UInt8] {
        var file = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0xF6, 0, 0]
        for index in 0..<128 {
            let colour = index < Self.palette.count ? Self.palette[index] : .black
            file += [colour.r, colour.g, colour.b]
        }
        if let loops { file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(loops, 2) + [0] }
        for frame in frames { file += gifBlocks(frame) }
        return file + [0x3B]
    }

    private func gifBlocks(_ frame: Frame) -> [UInt8] {
        let (w, h) = (frame.width ?? width, frame.height ?? height)
        let isClear = frame.colour.a == 0
        let index = Self.palette.firstIndex(of: frame.colour) ?? 127
        let control: [UInt8] =
            [0x21, 0xF9, 4, frame.disposal.rawValue << 2 | (isClear ? 1 : 0)] + little(frame.milliseconds / 10, 2) + [
                127, 0,
            ]
        let place = [0x2C] + little(frame.x, 2) + little(frame.y, 2) + little(w, 2) + little(h, 2) + [0]
        // Codes of 8 bits stay that long when the table is cleared often enough, and are bytes then.
        var codes: [UInt8] = []
        for pixel in 0..<min(w * h, 10_000) {
            if pixel.isMultiple(of: 100) { codes.append(128) }
            codes.append(UInt8(index))
        }
        codes.append(129)
        var data: [UInt8] = [7]
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(start + 255, codes.count)]
            data += [UInt8(block.count)] + block
        }
        return control + place + data + [0]
    }

    // MARK: WebP

    var webP: [UInt8] {
        var content = Array("WEBP".utf8)
        content += chunk("VP8X", [0x12, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        content += chunk("ANIM", [0, 0, 0, 0] + little(loops ?? 1, 2))
        for frame in frames { content += chunk("ANMF", webPFrame(frame)) }
        return Array("RIFF".utf8) + little(content.count, 4) + content
    }

    private func webPFrame(_ frame: Frame) -> [UInt8] {
        let (w, h) = (frame.width ?? width, frame.height ?? height)
        let flags: UInt8 = (frame.isBlended ? 0 : 2) | (frame.disposal == .background ? 1 : 0)
        let place = little(frame.x / 2, 3) + little(frame.y / 2, 3) + little(w - 1, 3) + little(h - 1, 3)
        return place + little(frame.milliseconds, 3) + [flags]
            + chunk("VP8L", frame.isDamaged ? Self.damaged(w, h) : Self.even(frame.colour, w, h))
    }

    /// A lossless picture of one colour: each of its five prefix codes has one symbol, so that pixels take no bits.
    private static func even(_ colour: Colour, _ width: Int, _ height: Int) -> [UInt8] {
        var bits = Bits()
        bits.head(width, height)
        bits.append(0, 3)  // no transform, no colour cache, no meta prefix codes
        for value in [colour.g, colour.r, colour.b, colour.a] {
            bits.append(0b101, 3)  // a simple code, of one symbol, of 8 bits
            bits.append(Int(value), 8)
        }
        bits.append(0b0001, 4)  // the distance code: a simple code of the symbol 0
        return bits.bytes
    }

    /// Ends in prefix codes without any symbol.
    private static func damaged(_ width: Int, _ height: Int) -> [UInt8] {
        var bits = Bits()
        bits.head(width, height)
        return bits.bytes + [UInt8](repeating: 0, count: 12)
    }

    private struct Bits {
        var bytes: [UInt8] = [0x2F]
        private var used = 8

        mutating func head(_ width: Int, _ height: Int) {
            append(width - 1, 14)
            append(height - 1, 14)
            append(1, 1)  // has alpha
            append(0, 3)  // version
        }

        mutating func append(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                if used == 8 { (bytes, used) = (bytes + [0], 0) }
                bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
                used += 1
            }
        }
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content + [UInt8](repeating: 0, count: content.count % 2)
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
}
