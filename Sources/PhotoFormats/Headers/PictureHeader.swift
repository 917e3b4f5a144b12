// Format, size and completeness of an image file, read from its bytes without any loader.
// Sources: ITU-T T.81 (JPEG), PNG 1.2, GIF 89a, the WebP container specification, TIFF 6.0, ISO 14496-12.
public import Photos

/// The content of an image file's own header. Reading it takes microseconds and allocates nothing that the header asks
/// for.
public struct PictureHeader: Sendable {
    /// A file format, recognised by its first bytes.
    public enum Format: String, Sendable, CaseIterable {
        case jpeg = "JPEG"
        case png = "PNG"
        case gif = "GIF"
        case webp = "WebP"
        case tiff = "TIFF"
        case bmp = "BMP"
        case svg = "SVG"
        case heif = "HEIF"
        case avif = "AVIF"
        case jpegXL = "JPEG XL"
        case photoshop = "Photoshop"
        case openEXR = "OpenEXR"
        case qoi = "QOI"
        case icon = "ICO"
        case animatedCursor = "ANI"
        case iconFamily = "ICNS"
        case quickTime = "QTIF"
        case portableMap = "PNM"
        case xpm = "XPM"
        case targa = "TGA"
        /// Any camera's: its preview is shown.
        case cameraRaw = "Camera raw"
    }

    /// Nil when the bytes begin like no format known here; a gdk-pixbuf loader may know it all the same.
    public let format: Format?
    /// Pixels before EXIF rotation, if the header was understood.
    public var size: PixelSize?
    /// EXIF orientation 1…8 of a format whose rule is `.stated`; 1 for all others.
    public var orientation = 1
    /// Whether the coefficients of a JPEG must be held as a whole while it is decoded: it is progressive, or has
    /// several scans.
    public var isProgressive = false
    /// Whether the file's end is there: false when the format says where it is and the bytes stop before that.
    public var isComplete = true
    /// The end of what can be decoded of a JPEG or PNG whose end is missing; nil for nothing.
    package var readableEnd: Int?
    /// Number of pages of a TIFF; 1 for all other formats.
    package var pages = 1
    /// Whether a GIF or WebP says that it has several frames. Of a GIF whose second frame lies behind the bytes, the
    /// loop that it asks for says so.
    package var isAnimated = false
    /// Whether all pixels of a WebP are held while it is decoded, reduced or not.
    package var isLossless = false
    /// Whether the loader decodes the image at a fraction of its size for a fraction of the memory: a JPEG, and a WebP
    /// that is opaque, not animated and without EXIF, which may rotate it.
    package var isReducedByItsLoader = false

    /// The ICC profile of a JPEG or WebP, if all of it is there, and the one that stands for the numbers by which a
    /// PNG, HEIF or AVIF names its colours; nil if there is none, and for all other formats, whose loaders report it
    /// later.
    package var profile: [UInt8]?
    /// What the samples count where they are inks, which the loader then hands out as they are, in four channels.
    package var inks: InkOrder?
    /// Whether the profile that the loader reports counts where there is no other.
    package private(set) var takesLoadersProfile = true
    /// The parts of a progressive JPEG that a decode at 1/8 does not use.
    package var unusedAtOneEighth: [Range<Int>] = []
    /// The ends of the scans of such a JPEG: after each, its loader processes all pixels.
    package var scanEnds: [Int] = []

    /// The largest raster that the loader makes beside the image: a part of a frame, a tile, or an icon of several.
    package private(set) var largestPart: PixelSize?
    /// Bytes of one strip or tile that the loader unpacks beside the image.
    package var scratch = 0
    /// The kind of a file that no loader is given, because none reads it.
    package var unsupported: Message?
    /// What of the file few loaders read: one that fails lacks this, and the file is not damaged.
    package var unusual: Message?
    /// Why the loader must not read the file although its size is acceptable.
    package var fault: Message?
    /// The embedded image that is to be decoded.
    package var wrapped: Range<Int>?
    /// The input of the loader, if not the whole file.
    package var feed: LoaderFeed?

    /// Whether the header says what the loader would allocate.
    package var isUnderstood: Bool { size != nil || largestPart != nil || wrapped != nil }

    /// Keeps one size of all that are noted: one with a side above the limit, else the one with the most pixels.
    mutating func note(part: PixelSize) {
        let limit = PictureLimits.longestSide
        if let known = largestPart, known.longerSide > limit || (part.longerSide <= limit && part.area <= known.area) {
            return
        }
        largestPart = part
    }

