// What files say about themselves: in every container, in both byte orders, and nothing but sense from broken ones.
import Fixtures
import Glibc
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct FileFactsTests {
    private let scratch = ScratchFolder()

    private func facts(_ bytes: [UInt8]) throws -> FileFacts {
        try #require(FileFactsReader.read(scratch.write("picture", bytes)))
    }

    /// What the reader makes of bytes in memory, where thousands of files would take long.
    private static func camera(in bytes: [UInt8]) -> CameraData {
        bytes.withUnsafeBytes { bytes in
            let bytes = ByteView(bytes)
            let found = EmbeddedMetadata(in: bytes, count: bytes.count, format: PictureHeader(scanning: bytes).format)
            return found.exif.flatMap { TIFFDirectory(bytes, at: $0.lowerBound) }.map { CameraData($0) } ?? CameraData()
        }
    }

    /// - Parameter orientation: EXIF's, or that of the container where that counts.
    private static func expectUsual(_ camera: CameraData, orientation: Int = 6) throws {
        #expect(camera.make == "Canon")
        #expect(camera.model == "Canon EOS R5")
        #expect(camera.lens == "RF35mm F1.8")
        #expect(camera.software == "Hand 1.0")
        #expect(camera.orientation == orientation)
        #expect(camera.exposureTime == 1.0 / 250)
        #expect(camera.fNumber == 2.8)
        #expect(camera.sensitivity == 400)
        #expect(camera.focalLength == 35)
        #expect(camera.filmFocalLength == 52)
        let position = try #require(camera.position)
        #expect(abs(position.latitude + 33.8688) < 1e-6)
        #expect(abs(position.longitude - 151.2) < 1e-6)
        #expect(position.altitude == -3.5)
    }

    @Test(arguments: [false, true])
    func everyContainerAndByteOrderGivesTheSameNotes(bigEndian: Bool) throws {
        var notes = CameraNotes.usual
        notes.bigEndian = bigEndian
        for bytes in [notes.jpeg, notes.png, notes.webp(marked: false), notes.webp(marked: true), notes.tiff] {
            try Self.expectUsual(facts(bytes).camera)
        }
        try Self.expectUsual(facts(notes.heif).camera, orientation: 1)
    }

    @Test func theStateOfTheFileIsToldUnlessItChangesWhileItIsRead() throws {
        let path = scratch.write("picture", CameraNotes.usual.jpeg)
        var status = stat()
        try #require(stat(path, &status) == 0)
        let stamp = FileStamp(status)
        #expect(stamp.byteCount == CameraNotes.usual.jpeg.count && stamp.inode == status.st_ino)
        #expect(FileFactsReader.read(path)?.stamp == stamp)
        let window = try #require(FileWindow(path: path))
        #expect(window.stamp == stamp)
        try #require(truncate(path, 7) == 0)
        #expect(window.stamp == nil)
    }

    @Test func aTimeBeyondTheRangeOfNanosecondsBecomesTheNearestOne() {
        var status = stat()
        status.st_mtim.tv_sec = .max
        #expect(FileStamp(status).modified == .max)
        status.st_mtim.tv_sec = .min
        #expect(FileStamp(status).modified == .min)
        status.st_mtim = timespec(tv_sec: -2, tv_nsec: 5)
        #expect(FileStamp(status).modified == -1_999_999_995)
    }

    @Test func formatBytesAndSizeAsShownAreTold() throws {
        let notes = CameraNotes.usual
        let jpeg = try facts(notes.jpeg)
        #expect(jpeg.format == "JPEG")
        #expect(jpeg.byteCount == notes.jpeg.count)
        // The camera was held upright: orientation 6.
        #expect(jpeg.size == PixelSize(width: 300, height: 400))
        #expect(try facts(notes.png).size == PixelSize(width: 300, height: 400))
        #expect(try facts(notes.heif).format == "HEIF")
        #expect(jpeg.changed != nil)
    }

    @Test func starsInEXIFCountWhereXMPSaysNothing() throws {
        func stars(_ tags: [(tag: Int, value: CameraNotes.Value)], xmp: String = "") throws -> Int? {
            var notes = CameraNotes.usual
            notes.main += tags
            notes.xmp = Array(xmp.utf8)
            let found = try [notes.jpeg, notes.png, notes.heif, notes.tiff].map { try facts($0).marks.stars }
            #expect(Set(found).count == 1, "\(found)")
            return found[0]
        }
        #expect(try stars([(0x4746, .short(4))]) == 4)
        #expect(
            try stars([(0x4749, .short(75))]) == 4 && stars([(0x4749, .short(1))]) == 1
                && stars([(0x4749, .short(99))]) == 5)
        #expect(try stars([(0x4746, .short(2)), (0x4749, .short(99))]) == 2)
        #expect(try stars([(0x4746, .short(9))]) == 0 && stars([(0x4749, .short(1000))]) == 0)
        let xmp = "<rdf:Description xmp:Rating=\"3\"/>"
        #expect(try stars([(0x4746, .short(5))], xmp: xmp) == 3)
        #expect(try stars([], xmp: "<rdf:Description MicrosoftPhoto:Rating=\"50\"/>") == 3)
    }

    @Test func aTIFFWhoseDirectoryLiesBehindItsPictureIsRead() throws {
        var notes = CameraNotes.usual
        notes.main = [(0x0100, .long(400)), (0x0101, .short(300))] + notes.main
        notes.gap = 400_000
        let facts = try facts(notes.tiff)
        try Self.expectUsual(facts.camera)
        #expect(facts.size == PixelSize(width: 300, height: 400))
    }

    @Test func whatMakesNoSenseIsLeftOut() throws {
        var notes = CameraNotes()
        notes.main = [
            (0x010F, .text("  ")), (0x0110, .text("\u{1}\u{7F}A\n b ")), (0x0112, .short(9)),
            (0x0132, .text("2026:13:40 99:00:00")),
        ]
        notes.own = [
            (0x829A, .fractions([(1, 0)])), (0x829D, .fractions([(0, 10)])), (0x8827, .short(0)),
            (0x9003, .text("0000:00:00 00:00:00")), (0x920A, .short(35)),
            (0xA434, .raw(type: 2, count: 4, bytes: [0, 65, 0, 0])),
        ]
        notes.place = [
            (1, .text("N")), (2, .fractions([(91, 1), (0, 1), (0, 1)])), (3, .text("E")),
            (4, .fractions([(0, 1), (0, 1), (0, 1)])),
        ]
        var expected = CameraData()
        expected.model = "A b"
        #expect(try facts(notes.jpeg).camera == expected)
    }

    @Test func textThatIsNotUTF8IsLatin1() throws {
        var notes = CameraNotes()
        notes.main = [(0x0131, .raw(type: 2, count: 6, bytes: [0x46, 0xFC, 0x72, 0x20, 0x31, 0]))]
        #expect(try facts(notes.jpeg).camera.software == "Für 1")
    }

    @Test func aHugeCountIsReadNoFurtherThanTheFile() throws {
        var notes = CameraNotes()
        notes.main = [(0x0131, .raw(type: 2, count: 0xFFFF_FFFF, bytes: Array("Hand 1.0\0 ".utf8)))]
        notes.own = [(0x829A, .raw(type: 5, count: 0xFFFF_FFFF, bytes: [1, 0, 0, 0, 250, 0, 0, 0]))]
        // 256 bytes are not there, so there is no text; the fraction is.
        let camera = try facts(notes.jpeg).camera
        #expect(camera.software == nil)
        #expect(camera.exposureTime == 1.0 / 250)
    }

    @Test func directoriesInARingEnd() throws {
        var notes = CameraNotes.usual
        // Its own directory is the main one.
        notes.own = []
        notes.main.append((0x8769, .long(8)))
        #expect(try facts(notes.jpeg).camera.make == "Canon")
        // The main directory points to itself in place of its own.
        var ring = CameraNotes.usual.tiff
        let entry = try #require((10..<ring.count).first { ring[$0] == 0x69 && ring[$0 + 1] == 0x87 })
        ring.replaceSubrange(entry + 8..<entry + 12, with: [8, 0, 0, 0])
        #expect(try facts(ring).camera.make == "Canon")
    }

    @Test func aCutFileGivesWhatIsThere() throws {
        let notes = CameraNotes.usual
        for whole in [notes.jpeg, notes.png, notes.webp(marked: true), notes.tiff, notes.heif] {
            for length in stride(from: 0, to: whole.count, by: whole.count > 5000 ? 997 : 7) {
                let facts = try facts(Array(whole[..<length]))
                #expect(facts.byteCount == length)
            }
        }
    }

    /// Every byte of the notes in turn says the most, or something else: nothing traps, and nothing runs on.
    @Test func noByteOfTheNotesCanBreakTheReader() {
        let notes = CameraNotes.usual
        for whole in [notes.jpeg, notes.webp(marked: false), notes.tiff, notes.heif] {
            for index in whole.indices {
                for value in [0xFF, 0x00, whole[index] ^ 0x80] as [UInt8] where value != whole[index] {
                    var bytes = whole
                    bytes[index] = value
                    let camera = Self.camera(in: bytes)
                    #expect(camera.exposureTime.map { $0 > 0 } ?? true)
                    #expect(camera.position.map { abs($0.latitude) <= 90 } ?? true)
                }
            }
        }
    }

    @Test func chunksWithoutEndAreNotFollowedForEver() throws {
        let png = Array(CameraNotes.usual.png[..<33]) + [UInt8](repeating: 0, count: 12 * 100_000)
        #expect(try facts(png).camera.isEmpty)
        let heif =
            Array(CameraNotes.usual.heif[..<24])
            + (0..<10_000).flatMap { _ in [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65] as [UInt8] }
        #expect(try facts(heif).camera.isEmpty)
    }

    @Test func whatIsNoRegularFileHasNoFacts() throws {
        #expect(FileFactsReader.read(scratch.path + "/missing") == nil)
        #expect(FileFactsReader.read(scratch.path) == nil)
        let pipe = scratch.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(FileFactsReader.read(pipe) == nil)
        var text = try facts(Array("not a picture".utf8))
        text.stamp = nil
        #expect(text.times.entries.map(\.statement) == [.fileChanged])
        text.times = StatedTimes()
        #expect(text == FileFacts(byteCount: 13, changed: text.changed, taken: text.taken))
        #expect(text.taken?.origin == .modification && text.taken?.time == text.changed)
    }

    @Test func aCancelledQuestionReadsNothing() async {
        let reader = FileFactsReader()
        let path = scratch.write("picture.jpg", CameraNotes.usual.jpeg)
        let asking = Task { () async throws -> FileFacts? in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await reader.facts(of: path)
        }
        await #expect(throws: CancellationError.self) { try await asking.value }
    }
}
