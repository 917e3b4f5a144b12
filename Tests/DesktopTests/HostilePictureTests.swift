// Files of some kilobytes that asked for gigabytes: each is refused by its header, in a process of its own whose peak
// memory is measured.
import Fixtures
import Foundation
import ImagePipeline
import PhotoFormats
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct HostilePictureTests {
    /// What `tessera-lab decode --json` says of one file.
    private struct Line: Decodable {
        let path: String
        let ok: Bool
        let peakBytes: Int?
        let error: String?
    }

    /// Decodes files in a process that may not have more than 3 GB of addresses, and gives a line for each by its name.
    private func decoded(_ files: [String: [UInt8]]) throws -> [String: Line] {
        let folder = ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        for (name, bytes) in files { folder.write(name, bytes) }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            ["-c", "ulimit -v 3000000; exec \"$0\" \"$@\"", try LabBinary.path(), "decode", "--json"]
            + files.keys.map { "\(folder.path)/\($0)" }
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        let lines = try output.split(separator: 0x0A).map { try JSONDecoder().decode(Line.self, from: $0) }
        return Dictionary(lines.map { (URL(fileURLWithPath: $0.path).lastPathComponent, $0) }) { first, _ in first }
    }

    /// Expects that every file is refused, and how much memory that took at most.
    private func expectRefused(_ files: [String: [UInt8]], within limit: Int = 8 << 20) throws {
        let lines = try decoded(files)
        #expect(lines.count == files.count)
        for (name, line) in lines {
            #expect(!line.ok, "\(name) was decoded")
            #expect(
                (line.peakBytes ?? .max) < limit, "\(name) took \((line.peakBytes ?? 0) >> 20) MB: \(line.error ?? "")")
        }
    }

    @Test func animationsAreHeldToTheirScreenAndParts() throws {
        try expectRefused([
            "screen.gif": HostilePictures.gif(screen: (58_739, 25_907), parts: [(2, 2)]),
            "part.gif": HostilePictures.gif(screen: (2, 2), parts: [(58_739, 25_907)]),
            "none.gif": HostilePictures.gif(screen: (0, 0), parts: [(58_739, 25_907)]),
        ])
    }

    @Test func aLongSideIsNoPhoto() throws {
        try expectRefused([
            "tall.bmp": HostilePictures.bmp(1, 99_000_000), "wide.bmp": HostilePictures.bmp(99_000_000, 1),
            "tall.pnm": HostilePictures.text("P3\n# a comment\n1 99000000\n255\n1 2 3\n"),
            "tall.png": HostilePictures.png(1, 99_000_000, rows: 1),
        ])
    }

    @Test func theStripsAndTilesOfATIFFAreLimited() throws {
        let packed = HostilePictures.deflatedZeros(1 << 20)
        try expectRefused([
            "samples.tiff": HostilePictures.tiff(
                [256: 9000, 257: 9000, 258: 8, 262: 1, 277: 60, 278: 9000], packed: packed, isTiled: false),
            "tile.tiff": HostilePictures.tiff(
                [256: 64, 257: 64, 258: 8, 262: 1, 277: 1, 322: 32_000, 323: 32_000], packed: packed, isTiled: true),
            "strips.tiff": HostilePictures.tiff(
                [256: 1, 257: 65_535, 258: 8, 262: 1, 277: 60_000, 278: 1, 284: 2], packed: packed, isTiled: false),
        ])
    }

    @Test func aPictureInAnotherFileIsJudgedAsIfItWereAlone() throws {
        let bomb = HostilePictures.png(25_000, 25_000, rows: 300)
        try expectRefused([
            "bomb.qtif": HostilePictures.quickTime(bomb), "bomb.icns": HostilePictures.iconFamily(bomb),
            "twice.qtif": HostilePictures.quickTime(HostilePictures.quickTime(HostilePictures.quickTime(bomb))),
            "bomb.ico": HostilePictures.icon(12_000, 12_000),
            "bomb.ani": HostilePictures.animatedCursor(HostilePictures.icon(12_000, 12_000)),
        ])
    }

    @Test func aHEIFIsHeldToAllThatItIsMadeOf() throws {
        try expectRefused([
            "grid.avif": HostilePictures.grid(rows: 256, columns: 250, size: (16_000, 16_384)),
            "canvas.avif": HostilePictures.grid(rows: 1, columns: 1, size: (20_000, 20_000)),
            "overlay.avif": HostilePictures.overlay(parts: 1, size: (20_000, 20_000)),
            "parts.avif": HostilePictures.overlay(parts: 20_000, size: (9000, 9000)),
            "tile.avif": HostilePictures.grid(rows: 1, columns: 1, size: (64, 64), tile: (20_000, 20_000)),
        ])
    }

    @Test func anOrdinaryGridIsShown() async throws {
        let decoder = PixbufDecoder(width: 1)
        let pixels = try await decoder.pixels(
            HostilePictures.grid(rows: 2, columns: 3, size: (192, 128), items: 6), 50, 50)
        #expect(pixels.size == PixelSize(square: 50))
        #expect(pixels.colour(25, 25).isNear(Colour(r: 200, g: 30, b: 40)))
    }

    @Test func textsOfAPNGAreNotUnpacked() throws {
        let text = HostilePictures.deflatedZeros(7_900_000)
        var texts: [UInt8] = []
        for number in 0..<200 {
            texts +=
                number % 2 == 0
                ? HostilePictures.pngChunk("zTXt", HostilePictures.text("k\(number)") + [0, 0] + text)
                : HostilePictures.pngChunk("iTXt", HostilePictures.text("k\(number)") + [0, 1, 0, 0, 0] + text)
        }
        let lines = try decoded([
            "before.png": HostilePictures.png(10, 10, rows: 10, before: texts),
            "behind.png": HostilePictures.png(10, 10, rows: 10, behind: texts),
        ])
        #expect(lines.count == 2)
        for line in lines.values {
            #expect(line.ok)
            #expect((line.peakBytes ?? .max) < 8 << 20, "\(line.path)")
        }
    }

    @Test func onlyTheFirstPictureOfAnAnimationIsReadForATile() throws {
        let parts = [(2, 2)] + [(Int, Int)](repeating: (2000, 2000), count: 100_000)
        let lines = try decoded(["frames.gif": HostilePictures.gif(screen: (2, 2), parts: parts)])
        let line = try #require(lines.values.first)
        #expect(line.ok)
        #expect((line.peakBytes ?? .max) < 8 << 20)
    }

    @Test func moreFramesThanAnybodyWaitsForDoNotPlay() {
        func frames(_ count: Int) -> Int? {
            let file = HostilePictures.gif(screen: (2, 2), parts: [(Int, Int)](repeating: (2, 2), count: count))
            return file.withUnsafeBytes { AnimationScan(ByteView($0))?.durations.count }
        }
        #expect(frames(10_000) == 10_000)
        #expect(frames(10_001) == nil)
    }

    @Test func aWrappedPictureIsShown() async {
        let decoder = PixbufDecoder(width: 1)
        let png = Painting.quarters(128, 128).encoded("png")
        #expect(await decoder.reason(HostilePictures.quickTime(png)) == nil)
        #expect(await decoder.reason(HostilePictures.iconFamily(png)) == nil)
    }

    @Test func aFileOfOneFormatNeverReachesTheLoaderOfAnother() async {
        // Its size is in no place that the loader's limits are checked with.
        let bigTIFF = HostilePictures.text("II") + [43, 0, 8, 0, 0, 0] + [UInt8](repeating: 1, count: 400)
        let decoder = PixbufDecoder(width: 1)
        #expect(await decoder.reason(bigTIFF) == .unsupportedKind(Message("BigTIFF")))
    }
}
