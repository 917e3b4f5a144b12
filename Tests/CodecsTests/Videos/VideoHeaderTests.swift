// The facts of videos: right in every container, and nothing but sense from broken ones.
import Fixtures
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct VideoHeaderTests {
    private let scratch = ScratchFolder()

    private func header(_ bytes: [UInt8]) -> VideoHeader {
        bytes.withUnsafeBytes { VideoHeader(in: ByteView($0), count: $0.count) }
    }

    @Test(arguments: [false, true])
    func anMP4TellsItsLengthSizeAndTime(isLong: Bool) {
        var movie = VideoFileWriter.Movie(created: 2_082_844_800 + 1_686_767_400, isLong: isLong)
        var found = header(movie.bytes)
        #expect(found.format == .mp4)
        #expect(found.duration == 62.5)
        #expect(found.size == PixelSize(width: 1920, height: 1080))
        #expect(found.recorded == 1_686_767_400)
        movie.isTurned = true
        movie.brand = "qt  "
        found = header(movie.bytes)
        #expect(found.format == .quickTime)
        #expect(found.size == PixelSize(width: 1080, height: 1920))
    }

    @Test func aLengthThatIsNotKnownOrMakesNoSenseIsLeftOut() {
        #expect(header(VideoFileWriter.Movie(ticks: 0xFFFF_FFFF).bytes).duration == nil)
        #expect(header(VideoFileWriter.Movie(ticks: -1, isLong: true).bytes).duration == nil)
        #expect(header(VideoFileWriter.Movie(scale: 0).bytes).duration == nil)
        #expect(header(VideoFileWriter.Movie(scale: 1, ticks: 0xFFFF_FFFE).bytes).duration == nil)
        #expect(header(VideoFileWriter.Movie(ticks: 0, fragments: 3_000).bytes).duration == 3)
        #expect(header(VideoFileWriter.matroska(ticks: .nan)).duration == nil)
        #expect(header(VideoFileWriter.matroska(ticks: -5)).duration == nil)
        #expect(header(VideoFileWriter.matroska(ticks: .infinity)).duration == nil)
        #expect(header(VideoFileWriter.avi(frames: 0)).duration == nil)
    }

    /// Clocks that were never set, and those of cameras that count from 1970.
    @Test func timesOfCreationAreUnderstood() {
        func recorded(_ created: Int) -> Int? { header(VideoFileWriter.Movie(created: created).bytes).recorded }
        #expect(recorded(0) == nil)
        #expect(recorded(100) == nil)
        #expect(recorded(2_082_844_800) == nil)
        #expect(recorded(1_686_767_400) == 1_686_767_400)
        #expect(recorded(2_082_844_800 + 1_000_000_000) == 1_000_000_000)
    }

    @Test func aMatroskaTellsItsLengthSizeAndTime() {
        let found = header(VideoFileWriter.matroska(date: 700_000_000 * 1_000_000_000))
        #expect(found.format == .webM)
        #expect(found.duration == 12.34)
        #expect(found.size == PixelSize(width: 640, height: 480))
        #expect(found.recorded == 978_307_200 + 700_000_000)
        let other = header(VideoFileWriter.matroska("matroska", scale: 100_000, isFloat: true, isLive: true))
        #expect(other.format == .matroska)
        #expect(other.duration == 1.234)
        #expect(other.size == PixelSize(width: 640, height: 480))
    }

    @Test func anAVITellsItsLengthAndSize() {
        let found = header(VideoFileWriter.avi())
        #expect(found.format == .avi)
        #expect(found.duration == 10)
        #expect(found.size == PixelSize(width: 320, height: 240))
        #expect(header(VideoFileWriter.avi(allFrames: 1_000)).duration == 40)
    }

    @Test func otherContainersAreNamedAndNothingElseIs() {
        #expect(header(Array("OggS".utf8)).format == .ogg)
        #expect(header([0, 0, 1, 0xBA, 0x44]).format == .mpeg)
        #expect(header([0x30, 0x26, 0xB2, 0x75]).format == .asf)
        var packets = [UInt8](repeating: 0, count: 600)
        for start in [0, 188, 376] { packets[start] = 0x47 }
        #expect(header(packets).format == .transport)
        #expect(header([]) == header([1, 2, 3]))
        #expect(header(Array("no video at all".utf8)).format == nil)
    }

    /// The values of each byte that are at the borders of what a parser distinguishes.
    @Test(arguments: [
        VideoFileWriter.Movie(fragments: 9).bytes, VideoFileWriter.Movie(isLong: true).bytes,
        VideoFileWriter.matroska(date: 1), VideoFileWriter.matroska("matroska", scale: 7, isLive: true),
        VideoFileWriter.avi(allFrames: 9),
    ])
    func noByteIsTrusted(whole: [UInt8]) {
        var bytes = whole
        for position in bytes.indices {
            let right = bytes[position]
            for value: UInt8 in [0, 1, 2, 0x40, 0x7F, 0x80, 0xFE, 0xFF] {
                bytes[position] = value
                check(header(bytes))
            }
            bytes[position] = right
        }
        for count in whole.indices { check(header(Array(whole.prefix(count)))) }
    }

    private func check(_ header: VideoHeader) {
        if let duration = header.duration { #expect(duration > 0 && duration < 367 * 86_400) }
        if let size = header.size { #expect(size.width > 0 && size.height > 0 && size.longerSide <= 65_535) }
    }

    @Test func aVideosFactsAreReadFromItsFile() throws {
        let movie = VideoFileWriter.Movie(created: 2_082_844_800 + 1_686_767_400, mediaLength: 300_000).bytes
        let path = scratch.write("clip.MP4", movie)
        let facts = try #require(FileFactsReader.read(path))
        #expect(facts.format == "MP4 video")
        #expect(facts.seconds == 63)
        #expect(facts.size == PixelSize(width: 1920, height: 1080))
        #expect(facts.taken?.origin == .metadata)
        #expect(facts.taken?.time.year == 2023 && facts.taken?.time.month == 6)
        #expect(facts.stamp != nil)
        // The pictures are not read.
        let window = try #require(FileWindow(path: path))
        _ = FileFactsReader.read(window, name: path)
        #expect(window.bytesRead < 64 << 10)
    }

    @Test func withoutATimeOfItsOwnAVideoHasThatOfItsName() throws {
        let facts = try #require(
            FileFactsReader.read(scratch.write("VID_20230614_183000.webm", VideoFileWriter.matroska())))
        #expect(facts.taken?.origin == .fileName)
        #expect(facts.taken?.time.hour == 18)
        let empty = try #require(FileFactsReader.read(scratch.write("a.mov", [])))
        #expect(empty.seconds == nil && empty.format == nil && empty.taken?.origin == .modification)
    }
}
