// Facts that a video file states about itself, found without decoding it.
package import Photos

/// Format, length, size and time of a video, from the headers of its container. Each may be missing. Nothing that the
/// file says is trusted: every walk has an end, and every offset is checked where it is read.
package struct VideoHeader: Equatable {
    /// The containers that are recognised, by the names that are shown.
    package enum Format: String {
        case mp4 = "MP4 video", quickTime = "QuickTime video", matroska = "Matroska video", webM = "WebM video"
        case avi = "AVI video", ogg = "Ogg video", mpeg = "MPEG video", transport = "MPEG-TS video", asf = "ASF video"
        case flash = "Flash video"
    }

    package var format: Format?
    /// Seconds, at least 0.
    package var duration: Double?
    /// Pixels as shown, turned by a quarter where the file says so.
    package var size: PixelSize?
    /// The time at which it was recorded, in seconds since 1970 UTC.
    package var recorded: Int?
    /// The times at which it was recorded, by the clock of the place, as they were written, in the order in which they
    /// count.
    package var creationDates: [String] = []
    /// The XMP packet.
    package var xmp: Range<Int>?

    /// Longest length that is believed, in seconds: a camera that watches a door for a year.
    private static let longest = 366.0 * 86_400

    /// - Parameter count: Length of the file.
    package init(in file: some ByteAccess, count: Int) {
        if let brand = Self.brand(of: file) {
            format = brand
            readMovie(file, count)
        } else if file.big32(0) == 0x1A45_DFA3 {
            readMatroska(file, count)
        } else if file.has("RIFF", at: 0), file.has("AVI ", at: 8) {
            format = .avi
            readAVI(file, count)
        } else {
            format = Self.otherFormat(of: file)
        }
        if let duration, !(duration > 0 && duration <= Self.longest) { self.duration = nil }
    }

    /// Sets the size, if it is one that a video can have.
    mutating func set(width: Int?, height: Int?) {
        guard let width, let height, width > 0, height > 0, max(width, height) <= PixelSize.largestPhotoSide else {
            return
        }
        size = PixelSize(width: width, height: height)
    }

    /// Returns the format of an ISO base media file, of which QuickTime's older ones name no brand; nil for others.
    private static func brand(of file: some ByteAccess) -> Format? {
        if file.has("ftyp", at: 4) { return file.has("qt  ", at: 8) ? .quickTime : .mp4 }
        return ["moov", "mdat", "wide", "free", "skip", "pnot"].contains { file.has($0, at: 4) } ? .quickTime : nil
    }

    /// Returns the format of a file whose length is not looked for.
    private static func otherFormat(of file: some ByteAccess) -> Format? {
        if file.has("OggS", at: 0) { return .ogg }
        if file.has("FLV", at: 0) { return .flash }
        switch file.big32(0) {
        case 0x1BA, 0x1B3: return .mpeg
        case 0x3026_B275: return .asf
        default: break
        }
        // Packets of 188 bytes, or of 192 with a time in front, each beginning with 0x47.
        let isTransport = [(0, 188), (4, 192)].contains { start, length in
            (0..<3).allSatisfy { file.number(start + $0 * length, 1, bigEndian: true) == 0x47 }
        }
        return isTransport ? .transport : nil
    }
}

extension ByteAccess {
    /// The 8 bytes at an offset as one number.
    func big64(_ offset: Int) -> UInt64? {
        guard let high = big32(offset), let low = big32(offset + 4) else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }
}
