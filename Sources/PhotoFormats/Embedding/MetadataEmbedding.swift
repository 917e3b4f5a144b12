// The writing of metadata into a file of any format: what it holds, what is put in place of that, and what stays.
package import Photos

/// A file in whose metadata something is to be stated.
package struct MetadataEmbedding<Bytes: ByteAccess> {
    private let file: Bytes
    private let container: any EmbeddingContainer
    /// The XMP packet, without the zeros and blanks behind it; nil where there is none.
    package let packet: [UInt8]?

    /// Longest packet that is changed, and most bytes that are changed in one file: they are remembered for undo.
    private static var longest: Int { 1 << 20 }
    private static var most: Int { 4 << 20 }

    /// - Throws: for a file that cannot be written.
    package init(_ file: Bytes) throws(EmbeddingFailure) {
        let format = try Self.format(of: file)
        self.file = file
        switch format {
        case .jpeg: container = JPEGEmbedding(file: file, parts: try .jpeg(file))
        case .png: container = PNGEmbedding(file: file, parts: try .png(file))
        case .webp: container = WebPEmbedding(file: file, parts: try .webP(file))
        case .tiff: container = TIFFEmbedding(file: file)
        default: container = try HEIFEmbedding(file)
        }
        let found = EmbeddedMetadata(in: file, count: file.count, format: format)
        var bytes = found.texts.xmp
        if let place = found.xmp {
            guard place.count <= Self.longest else { throw .noRoom }
            guard let written = file.bytes(place.lowerBound, count: place.count) else { throw .damaged }
            bytes = written
        }
        while let last = bytes?.last, [0, 9, 10, 13, 32].contains(last) { bytes?.removeLast() }
        packet = bytes
    }

    private static func format(of file: Bytes) throws(EmbeddingFailure) -> PictureHeader.Format {
        let head = file.bytes(0, count: min(file.count, 16 << 10)) ?? []
        let format = head.withUnsafeBytes { PictureHeader(scanning: ByteView($0)).format }
        switch format {
        case .tiff where RawContainer(file, count: file.count).holdsSensorData: throw .format
        case let format? where [.jpeg, .png, .webp, .tiff, .heif, .avif].contains(format): return format
        default: throw .format
        }
    }

    /// Returns the changes of the file, in ascending order; none where it states all of that already.
    /// - Parameters:
    ///   - packet: The XMP packet; nil to leave that.
    ///   - digest: Returns the checksum by which Photoshop knows an IPTC record.
    package func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        let all = try container.splices(packet, statement, digest: digest)
            .filter { file.bytes($0.range.lowerBound, count: $0.range.count) != $0.bytes }
        // What comes to the same place keeps its order, in front of what is replaced there.
        let sorted = all.enumerated().sorted { one, other in
            let (a, b) = (one.element.range, other.element.range)
            return (a.lowerBound, a.upperBound, one.offset) < (b.lowerBound, b.upperBound, other.offset)
        }.map(\.element)
        guard Self.areWhole(sorted, count: file.count) else { throw .damaged }
        return sorted
    }

    private static func areWhole(_ splices: [FileSplice], count: Int) -> Bool {
        FileSplice.areInOrder(splices, count: count)
            && splices.reduce(0) { $0 + $1.range.count + $1.bytes.count } <= most
    }

    /// The ranges of a file that are to hold the same bytes after the writing: what makes the picture, and in most
    /// formats all but the metadata that are written. In their order.
    package static func pictures(of file: Bytes) throws(EmbeddingFailure) -> [Range<Int>] {
        switch try format(of: file) {
        case .jpeg: return try ContainerParts.jpeg(file).picture
        case .png: return try ContainerParts.png(file).picture
        case .webp: return try ContainerParts.webP(file).picture
        case .tiff: return try TIFFPictures(file).ranges
        default:
            guard let items = HEIFItems(file, count: file.count) else { throw .damaged }
            return items.items.sorted { $0.key < $1.key }
                .filter { $0.value.kind != "Exif" && $0.value.kind != "mime" }.flatMap(\.value.extents)
        }
    }
}

extension FileSplice {
    /// Whether changes of a file of so many bytes are in ascending order, none over another.
    package static func areInOrder(_ splices: [FileSplice], count: Int) -> Bool {
        var end = 0
        for splice in splices {
            guard splice.range.lowerBound >= end, splice.range.upperBound <= count else { return false }
            end = splice.range.upperBound
        }
        return true
    }
}

/// Where a TIFF has the data of its pictures: strips, tiles, and a JPEG in one piece.
struct TIFFPictures {
    private(set) var ranges: [Range<Int>] = []

    private static let tags = [(273, 279), (324, 325), (513, 514)]
    private static let subdirectories = 330
    private static let mostDirectories = 1024, mostRanges = 1 << 20

    init<Bytes: ByteAccess>(_ file: Bytes) throws(EmbeddingFailure) {
        var waiting = [TIFFDirectory(file, at: 0)].compactMap(\.self), seen = Set<Int>()
        while let directory = waiting.popLast() {
            guard seen.insert(directory.offset).inserted else { continue }
            guard seen.count <= Self.mostDirectories else { throw .damaged }
            for (places, lengths) in Self.tags {
                let starts = directory.numbers(of: places), lengths = directory.numbers(of: lengths)
                guard ranges.count + starts.count <= Self.mostRanges else { throw .damaged }
                ranges += zip(starts, lengths).map { min($0, file.count)..<min($0 + $1, file.count) }
            }
            if let next = directory.next { waiting.append(next) }
            waiting += directory.directories(of: Self.subdirectories, most: Self.mostDirectories)
        }
    }
}
