// Where an image file keeps EXIF and XMP, for each container format.
// Sources: the WebP container specification; TIFF 6.0; XMP part 3, 1.1; ISO/IEC 18181-2, 9.
package import Photos

/// The places of the metadata in a file, found without reading what lies between them.
///
/// Every walk from chunk to chunk is counted, because hostile files have millions of them without content.
package struct EmbeddedMetadata {
    /// From the TIFF header to the end of its container, which may lie past the end of the file.
    package var exif: Range<Int>?
    /// The camera's own tags and the position, each in a TIFF of its own beside the main one: in CR3.
    package var own: Range<Int>?
    package var place: Range<Int>?
    /// The XMP packet.
    package var xmp: Range<Int>?
    /// IPTC's record.
    package var iptc: Range<Int>?
    /// What a PNG has in text chunks.
    package var texts = PNGTexts()
    /// Pixels as stored, where the container says it in a place that is passed on the way.
    package var size: PixelSize?
    /// How the picture lies by the container's own word, which is not EXIF's, as EXIF counts; nil where it says
    /// nothing.
    package var orientation: Int?

    /// Most chunks read in one file.
    static let mostChunks = 4096

    /// Nothing was found, as in a format that has no metadata.
    package init() {}

    /// - Parameter count: Length of the file.
    package init(in file: some ByteAccess, count: Int, format: PictureHeader.Format?) {
        switch format {
        case .jpeg: findInJPEG(file)
        case .png: findInPNG(file, count)
        case .webp: findInWebP(file)
        case .tiff: findInTIFF(file, count)
        case .heif, .avif: findInHEIF(file, count)
        case .jpegXL: findInJPEGXL(file, count)
        case .cameraRaw: findInRaw(file, count)
        case .gif: findInGIF(file, count)
        default: break
        }
    }

    private mutating func findInRaw<Bytes: ByteAccess>(_ file: Bytes, _ count: Int) {
        if let jpeg = RawContainer.fujiJPEG(file, count: count) {
            findInJPEG(file, from: jpeg.lowerBound)
        } else if file.has("ftypcrx ", at: 4) {
            findInCR3(file, count)
        } else {
            findInTIFF(file, count)
            size = RawContainer(file, count: count).size
        }
    }

    /// Finds Canon's directories, each in a box of its own. Source: the layout that exiftool documents.
    private mutating func findInCR3(_ file: some ByteAccess, _ count: Int) {
        guard let movie = ISOBox.find("moov", in: file, from: 0, to: count),
            let canon = ISOBox.find("uuid", in: file, from: movie.start, to: movie.end)
        else { return }
        func box(_ name: String) -> Range<Int>? {
            ISOBox.find(name, in: file, from: canon.start + 16, to: canon.end).map { $0.start..<$0.end }
        }
        guard let main = box("CMT1") else { return }
        exif = main.lowerBound..<canon.end
        (own, place) = (box("CMT2"), box("CMT4"))
    }

    private mutating func findInWebP(_ file: some ByteAccess) {
        var offset = 12
        for _ in 0..<Self.mostChunks where exif == nil || xmp == nil {
            guard let length = file.little32(offset + 4) else { return }
            if exif == nil, file.has("EXIF", at: offset) {
                // Some writers put JPEG's own mark in front.
                let start = offset + (file.has("Exif\0\0", at: offset + 8) ? 14 : 8)
                exif = start..<max(start, offset + 8 + length)
            } else if xmp == nil, file.has("XMP ", at: offset) {
                xmp = offset + 8..<offset + 8 + length
            }
            offset += 8 + length + length % 2
        }
    }

    /// Finds XMP's extension in front of the first picture, where writers put it. Source: XMP part 3, 1.1.2.
    private mutating func findInGIF(_ file: some ByteAccess, _ count: Int) {
        func byte(_ offset: Int) -> Int? { file.number(offset, 1, bigEndian: true) }
        var offset = 13 + ByteView.colourTableLength(byte(10).map { UInt8($0) })
        var blocks = 0
        while byte(offset) == 0x21 {
            let isXMP = byte(offset + 1) == 0xFF && file.has("XMP DataXMP", at: offset + 3)
            let content = offset + 14
            offset += 2
            // A packet is no chain of blocks, but what follows it leads every reader of one to the end.
            while let length = byte(offset) {
                (offset, blocks) = (offset + 1 + length, blocks + 1)
                if length == 0 { break }
                if blocks > Self.mostChunks { return }
            }
            if isXMP, offset <= count, offset - Self.trailer > content {
                xmp = content..<offset - Self.trailer
                return
            }
        }
    }

    /// Bytes behind a packet in a GIF.
    private static let trailer = 258

    private mutating func findInTIFF(_ file: some ByteAccess, _ count: Int) {
        exif = 0..<count
        let main = TIFFDirectory(file, at: 0)
        (xmp, iptc) = (main?.range(of: 0x02BC), main?.range(of: 0x83BB))
    }

    /// Finds the boxes that are not compressed. EXIF's first four bytes give the distance to its header.
    private mutating func findInJPEGXL(_ file: some ByteAccess, _ count: Int) {
        if let found = PictureHeader.jpegXLStream(in: file, count: count) { (size, orientation) = found }
        guard file.has("JXL ", at: 4) else { return }
        if let box = ISOBox.find("Exif", in: file, from: 0, to: count), let skip = file.big32(box.start),
            box.start + 4 + skip < box.end
        {
            exif = box.start + 4 + skip..<box.end
        }
        xmp = ISOBox.find("xml ", in: file, from: 0, to: count).map { $0.start..<$0.end }
    }
}
