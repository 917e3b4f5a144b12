// Headers of container files, of whose embedded images one is shown.
// Sources: QuickTime File Format (image files), Apple's icns format, RIFF, the ICO and CUR formats.
import Photos

extension PictureHeader {
    /// Finds the first `idat` atom. Sizes are 32-bit numbers that include the atom's head, as gdk-pixbuf's loader reads
    /// them.
    mutating func fillQTIF(_ bytes: ByteView) {
        var offset = 0
        for _ in 0..<Self.mostAtoms {
            guard let length = bytes.big32(offset), length >= 8 else { return }
            let end = min(offset + length, bytes.count)
            if bytes.has("idat", at: offset + 4) {
                wrapped = offset + 8 < end ? offset + 8..<end : nil
                return
            }
            offset += length
        }
    }

    /// Finds the largest PNG of an icon family. A family with only raw pixels, at most 128 × 128, is left to its
    /// loader.
    mutating func fillICNS(_ bytes: ByteView) {
        var (offset, largest, isRaw) = (8, 0, true)
        for _ in 0..<Self.mostAtoms {
            guard let length = bytes.big32(offset + 4), length >= 8, offset + length <= bytes.count else { break }
            if bytes.has("ic", at: offset) {
                isRaw = false
                let content = offset + 8..<offset + length
                if bytes.starts(with: Self.pngMark, at: content.lowerBound),
                    let side = bytes.big32(content.lowerBound + 16),
                    side > largest
                {
                    (wrapped, largest) = (content, side)
                }
            }
            offset += length
        }
        if isRaw { note(part: PixelSize(square: 128)) }
    }

    /// Finds the first icon of an animated cursor, which is the one that is shown.
    mutating func fillANI(_ bytes: ByteView) {
        var offset = 12
        for _ in 0..<Self.mostAtoms {
            guard let length = bytes.little32(offset + 4) else { return }
            if bytes.has("LIST", at: offset) {
                // Descends into a list of chunks.
                offset += 12
                continue
            }
            let content = offset + 8..<max(offset + 8, min(offset + 8 + length, bytes.count))
            if bytes.has("icon", at: offset) {
                wrapped = content
                return
            }
            offset += 8 + length + length % 2
        }
    }

    /// Notes the icons that are stored uncompressed, of which the loader takes one, and never a PNG. A PNG that is
    /// larger than all of them is the embedded image that is shown.
    mutating func fillICO(_ bytes: ByteView) {
        guard let count = bytes.little16(4) else { return }
        var largest: (png: Range<Int>, area: Int)?
        defer {
            if let largest, largest.area > largestPart?.area ?? 0 { wrapped = largest.png }
        }
        for entry in 0..<count {
            guard let length = bytes.little32(6 + 16 * entry + 8), let place = bytes.little32(6 + 16 * entry + 12)
            else { return }
            if bytes.starts(with: Self.pngMark, at: place) {
                let content = place..<min(place + length, bytes.count)
                if let size = Self.size(bytes.big32(place + 16), bytes.big32(place + 20)), content.count > 24,
                    size.area > largest?.area ?? 0
                {
                    largest = (content, size.area)
                }
                continue
            }
            guard let width = bytes.signed32(place + 4), let height = bytes.signed32(place + 8) else { continue }
            // The height includes the mask below; zero stands for 256.
            let sides = [abs(width), abs(height) / 2].map { $0 == 0 ? 256 : $0 }
            note(part: PixelSize(width: sides[0], height: sides[1]))
        }
    }

    /// Most atoms or chunks read in one file: hostile files have millions without content.
    private static let mostAtoms = 4096
    static let pngMark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
