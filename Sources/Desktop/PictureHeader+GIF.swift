// The first picture of a GIF: its screen, its part, and where it ends. Source: GIF 89a.
import Photos

extension PictureHeader {
    /// Reads as gdk-pixbuf's loader does, which passes over bytes that begin no block.
    mutating func fillGIF(_ bytes: ByteView) {
        guard let width = bytes.little16(6), let height = bytes.little16(8) else { return }
        size = Self.size(width, height)
        var offset = 13 + Self.colourTable(bytes[10])
        while let mark = bytes[offset], mark != 0x3B {
            switch mark {
            case 0x21:
                guard let next = Self.endOfBlocks(bytes, from: offset + 2) else { return }
                offset = next
            case 0x2C:
                guard let part = Self.size(bytes.little16(offset + 5), bytes.little16(offset + 7)) else { return }
                note(part: part)
                // A screen without a size takes the picture's.
                size = size ?? part
                let data = offset + 10 + Self.colourTable(bytes[offset + 9]) + 1
                guard let end = Self.endOfBlocks(bytes, from: data) else { return }
                // The picture that is shown is made of nothing behind it.
                var feed = LoaderFeed()
                feed.append(0..<end)
                feed.append(inserting: [0x3B])
                self.feed = feed
                return
            default: offset += 1
            }
        }
    }

    private static func colourTable(_ flags: UInt8?) -> Int {
        guard let flags, flags & 0x80 != 0 else { return 0 }
        return 3 << (Int(flags & 7) + 1)
    }

    /// Where the chain of data blocks that starts at `offset` has ended; nil when it is cut.
    private static func endOfBlocks(_ bytes: ByteView, from offset: Int) -> Int? {
        var offset = offset
        while let length = bytes[offset] {
            offset += Int(length) + 1
            if length == 0 { return offset }
        }
        return nil
    }
}