    private init(format: Format?) { self.format = format }

    /// - Parameter format: The known format of `bytes`; nil to detect it.
    package init(scanning bytes: UnsafeRawBufferPointer) { self.init(scanning: ByteView(bytes)) }

    /// - Parameters:
    ///   - format: The known format of `bytes`; nil to detect it.
    ///   - page: The page of a TIFF, counted from 0.
    package init(scanning bytes: ByteView, as format: Format? = nil, page: Int = 0) {
        self.init(format: format ?? Self.format(of: bytes))
        switch self.format {
        case .jpeg:
            isReducedByItsLoader = true
            let scan = JPEGScan(bytes, to: .end)
            size = scan.size
            orientation = scan.orientation
            isProgressive = scan.holdsCoefficients
            isComplete = scan.isComplete || scan.hasTooManyScans
            readableEnd = scan.readableEnd
            unusual = scan.rarity
            if scan.hasTooManyScans {
                fault = Message("it is coded in more than {limit} scans", ["limit": .count(JPEGScan.mostScans)])
            }
            scanEnds = scan.holdsCoefficients ? scan.scanEnds : []
            unusedAtOneEighth = scan.unusedAtOneEighth
            takesLoadersProfile = false
            profile = scan.colours(of: bytes)
            inks = scan.inks
        case .png:
            fillPNG(bytes)
            readOrientation(bytes)
        case .gif: fillGIF(bytes)
        case .webp:
            fillWebP(bytes)
            readOrientation(bytes)
        case .tiff: fillTIFF(bytes, page: page)
        case .bmp: fillBMP(bytes)
        case .heif, .avif: fillHEIF(bytes)
        case .jpegXL: fillJPEGXL(bytes)
        case .icon: fillICO(bytes)
        case .animatedCursor: fillANI(bytes)
        case .iconFamily: fillICNS(bytes)
        case .quickTime: fillQTIF(bytes)
        case .portableMap: fillPNM(bytes)
        case .xpm: fillXPM(bytes)
        case .targa: fillTGA(bytes)
        case .svg, .photoshop, .openEXR, .qoi, .cameraRaw, nil: break
        }
    }

    private mutating func readOrientation(_ bytes: ByteView) {
        orientation = EmbeddedMetadata(in: bytes, count: bytes.count, format: format).orientation(in: bytes)
    }

