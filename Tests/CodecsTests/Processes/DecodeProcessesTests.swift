// Decoding in confined processes: the same pixels and facts as in this process, and nothing left of what has ended.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Synchronization
import Testing

@testable import Codecs

@Suite(.serialized, .timeLimit(.minutes(5)))
struct DecodeProcessesTests {
    private let processes = DecodeProcesses(width: 2)
    private let local = PixbufDecoder(width: 1)
    private let confined: PixbufDecoder

    init() { confined = PixbufDecoder(width: 2, engine: processes) }

    private static func bytes(_ pixels: PixelBuffer) -> [UInt8] {
        var bytes: [UInt8] = []
        pixels.withBytes { bytes = Array($0) }
        return bytes
    }

    private static let files: [String: [UInt8]] = [
        "JPEG": Painting.quarters(240, 180).encoded("jpeg"),
        "PNG": Painting.quarters(120, 90).encoded("png", alpha: true),
        "TIFF": TestPictures.tiff, "BMP": Painting.quarters(120, 90).encoded("bmp"), "CMYK": TestPictures.cmykJPEG,
        "GIF": TestPictures.animatedGIF, "WebP": TestPictures.webP, "animated WebP": TestPictures.animatedWebP,
        "XPM": Array(
            """
            /* XPM */
            static char *a[] = { /* "columns" */
            "4 2 2 1", "  c #FF0000", ". c None",
            "  ..", "    " };
            """.utf8),
        "PNM": Array("P6 2 2 255\n".utf8) + [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9],
        "ICO": Painting.quarters(32, 32).encoded("ico"), "SVG": TestPictures.svg,
        "turned JPEG": TestPictures.oriented(Painting.quarters(240, 180).encoded("jpeg"), orientation: 6),
    ]

    @Test(arguments: files.keys.sorted(), [Fit.fill, .fit])
    func aConfinedProcessMakesTheSamePixels(name: String, fit: Fit) async throws {
        let file = try #require(Self.files[name])
        let ours = try await local.pixels(file, 50, 40, fit)
        let theirs = try await confined.pixels(file, 50, 40, fit)
        #expect(theirs.size == ours.size && theirs.original == ours.original && theirs.lack == ours.lack)
        #expect(Self.bytes(theirs) == Self.bytes(ours))
    }

    // MARK: What is decoded there

