// The first image of a GIF: its screen, its part, and its end. Source: GIF 89a.
import Photos

extension PictureHeader {
    /// Reads the header as gdk-pixbuf's loader does, which skips bytes that begin no block.
    mutating func fillGIF(_ bytes: ByteView) {
        guard let width = bytes.little16(6), let height = bytes.little16(8) else { return }
        size = Self.size(width, height)
        var offset = 13 + ByteView.colourTableLength(bytes[10]), loops = false
        while let mark = bytes[offset], mark != 0x3B {
            switch mark {
            case 0x21:
                if AnimationScan.repeats(bytes, at: offset) != nil { loops = true }
                guard let next = bytes.endOfDataBlocks(from: offset + 2) else { return }
                offset = next
            case 0x2C:
                guard let part = Self.size(bytes.little16(offset + 5), bytes.little16(offset + 7)) else { return }
                note(part: part)
                // A screen without a size takes the image's.
                size = size ?? part
                let data = offset + 10 + ByteView.colourTableLength(bytes[offset + 9]) + 1
                isAnimated = loops
                guard let end = bytes.endOfDataBlocks(from: data) else { return }
                // The image that is shown needs nothing after this block.
                var feed = LoaderFeed()
                feed.append(0..<end)
                feed.append(inserting: [0x3B])
                self.feed = feed
                isAnimated = Self.hasImage(bytes, from: end) ?? loops
                return
            default: offset += 1
            }
        }
    }

    /// Whether an image begins in the blocks from an offset on; nil where the bytes end before that is known.
    private static func hasImage(_ bytes: ByteView, from offset: Int) -> Bool? {
        var offset = offset
        while let mark = bytes[offset] {
            switch mark {
            case 0x3B: return false
            case 0x2C: return true
            case 0x21:
                guard let next = bytes.endOfDataBlocks(from: offset + 2) else { return nil }
                offset = next
            default: offset += 1
            }
        }
        return nil
    }
}