    private static func format(of bytes: ByteView) -> Format? {
        // Before all others, because text may contain their marks after its first bytes: wherever gdk-pixbuf chooses
        // its SVG loader, the file is taken for an SVG here too.
        if bytes.isMarkup, bytes.contains("<svg", within: 4096) || bytes.contains("<!doctype svg", within: 4096) {
            return .svg
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: "GIF8") { return .gif }
        if bytes.starts(with: "RIFF"), bytes.has("WEBP", at: 8) { return .webp }
        if RawContainer.hasMark(bytes) { return .cameraRaw }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return RawContainer(bytes, count: bytes.count).holdsSensorData ? .cameraRaw : .tiff
        }
        if bytes.isBigTIFF { return .tiff }
        if bytes.starts(with: "BM"), bytes.count > 26 { return .bmp }
        if bytes.has("ftyp", at: 4) {
            if bytes.has("avif", at: 8) || bytes.has("avis", at: 8) { return .avif }
            if ["heic", "heix", "mif1", "msf1", "hevc"].contains(where: { bytes.has($0, at: 8) }) { return .heif }
        }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.has("JXL ", at: 4) { return .jpegXL }
        if bytes.starts(with: "8BPS") { return .photoshop }
        if bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return .openEXR }
        if bytes.starts(with: "qoif") { return .qoi }
        if bytes.starts(with: "RIFF"), bytes.has("ACON", at: 8) { return .animatedCursor }
        if bytes.starts(with: "icns") { return .iconFamily }
        if bytes.has("idsc", at: 4) || bytes.has("idat", at: 4) { return .quickTime }
        if bytes.starts(with: "P"), let kind = bytes[1], let blank = bytes[2], (0x31...0x36).contains(kind),
            blank == 32 || (9...13).contains(blank)
        {
            return .portableMap
        }
        if bytes.starts(with: "/* XPM */") { return .xpm }
        return bytes.contains("<svg", within: 4096) ? .svg : nil
    }

    static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: width, height: height)
    }

    private mutating func fillPNG(_ bytes: ByteView) {
        size = Self.size(bytes.big32(16), bytes.big32(20))
        var (offset, left, colours) = (8, [Range<Int>](), PNGColours())
        defer {
            profile = colours.profile
            takesLoadersProfile = !colours.overrulesProfile
        }
        while let length = bytes.big32(offset) {
            let end = offset + 12 + length
            // From the first image data on, the rows that are there can be shown. What is behind says nothing of
            // colours.
            if bytes.has("IDAT", at: offset + 4) { readableEnd = bytes.count }
            if readableEnd == nil { colours.note(bytes, type: offset + 4, content: offset + 8..<offset + 8 + length) }
            if Self.unwantedChunks.contains(where: { bytes.has($0, at: offset + 4) })
                || (bytes.has("iCCP", at: offset + 4) && length > PictureLimits.largestProfile)
            {
                left.append(offset..<end)
            }
            if bytes.has("IEND", at: offset + 4) {
                if !left.isEmpty { feed = LoaderFeed(upTo: bytes.count, without: left) }
                return
            }
            offset = end
        }
        isComplete = false
        if !left.isEmpty { feed = LoaderFeed(upTo: bytes.count, without: left.filter { $0.upperBound <= bytes.count }) }
    }

    /// Text chunks, which the loader unpacks, up to 8 MB each, and copies, and none of which is shown.
    private static let unwantedChunks = ["tEXt", "zTXt", "iTXt"]

    private mutating func fillWebP(_ bytes: ByteView) {
        takesLoadersProfile = false
        // The container pads its content to an even length, and some writers count the padding without writing it.
        if let length = bytes.little32(4) { isComplete = bytes.count + 1 >= length + 8 }
        if bytes.has("VP8X", at: 12), let width = bytes.little24(24), let height = bytes.little24(27) {
            size = PixelSize(width: width + 1, height: height + 1)
            // Neither animation, EXIF nor alpha.
            isReducedByItsLoader = bytes[20].map { $0 & 0b0001_1010 == 0 } ?? false
            isAnimated = bytes[20].map { $0 & 0b10 != 0 } ?? false
            // The profile comes before all image data.
            if bytes.has("ICCP", at: 30), let length = bytes.little32(34), length <= PictureLimits.largestProfile {
                profile = bytes.copy(38..<38 + length)
            }
        } else if bytes.has("VP8L", at: 12), let bits = bytes.little32(21) {
            size = PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
            isReducedByItsLoader = bits >> 28 & 1 == 0
            isLossless = true
        } else if bytes.has("VP8 ", at: 12), let width = bytes.little16(26), let height = bytes.little16(28) {
            size = Self.size(width & 0x3FFF, height & 0x3FFF)
            isReducedByItsLoader = true
        }
        noteWebPParts(bytes)
    }

    /// Notes the rasters in the chunks of an extended file: its frames, and the image of its canvas.
    private mutating func noteWebPParts(_ bytes: ByteView) {
        guard bytes.has("VP8X", at: 12) else { return }
        var offset = 12
        while let length = bytes.little32(offset + 4) {
            let content = offset + 8
            if bytes.has("ANMF", at: offset), let width = bytes.little24(content + 6),
                let height = bytes.little24(content + 9)
            {
                note(part: PixelSize(width: width + 1, height: height + 1))
            } else if bytes.has("VP8 ", at: offset), let width = bytes.little16(content + 6),
                let height = bytes.little16(content + 8)
            {
                note(part: PixelSize(width: width & 0x3FFF, height: height & 0x3FFF))
            } else if bytes.has("VP8L", at: offset), let bits = bytes.little32(content + 1) {
                note(part: PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1))
                isLossless = true
            }
            offset = content + length + length % 2
        }
    }

    /// Describes bytes that are not an image, in words for the user.
    package static func description(ofNoPicture bytes: ByteView) -> Message {
        if bytes.starts(with: "%PDF") { return Message("a PDF document") }
        if bytes.starts(with: "PK\u{3}\u{4}") { return Message("a ZIP archive") }
        if bytes.starts(with: [0x1F, 0x8B]) { return Message("compressed data") }
        if bytes.has("ftyp", at: 4) || bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return Message("a video") }
        if bytes.contains("<html", within: 1024) || bytes.contains("<!doctype html", within: 1024) {
            return Message("a web page")
        }
        return bytes.isText(within: 1024) ? Message("text") : Message("unknown data")
    }
}