    @Test func aSidecarIsRestatedInAProcessThatReadsNothingElse() throws {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2"><a:history xmlns:a="urn:a">sea</a:history>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        func restated(_ text: String, by reader: MarkReader) throws -> (before: SidecarFacts, bytes: [UInt8]?) {
            try reader.restate(Sidecar(path: "/a.xmp", content: Array(text.utf8)), with: .mark(.stars(4)))
        }
        let reader = MarkReader(engine: processes)
        let ours = try restated(text, by: MarkReader()), theirs = try restated(text, by: reader)
        #expect(theirs.before.marks.stars == 2 && theirs.before == ours.before)
        let document = try #require(theirs.bytes)
        #expect(document == ours.bytes && String(decoding: document, as: UTF8.self).contains("sea"))
        // Stated already.
        #expect(try restated(text.replacing("\"2\"", with: "\"4\""), by: reader).bytes == nil)
        #expect(throws: SidecarFailure.notXMP) { try restated("<html/>", by: reader) }
        #expect(processes.started == 0)
        // A document that is larger than what comes in the memory that all requests share. Unoptimised, that takes
        // seconds of a processor, which a busy machine gives late.
        let long = text.replacing("sea", with: String(repeating: "a long history. ", count: 270_000))
        var limits = DecodeProcess.Limits()
        limits.patience = 40
        let patient = MarkReader(engine: DecodeProcesses(width: 1, limits: limits))
        #expect(try restated(long, by: patient).bytes?.count ?? 0 > ExchangeArea.outputRoom)
    }

    @Test func aConfinedProcessMakesTheSamePreviewAndRegion() async throws {
        let file = EncodedBytes(Painting.quarters(1600, 1200).encoded("jpeg"))
        let half = EncodedBytes(Array(ProgressivePreviewTests.file.prefix(20_000)))
        let ours = try await local.previewPixels(half, size: PixelSize(square: 60), fit: .fill)
        let theirs = try await confined.previewPixels(half, size: PixelSize(square: 60), fit: .fill)
        #expect(
            ours?.detail == theirs?.detail && ours.map { Self.bytes($0.pixels) } == theirs.map { Self.bytes($0.pixels) }
        )
        #expect(try await confined.previewPixels(file, size: PixelSize(square: 60), fit: .fill) == nil)
        let region = PictureRegion(
            of: PixelSize(width: 1600, height: 1200), x: 900, y: 100, size: PixelSize(square: 200))
        let request = ImageRequest(
            source: SourceID("s"), photo: Photo(id: PhotoID("p"), title: "Sea"), location: .file("/p"),
            size: PixelSize(square: 100), fit: .fit, region: region)
        let part = try await confined.decode(file, for: request, priority: .visible)
        let own = try await local.decode(file, for: request, priority: .visible)
        #expect(part.region == region && own.region == region)
        #expect(Self.bytes(part.pixels) == Self.bytes(own.pixels))
    }

    @Test(arguments: [TestPictures.animatedGIF, TestPictures.animatedWebP])
    func anAnimationPlaysInAProcessOfItsOwn(file: [UInt8]) async throws {
        func frames(_ decoder: PixbufDecoder) async throws -> [[UInt8]] {
            let request = ImageRequest(
                source: SourceID("s"), photo: Photo(id: PhotoID("p"), title: "Sea"), location: .file("/p"),
                size: PixelSize(square: 16), fit: .fit)
            let picture = try await decoder.decode(EncodedBytes(file), for: request, priority: .visible)
            let animation = try #require(try await picture.animation?.open(at: picture.size))
            var frames: [[UInt8]] = []
            for _ in 0..<5 {
                guard let frame = try await animation.next({ Self.bytes($0) }) else { break }
                frames.append(frame.image)
            }
            return frames
        }
        let ours = try await frames(local), theirs = try await frames(confined)
        #expect(ours.count > 1 && ours == theirs)
    }

    @Test func theFactsOfAFileAndTheMarksBesideItAreTheSame() async throws {
        let folder = ScratchFolder()
        let photo = folder.write(
            "IMG_20230614_101112.jpg",
            TestPictures.oriented(Painting.quarters(240, 180).encoded("jpeg"), orientation: 6))
        folder.write(
            "IMG_20230614_101112.jpg.xmp",
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>
                """.utf8))
        let ours = try #require(try await FileFactsReader(readsDetails: true).facts(of: photo))
        let theirs = try await FileFactsReader(readsDetails: true, engine: processes).facts(of: photo)
        #expect(theirs == ours)
        #expect(ours.size == PixelSize(width: 180, height: 240) && ours.marks.stars == 4)
        #expect(ours.taken?.time.year == 2023)
    }

    @Test func aFileOnTheDiskIsReadByItsDescriptor() async throws {
        let folder = ScratchFolder()
        let file = folder.write("a.png", Painting.quarters(800, 600).encoded("png"))
        let opened = try OpenStorage(file)
        let pixels = try await confined.decodePixels(
            EncodedBytes(opened), title: "Sea", size: PixelSize(square: 50), fit: .fill)
        #expect(pixels.colour(5, 5) == .red)
        #expect(opened.readings == 0)
    }

    @Test func aPictureOfManyPixelsComesWithoutACopyAndCannotBeChangedAnyMore() async throws {
        let file = Painting.quarters(1200, 1000).encoded("png")
        let pixels = try await confined.pixels(file, 1200, 1000, .fit)
        #expect(pixels.cost > ExchangeArea.outputRoom)
        let own = try await local.pixels(file, 1200, 1000, .fit)
        #expect(Self.bytes(pixels) == Self.bytes(own))
    }

    /// A picture whose file is as large as its pixels.
    private static func plainPicture(_ width: Int, _ height: Int) -> [UInt8] {
        let rows = (0..<height).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: width * 3) }
        return Array("P6 \(width) \(height) 255\n".utf8) + rows.joined()
    }

    @Test func aPictureThatDoesNotFitIntoTheSharedMemoryComesInAFileInMemory() async throws {
        let file = Self.plainPicture(3400, 3400)
        try #require(file.count > ExchangeArea.inputRoom)
        let theirs = try await confined.pixels(file, 100, 80)
        #expect(Self.bytes(theirs) == Self.bytes(try await local.pixels(file, 100, 80)))
        #expect(processes.sharedBytes < 1 << 20)
    }

    @Test func theMemoryOfLargePicturesIsGivenBackAndTakenAgain() async throws {
        let file = Painting.quarters(240, 180).encoded("jpeg") + [UInt8](repeating: 0, count: 4 << 20)
        let own = try await local.pixels(file, 100, 80)
        for _ in 0..<2 {
            #expect(Self.bytes(try await confined.pixels(file, 100, 80)) == Self.bytes(own))
            #expect(processes.sharedBytes > 3 << 20)
            processes.trim()
            #expect(processes.sharedBytes < 2 << 20)
        }
        // By itself, too.
        _ = try await confined.pixels(file, 100, 80)
        while processes.sharedBytes > 2 << 20 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(processes.started <= 2)
    }

    // MARK: What a process sees

    /// The picture at a path, decoded in the process that `processes` have for it. Returns those that wait then.
    private func decode(_ path: String, _ file: [UInt8], by processes: DecodeProcesses) async throws -> [pid_t] {
        let request = ImageRequest(
            source: SourceID("s"), photo: Photo(id: PhotoID(path), title: "Sea"), location: .file(FilePath(path)),
            size: PixelSize(square: 20), fit: .fill)
        let decoder = PixbufDecoder(width: 1, engine: processes)
        _ = try await decoder.decode(EncodedBytes(file), for: request, priority: .visible)
        return processes.idle
    }

    @Test func aProcessSeesThePicturesOfOneFolderAlone() async throws {
        let own = DecodeProcesses(width: 1), file = Painting.quarters(40, 30).encoded("jpeg")
        let first = try await decode("/home/a/1.jpg", file, by: own)
        #expect(first.count == 1)
        #expect(try await decode("/home/a/2.jpg", file, by: own) == first)
        let second = try await decode("/home/b/1.jpg", file, by: own)
        #expect(second.count == 1 && second != first)
        #expect(try await decode("/home/1.jpg", file, by: own) != second && own.started == 3)
        own.close()
    }

    @Test func noOtherPictureComesToAProcessBehindOneOfARareFormat() async throws {
        let own = DecodeProcesses(width: 1), file = Painting.quarters(40, 30).encoded("jpeg")
        let first = try await decode("/home/a/1.jpg", file, by: own)
        #expect(try await decode("/home/a/2.tif", TestPictures.tiff, by: own) == [])
        #expect(try await decode("/home/a/3.jpg", file, by: own) != first)
        own.close()
    }

    /// What decodes pictures states no facts.
    @Test func factsAreReadWhereNoPictureIsDecoded() async throws {
        let folder = ScratchFolder(), own = DecodeProcesses(width: 2), file = Painting.quarters(40, 30).encoded("jpeg")
        let photo = folder.write("a.jpg", file)
        let decoding = try await decode(photo, file, by: own)
        let facts = try #require(try await FileFactsReader(engine: own).facts(of: photo))
        #expect(own.started == 2 && own.idle.count == 2)
        #expect(try await decode(photo, file, by: own).contains(try #require(decoding.first)) && own.started == 2)
        // The system's own word.
        let status = try #require(FilePath.status(of: photo))
        #expect(facts.stamp == FileStamp(status) && facts.byteCount == file.count)
        own.close()
    }

    /// A process that is killed has said nothing that is kept; one that ends in peace, all.
    @Test func whatAProcessHasSaidIsNotKeptOnceItHasEndedBadly() async throws {
        let folder = ScratchFolder(), own = DecodeProcesses(width: 1), reader = FileFactsReader(engine: own)
        let file = Painting.quarters(40, 30).encoded("jpeg")
        folder.folder("b")
        let photo = folder.write("a.jpg", file), other = folder.write("b/b.jpg", file)
        let facts = try #require(try await reader.facts(of: photo))
        #expect(facts.credit.holds)
        for process in own.idle { kill(process, SIGKILL) }
        let again = try #require(try await reader.facts(of: photo))
        #expect(!facts.credit.holds && again.credit.holds)
        _ = try await reader.facts(of: other)
        #expect(again.credit.holds)
        own.close()
    }

    // MARK: The walls

    @Test func theProcessesHaveNoPrivilegesNoDescriptorsAndNoFiles() async throws {
        _ = try await confined.pixels(Self.files["GIF"] ?? [], 4, 4)
        let workers = processes.idle
        #expect(!workers.isEmpty)
        #expect(processes.confinement?.lack == nil)
        // The kernel gives no program name spaces whose root was changed, and not every one gives users any.
        let confinement = try #require(processes.confinement)
        let hasEmptyRoot = confinement.hasEmptyRoot
        #expect(hasEmptyRoot == Self.unsharingWorks)
        for worker in workers.map(String.init) {
            #expect(DrawingProcesses.status(worker, "Seccomp") == "2")
            #expect(DrawingProcesses.status(worker, "NoNewPrivs") == "1")
            #expect(DrawingProcesses.status(worker, "CapEff") == "0000000000000000")
            #expect(DrawingProcesses.status(worker, "Threads") == "1")
            // Only root may look further.
            guard let open = DrawingProcesses.entries(of: "/proc/\(worker)/fd") else {
                #expect(geteuid() != 0)
                continue
            }
            let targets = open.compactMap { takeText(g_file_read_link("/proc/\(worker)/fd/\($0)", nil)) }.sorted()
            #expect(targets.count == 4)
            #expect(targets.dropLast().prefix(2) == ["/dev/null", "/dev/null"])
            #expect(
                targets.contains { $0.hasPrefix("/memfd:tessera-picture") }
                    && targets.contains { $0.hasPrefix("socket:") })
            guard hasEmptyRoot else { continue }
            #expect(DrawingProcesses.entries(of: "/proc/\(worker)/root") == [])
            #expect(
                takeText(g_file_read_link("/proc/\(worker)/ns/net", nil))
                    != takeText(g_file_read_link("/proc/self/ns/net", nil)))
        }
    }

    /// Whether the system lets a program have name spaces of its own.
    private static var unsharingWorks: Bool {
        let words = ["unshare", "--user", "--mount", "--net", "true"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t(), status: Int32 = 0
        guard posix_spawnp(&process, "unshare", nil, nil, &arguments, environ) == 0 else { return false }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }

    // MARK: What ends

    @Test func aProcessThatWasKilledWhileItWaitedIsReplacedUnnoticed() async throws {
        let file = Painting.quarters(4, 3).encoded("png")
        _ = try await confined.pixels(file, 4, 3)
        for _ in 0..<3 {
            #expect(!processes.idle.isEmpty)
            for worker in processes.idle { kill(worker, SIGKILL) }
            #expect(try await confined.pixels(file, 4, 3).size == PixelSize(width: 4, height: 3))
        }
    }

    /// The kernel counts them for all programs of a user, and compares their number with the limit of who sends one.
    @Test func picturesAreDecodedWhileThereAreManyDescriptorsOnTheirWay() async throws {
        var sockets: [(Channel, Channel)] = []
        let file = try #require(ExchangeArea())
        for _ in 0..<40 {
            let pair = try #require(Channel.pair())
            #expect(pair.0.send([1], [file.descriptor]))
            sockets.append(pair)
        }
        let processes = DecodeProcesses(width: 4)
        processes.startAhead()
        let decoder = PixbufDecoder(width: 4, engine: processes)
        for number in 1...8 {
            let picture = Painting.quarters(number, 3).encoded("png")
            #expect(try await decoder.pixels(picture, number, 3).size == PixelSize(width: number, height: 3))
        }
        processes.close()
        withExtendedLifetime(sockets) {}
    }

    @Test func aServerThatWasKilledIsStartedAgain() async throws {
        _ = try await confined.pixels(TestPictures.tiff, 4, 3)
        let server = try #require(processes.serverProcess)
        let workers = processes.idle
        kill(server, SIGKILL)
        // They end with it.
        for worker in workers {
            while DrawingProcesses.status(worker.description, "State")?.hasPrefix("Z") == false { await Task.yield() }
        }
        #expect(try await confined.pixels(TestPictures.tiff, 4, 3).size == PixelSize(width: 4, height: 3))
        #expect(processes.serverProcess != server)
    }

    @Test func aCancelledDecodeEndsAtOnceAndItsProcessGoesOnOrIsReplaced() async throws {
        let large = Painting(3000, 3000) { x, y in
            Colour(r: UInt8(truncatingIfNeeded: x &* y), g: UInt8(truncatingIfNeeded: x), b: 0)
        }
        .encoded("png")
        for _ in 0..<3 {
            let started = Gate()
            let task = Task { [confined] in
                started.open()
                _ = try await confined.pixels(large, 50, 50)
            }
            await started.opened()
            for _ in 0..<200 { await Task.yield() }
            task.cancel()
            _ = try? await task.value
        }
        #expect(try await confined.pixels(TestPictures.tiff, 4, 3).size == PixelSize(width: 4, height: 3))
        #expect(processes.census <= 2)
    }

    @Test func nothingIsLeftAfterTheEnd() async throws {
        let own = DecodeProcesses(width: 2)
        _ = try await PixbufDecoder(width: 1, engine: own).pixels(TestPictures.tiff, 4, 3)
        let all = own.idle + [try #require(own.serverProcess)]
        own.close()
        for process in all { #expect(kill(process, 0) == -1 && errno == ESRCH) }
        await #expect(throws: LoadFailure.self) {
            _ = try await PixbufDecoder(width: 1, engine: own).pixels(TestPictures.tiff, 4, 3)
        }
    }

    @Test(arguments: ["/nowhere/tessera-decode", "/bin/true", "/bin/cat"])
    func withoutTheProgramEachPictureSaysSo(program: String) async throws {
        let broken = DecodeProcesses(width: 1, program: program)
        defer { broken.close() }
        let reason = await PixbufDecoder(width: 1, engine: broken).reason(TestPictures.tiff)
        guard case .unreadable = reason else { return #expect(Bool(false), "\(String(describing: reason))") }
    }
}

/// Bytes in a file that counts how often this process reads them.
private final class OpenStorage: EncodedStorage {
    let file: Int32
    let count: Int
    private let read = Mutex(0)
    var readings: Int { read.withLock { $0 } }

    init(_ path: String) throws {
        file = open(path, O_RDONLY)
        count = Int(lseek(file, 0, SEEK_END))
    }

    deinit { close(file) }

    var descriptor: Int32? { file }

    func inMemory() throws -> any EncodedStorage {
        read.withLock { $0 += 1 }
        return try #require(SharedBytes(reading: count, of: file))
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        if let bytes = try? inMemory() { try bytes.withBytes(body) }
    }
}
