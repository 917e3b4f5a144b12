// Targets for what decides how a picture is decoded: headers, scans of its blocks, regions.
import CPixels
import ImagePipeline
import Photos

@testable import Codecs
@testable import PhotoFormats

extension FuzzTarget {
    static let pictures = [
        FuzzTarget(name: "header") { try header($0) },
        FuzzTarget(name: "jpeg") { try jpeg($0) },
        FuzzTarget(name: "region") { try region($0) },
        FuzzTarget(name: "animation") { try animation($0) },
        FuzzTarget(name: "raw") { try raw($0) },
        FuzzTarget(name: "png-text") { pngText($0) },
    ]

    /// Reads a header, and what the loader would be fed with.
    private static func header(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            let header = PictureHeader(scanning: ByteView(bytes))
            let whole = 0..<bytes.count
            try expect((1...8).contains(header.orientation), "orientation \(header.orientation)")
            try expect(header.readableEnd.map { $0 <= bytes.count } ?? true, "an end behind the file")
            try expect(header.scanEnds.allSatisfy { $0 <= bytes.count }, "the end of a scan behind the file")
            try expect(header.scanEnds == header.scanEnds.sorted(), "scans out of order")
            let parts = header.unusedAtOneEighth + [header.wrapped].compactMap(\.self)
            try expect(parts.allSatisfy { whole.clamped(to: $0) == $0 }, "a part behind the file")
            try expect((header.profile?.count ?? 0) <= PictureLimits.largestProfile, "a large profile")
            var fed = 0
            header.feed?.withPieces(of: bytes) { pieces in fed = pieces.reduce(0) { $0 + Int($1.count) } }
            // An end mark or a link is put in where something is left out.
            try expect(fed <= bytes.count + 16, "more is fed than there is")
            if let wrapped = header.wrapped.flatMap({ ByteView(bytes).part($0) }) {
                _ = PictureHeader(scanning: wrapped)
            }
            if let pages = TIFFPages(ByteView(bytes)) {
                try expect((1...TIFFPages.most).contains(pages.count), "\(pages.count) pages")
                let last = PictureHeader(scanning: ByteView(bytes), page: pages.count - 1)
                last.feed?.withPieces(of: bytes) { pieces in fed = pieces.reduce(0) { $0 + Int($1.count) } }
                try expect(fed <= bytes.count + 16, "more is fed of a page than there is")
            }
            _ = PictureHeader.description(ofNoPicture: ByteView(bytes))
        }
    }

    private static func jpeg(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            guard view.starts(with: [0xFF, 0xD8]) else { return }
            for reach in [JPEGScan.Reach.header, .end] {
                let scan = JPEGScan(view, to: reach)
                try expect(scan.scanEnds.count <= JPEGScan.mostScans, "\(scan.scanEnds.count) scans")
                try expect(scan.exif.map { $0.upperBound <= bytes.count } ?? true, "EXIF behind the file")
                _ = (scan.unusedAtOneEighth, scan.displayableEnd(within: bytes.count / 2), scan.colours(of: view))
            }
            if let thumbnail = EmbeddedThumbnail(view) {
                try expect(thumbnail.range.upperBound <= bytes.count, "a thumbnail behind the file")
            }
        }
    }

    /// Most pixels of a picture that is decoded here: a small file may announce any number.
    private static let mostPixels = 4_000_000

    /// Decodes a region that the last bytes choose.
    private static func region(_ bytes: [UInt8]) throws {
        let numbers = Array(bytes.suffix(8)).map(Int.init)
        guard numbers.count == 8 else { return }
        let encoded = EncodedBytes(bytes)
        let header = PictureHeader(encoded)
        guard header.format == .jpeg, let size = header.size, size.area <= mostPixels else { return }
        let upright = size.oriented(by: header.orientation)
        let whole = upright.scaled(by: Double(1 + numbers[0] % 8) / 8)
        let region = PictureRegion(
            of: whole, x: numbers[1] * whole.width / 256, y: numbers[2] * whole.height / 256,
            size: PixelSize(width: 1 + numbers[3] * whole.width / 256, height: 1 + numbers[4] * whole.height / 256))
        var limits = PixbufDecoder.Limits()
        limits.progressiveJPEGPixels = mostPixels
        let job = RegionDecodeJob(
            region, box: PixelSize(square: 1 + numbers[5]),
            resources: DecodeResources(limits: limits, budget: ByteBudget(limit: 64 << 20)))
        guard let pixels = try job.run(encoded) else { return }
        try expect(pixels.size == region.size, "a region of \(pixels.size), not \(region.size)")
    }

    private static func animation(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            guard let scan = AnimationScan(ByteView(bytes)) else { return }
            try expect(scan.end <= bytes.count + 1, "an end behind the file")
            try expect(scan.durations.allSatisfy { $0 > 0 }, "a frame without a duration")
            try expect((2...10_000).contains(scan.durations.count), "\(scan.durations.count) frames")
            try expect(scan.plays.map { $0 > 0 } ?? true, "an animation that is never played")
        }
    }

    private static func raw(_ bytes: [UInt8]) throws {
        let counted = CountedBytes(bytes)
        let container = RawContainer(counted, count: counted.count)
        _ = (container.holdsSensorData, container.size, container.orientation)
        _ = RawContainer.fujiJPEG(counted, count: counted.count)
        try counted.expectFewReads("raw")
        try bytes.withUnsafeBytes { bytes in
            for preview in RawContainer(ByteView(bytes), count: bytes.count).previews {
                try expect(preview.range.upperBound <= bytes.count, "a preview behind the file")
            }
        }
    }

    /// Reads the texts by which a file of the desktop's thumbnail store names its original.
    private static func pngText(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = PNGText.texts(of: $0, withPrefix: "Thumb::", inflate: Inflation.bytes) }
    }
}
