// Frame sizes and durations of a GIF or WebP, read from its blocks without decoding.
// Sources: GIF 89a with Netscape's looping extension, the WebP container specification.
package import Photos

/// The frames of one file. Reading them visits each block once and allocates only the list of durations.
package struct AnimationScan: Equatable, Sendable {
    package enum Format { case gif, webP }

    package let format: Format
    /// Size of every frame as it is shown.
    package let canvas: PixelSize
    /// The largest raster that one frame stores; it may extend beyond the canvas.
    package private(set) var largestPart = PixelSize(square: 1)
    /// Duration of each whole frame in milliseconds. A truncated frame and those after it are left out.
    package private(set) var durations: [Int] = []
    /// Number of times that the animation is played; nil for ever.
    package private(set) var plays: Int? = 1
    /// Offset of the end of the last whole frame.
    package private(set) var end = 0

    /// Most frames of an animation that plays: a quarter of an hour at ten per second. gdk-pixbuf keeps a record with a
    /// colour table for each frame, however short it is.
    package static let mostFrames = 10_000

    /// What a scan in another process has found.
    package init(format: Format, canvas: PixelSize, largestPart: PixelSize, durations: [Int], plays: Int?, end: Int) {
        (self.format, self.canvas, self.largestPart) = (format, canvas, largestPart)
        (self.durations, self.plays, self.end) = (durations, plays, end)
    }

    /// Returns nil unless there are two frames or more, and not too many.
    package init?(_ bytes: ByteView) {
        if bytes.starts(with: "GIF8"), let width = bytes.little16(6), let height = bytes.little16(8) {
            self.init(gif: bytes, canvas: PixelSize(width: width, height: height))
        } else if bytes.has("WEBPVP8X", at: 8), let width = bytes.little24(24), let height = bytes.little24(27) {
            self.init(webP: bytes, canvas: PixelSize(width: width + 1, height: height + 1))
        } else {
            return nil
        }
        if durations.count < 2 || durations.count > Self.mostFrames { return nil }
    }

    /// Returns the milliseconds for which a frame with the given delay is shown. Files without a delay, or with 10 ms,
    /// were made for programs that were too slow for it; all browsers show their frames for 100 ms
    /// (https://webkit.org/b/36082).
    static func duration(ofDelay delay: Int) -> Int { delay <= 10 ? 100 : delay }

    /// Limit for the sum of delays. gdk-pixbuf adds up the delays of a GIF in 32 bits, taking some for up to 100 ms,
    /// and ends the program when the sum overflows. What comes later than this, 12 days, is not played.
    private static let longest = 1 << 30

    /// Returns the reason if a size exceeds its limit, which is checked before anything is allocated; nil if none does.
    package func excess(over limit: Int) -> LoadFailure.Reason? {
        let longest = PictureLimits.longestSide
        if let long = [canvas, largestPart].first(where: { $0.longerSide > longest }) {
            return .sideTooLong(long, limit: longest)
        }
        return [canvas, largestPart].first { $0.area > limit }.map { .tooManyPixels($0, limit: limit) }
    }

    // MARK: GIF

    private init(gif bytes: ByteView, canvas: PixelSize) {
        format = .gif
        self.canvas = canvas
        var offset = 13 + ByteView.colourTableLength(bytes[10])
        var (delay, total) = (0, 0)
        while durations.count <= Self.mostFrames, let mark = bytes[offset] {
            switch mark {
            case 0x21:
                if bytes[offset + 1] == 0xF9, let hundredths = bytes.little16(offset + 4) { delay = hundredths * 10 }
                if let repeats = Self.repeats(bytes, at: offset) { plays = repeats == 0 ? nil : repeats + 1 }
                guard let next = bytes.endOfDataBlocks(from: offset + 2) else { return }
                offset = next
            case 0x2C:
                guard let width = bytes.little16(offset + 5), let height = bytes.little16(offset + 7) else { return }
                total += max(100, delay)
                let data = offset + 10 + ByteView.colourTableLength(bytes[offset + 9]) + 1
                guard total < Self.longest, let next = bytes.endOfDataBlocks(from: data) else { return }
                add(PixelSize(width: width, height: height), delay: delay, end: next)
                (offset, delay) = (next, 0)
            default:
                return
            }
        }
    }

    /// Returns how often the animation is repeated after the first time, if the extension at `offset` says so.
    static func repeats(_ bytes: ByteView, at offset: Int) -> Int? {
        guard bytes[offset + 1] == 0xFF, bytes[offset + 2] == 11,
            bytes.has("NETSCAPE2.0", at: offset + 3) || bytes.has("ANIMEXTS1.0", at: offset + 3),
            bytes[offset + 14] == 3, bytes[offset + 15] == 1
        else { return nil }
        return bytes.little16(offset + 16)
    }

    // MARK: WebP

    private init(webP bytes: ByteView, canvas: PixelSize) {
        format = .webP
        self.canvas = canvas
        var offset = 12
        while durations.count <= Self.mostFrames, let length = bytes.little32(offset + 4),
            offset + 8 + length <= bytes.count
        {
            let content = offset + 8
            offset = content + length + length % 2
            if bytes.has("ANIM", at: content - 8), let times = bytes.little16(content + 4) {
                plays = times == 0 ? nil : times
            } else if bytes.has("ANMF", at: content - 8), length >= 16, let width = bytes.little24(content + 6),
                let height = bytes.little24(content + 9), let delay = bytes.little24(content + 12)
            {
                add(PixelSize(width: width + 1, height: height + 1), delay: delay, end: offset)
            }
        }
    }

    private mutating func add(_ part: PixelSize, delay: Int, end: Int) {
        if part.area > largestPart.area { largestPart = part }
        durations.append(Self.duration(ofDelay: delay))
        self.end = end
    }
}
