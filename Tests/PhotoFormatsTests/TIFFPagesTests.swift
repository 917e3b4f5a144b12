// The pages of a TIFF are told by some bytes of each directory, whatever its links say.
import Photos
import Testing

@testable import PhotoFormats

@Suite struct TIFFPagesTests {
    /// A TIFF of directories without content, in either order of bytes. Each has a width, the height 7 and the tags
    /// given.
    /// - Parameter links: For some directories the number of the one that follows, in place of the next one.
    private static func tiff(
        _ pages: [[Int: Int]], isBigEndian: Bool = false, links: [Int: Int] = [:]
    ) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? little.reversed() : little
        }
        let directories = pages.map { $0.merging([257: 7]) { given, _ in given } }
        var places: [Int] = []
        var end = 8
        for directory in directories {
            places.append(end)
            end += 2 + 12 * directory.count + 4
        }
        var bytes = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        for (index, directory) in directories.enumerated() {
            bytes += number(directory.count, 2)
            for (tag, value) in directory.sorted(by: { $0.key < $1.key }) {
                bytes += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
            }
            let next = links[index] ?? index + 1
            bytes += number(next < places.count ? places[next] : 0, 4)
        }
        return bytes
    }

    private func widths(_ bytes: [UInt8]) -> [Int]? {
        bytes.withUnsafeBytes { buffer in
            let view = ByteView(buffer)
            return TIFFPages(view).map { pages in
                (0..<pages.count).map { pages.directory(of: $0, in: view)?.value(of: 256) ?? 0 }
            }
        }
    }

    @Test(arguments: [false, true]) func everyPictureIsAPage(isBigEndian: Bool) {
        #expect(widths(Self.tiff([[256: 1]], isBigEndian: isBigEndian)) == [1])
        let three = Self.tiff([[256: 1], [256: 2, 254: 2], [256: 3, 255: 3]], isBigEndian: isBigEndian)
        #expect(widths(three) == [1, 2, 3])
    }

    @Test func smallerCopiesAndMasksAreNone() {
        let pages: [[Int: Int]] = [
            [256: 1], [256: 2, 254: 1], [256: 3, 254: 4], [256: 4, 255: 2], [256: 5, 254: 3], [256: 6], [257: 9],
            [256: 0],
        ]
        #expect(widths(Self.tiff(pages)) == [1, 6])
        // What every program shows is the first page, whatever is said of it.
        #expect(widths(Self.tiff([[256: 1, 254: 1], [256: 2]])) == [1, 2])
    }

    @Test func aCircleOfLinksEnds() {
        #expect(widths(Self.tiff([[256: 1]], links: [0: 0])) == [1])
        #expect(widths(Self.tiff([[256: 1], [256: 2], [256: 3]], links: [2: 1])) == [1, 2, 3])
        #expect(widths(Self.tiff([[256: 1, 254: 1], [256: 2, 254: 1]], links: [1: 0])) == [1])
    }

    @Test func noMorePagesAreReadThanAThousand() {
        #expect(widths(Self.tiff(Array(repeating: [256: 1], count: 10_000)))?.count == TIFFPages.most)
        #expect(widths(Self.tiff(Array(repeating: [256: 1, 254: 1], count: 10_000)))?.count == 1)
    }

    @Test func whatIsCutOffEndsTheRow() {
        let three = Self.tiff([[256: 1], [256: 2], [256: 3]])
        for length in 0..<three.count {
            let found = widths(Array(three.prefix(length)))
            #expect(found.map { $0.count <= 3 } ?? (length < 10))
        }
        #expect(widths([]) == nil && widths(Array("II*\0\0".utf8)) == nil)
    }

    /// What a loader sees of a file: a directory of its own, and no other.
    @Test(arguments: [false, true]) func theLoaderIsShownOnePageAlone(isBigEndian: Bool) {
        let bytes = Self.tiff([[256: 4], [256: 5], [256: 6, 254: 1], [256: 7]], isBigEndian: isBigEndian)
        for (page, width) in [(0, 4), (1, 5), (2, 7), (3, 7), (.max, 7)] {
            bytes.withUnsafeBytes { buffer in
                let header = PictureHeader(scanning: ByteView(buffer), page: page)
                #expect(header.size == PixelSize(width: width, height: 7) && header.pages == 3)
                let feed = header.feed ?? LoaderFeed(upTo: bytes.count, without: [])
                var fed: [UInt8] = []
                for piece in feed.pieces {
                    fed += piece.source == .file ? bytes[piece.range] : feed.insertions[piece.range]
                }
                #expect(fed.count == bytes.count && widths(fed) == [width])
            }
        }
    }
}
