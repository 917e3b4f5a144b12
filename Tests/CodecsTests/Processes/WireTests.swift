// Messages between the program and its decode processes: what is written is read again, and nothing else is.
import ImagePipeline
import Library
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

struct WireTests {
    private static let picture = DecodeRequest.Picture(
        box: PixelSize(width: 208, height: 100), fit: .fill,
        region: PictureRegion(of: PixelSize(square: 400), x: 3, y: 4, size: PixelSize(square: 50)), quarterTurns: 3)

    private static var restated: RestatedFacts {
        var restated = RestatedFacts()
        restated.kinds = [.title, .keywords]
        restated.words = PhotoDescription(title: "t", keywords: ["a/b", "été"])
        restated.date = WrittenTime(numbers: "1975-06-14T18:30:05+02:00")
        restated.position = CameraData.Position(latitude: -1.5, longitude: 2, altitude: 7)
        return restated
    }

    static let requests: [DecodeRequest] = [
        .picture(picture), .picture(.init(box: PixelSize(square: 1), fit: .fit)),
        DecodeRequest.picture(picture).with(type: "image/x-tga"), .preview(picture, beyond: nil),
        .preview(picture, beyond: .thumbnail), .preview(picture, beyond: .scans(3)),
        .animation(size: PixelSize(square: 9), quarterTurns: 1), .frame(size: PixelSize(square: 9), isSkipped: true),
        .rewind, .facts(name: "/p/übermorgen.jpg", withDetails: true), .sidecar,
        .restatement(.mark(.stars(5))), .restatement(.mark(.favourite(false))),
        .restatement(.addKeyword("a/b", others: ["c", "été"])),
        .restatement(.all([.addKeyword("a/b", others: ["c"]), .title(nil, leavesBlank: false)])),
        .restatement(.removeKeyword("c", others: [], leavesBlank: true)),
        .restatement(.title("t", leavesBlank: false)), .restatement(.caption(nil, leavesBlank: true)),
        .restatement(.date(WrittenTime(numbers: "1975-06"))), .restatement(.date(nil)),
        .export(
            DecodeRequest.Export(
                format: .webp, longSide: 1600, quality: 80, metadata: .withoutPlace, quarterTurns: 3,
                marks: [.stars(-1), .favourite(true), .label(.blue)], restated: restated)),
        .export(DecodeRequest.Export(format: .png, longSide: nil, quality: 1, metadata: .all)), .animationSearch,
    ]

    @Test(arguments: requests)
    func aCommandIsReadAsItWasWritten(request: DecodeRequest) throws {
        let command = DecodeCommand.perform(id: 7, request, .file, count: 1 << 40, room: 12)
        #expect(try DecodeCommand(command.bytes) == command)
    }

    /// Cut off anywhere, or longer than it is.
    @Test(arguments: requests)
    func aCommandThatIsNotWholeIsNone(request: DecodeRequest) {
        let bytes = DecodeCommand.perform(id: 7, request, .memory, count: 5, room: 0).bytes
        for count in 0..<bytes.count {
            #expect(throws: MalformedMessage.self) { try DecodeCommand(Array(bytes.prefix(count))) }
        }
        #expect(throws: MalformedMessage.self) { try DecodeCommand(bytes + [0]) }
    }

    private func answer(_ answer: DecodeAnswer, to request: DecodeRequest) throws -> DecodeAnswer {
        guard case .answers(3, var reader) = try DecodeReport(DecodeReport.answers(id: 3, answer)) else {
            throw MalformedMessage()
        }
        return try DecodeAnswer(&reader, to: request) {
            SharedBytes(copying: EncodedBytes([UInt8](repeating: 1, count: $0)))
        }
    }

    @Test(arguments: [
        LoadFailure.Reason.notAnImage(found: Message("text")), .empty, .truncated,
        .tooManyPixels(PixelSize(width: 20_000, height: 9000), limit: 100_000_000),
        .sideTooLong(PixelSize(width: 70_000, height: 2), limit: 65_535), .unsupportedFormat("QOI"),
        .tooCostly(Message("it takes more than {count} second", many: "it takes more than {count} seconds", count: 4)),
        .corrupt(.verbatim("bad \u{202E} marker")),
        .unreadable(Message("{a}", context: "b", ["a": .number(1.5, places: 1)])),
    ])
    func aReasonIsReadAsItWasWritten(reason: LoadFailure.Reason) throws {
        guard case .failed(let read) = try answer(.failed(reason), to: .picture(Self.picture)) else {
            throw MalformedMessage()
        }
        #expect(read == reason)
    }

    @Test func factsAreReadAsTheyWereWritten() throws {
        var camera = CameraData()
        (camera.make, camera.lens, camera.exposureTime, camera.orientation) = ("Canon", "50 mm", 1.0 / 60, 6)
        camera.position = CameraData.Position(latitude: -33.5, longitude: 151.2, altitude: nil)
        let time = try #require(WallTime(year: 2023, month: 6, day: 14, hour: 10, minute: 11, second: 12))
        var facts = FileFacts(
            byteCount: 1 << 33, changed: time, format: "JPEG", size: PixelSize(width: 4000, height: 3000),
            camera: camera,
            taken: TakenTime(time, hundredths: 42, offset: -300, origin: .exif, clock: .file))
        facts.times[.movieHeader] = WrittenTime(time, hundredths: 1, isUniversal: true)
        facts.times[.exifOriginal] = WrittenTime(time, offset: -300)
        facts.times[.iptcCreated] = WrittenTime(time, precision: .month)
        facts.times.offset = 60
        facts.description = PhotoDescription(
            title: "Meer", artist: "N. N.", keywords: ["Orte/Kreta", "Meer"], city: "Chania", state: "Kreta",
            country: "Griechenland")
        (facts.seconds, facts.traits) = (12, [.panorama, .animation])
        facts.marks = PhotoMarks(stars: 4, isFavourite: true)
        let request = DecodeRequest.facts(name: "a.jpg", withDetails: true)
        guard case .facts(let read) = try answer(.facts(facts), to: request) else { throw MalformedMessage() }
        #expect(read == facts)
    }

    @Test func theFactsOfASidecarAreReadAsTheyWereWritten() throws {
        let time = try #require(WallTime(year: 1985, month: 7, day: 14, hour: 10, minute: 11, second: 12))
        var facts = SidecarFacts()
        guard case .sidecar(let none) = try answer(.sidecar(facts), to: .sidecar) else { throw MalformedMessage() }
        #expect(none == facts)
        facts.marks = StatedMarks(stars: -1, isFavourite: true)
        facts.times[.sidecarOriginal] = WrittenTime(time, hundredths: 42, offset: -300)
        facts.times.offset = 120
        facts.description = PhotoDescription(title: "Meer", caption: "a", keywords: ["Meer"], city: "Chania")
        facts.position = CameraData.Position(latitude: -33.5, longitude: 151.2, altitude: 3)
        guard case .sidecar(let read) = try answer(.sidecar(facts), to: .sidecar) else { throw MalformedMessage() }
        #expect(read == facts)
    }

    @Test func aLongTextIsCutOffAndTheRestIsReadAllTheSame() throws {
        var facts = FileFacts(byteCount: 1, format: String(repeating: "x", count: 1 << 20))
        facts.seconds = 3
        let request = DecodeRequest.facts(name: "a.jpg", withDetails: true)
        guard case .facts(let read) = try answer(.facts(facts), to: request) else { throw MalformedMessage() }
        #expect(read.format?.utf8.count == WireReader.longestText && read.seconds == 3)
    }

    private static func pixels(_ width: Int, _ height: Int, isTranslucent: Bool = false) -> PixelBuffer {
        PixelBuffer(
            size: PixelSize(width: width, height: height), storage: SharedBytes(copying: EncodedBytes([1])),
            isTranslucent: isTranslucent)
    }

    @Test(arguments: [false, true]) func aPictureThatLetsSomethingThroughIsReadAsOne(isTranslucent: Bool) throws {
        let request = DecodeRequest.picture(.init(box: PixelSize(square: 4), fit: .fit))
        let given = DecodeAnswer.picture(
            Self.pixels(4, 4, isTranslucent: isTranslucent), animation: nil, isAnimated: false, isRegion: false)
        guard case .picture(let read, nil, false, false) = try answer(given, to: request) else {
            throw MalformedMessage()
        }
        #expect(read.isTranslucent == isTranslucent)
        #expect(read.made(with: Credit()).isTranslucent == isTranslucent)
    }

    @Test func moreFramesThanPlayDoNotFitAMessageThatIsRead() throws {
        let scan = AnimationScan(
            format: .gif, canvas: PixelSize(square: 4), largestPart: PixelSize(square: 4),
            durations: [Int](repeating: 40, count: AnimationScan.mostFrames), plays: nil, end: 9)
        let request = DecodeRequest.picture(.init(box: PixelSize(square: 4), fit: .fit))
        let given = DecodeAnswer.picture(Self.pixels(4, 4), animation: scan, isAnimated: true, isRegion: false)
        #expect(DecodeReport.answers(id: 3, given).count < 64 << 10)
        guard case .picture(_, let read?, true, false) = try answer(given, to: request) else {
            throw MalformedMessage()
        }
        #expect(read == scan)
    }

    /// Pixels beyond the box, a region that was not asked for, an answer to another kind of request, an animation where
    /// only a tile was wanted.
    @Test func anAnswerThatDoesNotFitItsRequestIsNone() {
        let tile = DecodeRequest.picture(.init(box: PixelSize(square: 4), fit: .fill))
        let scan = AnimationScan(
            format: .gif, canvas: PixelSize(square: 4), largestPart: PixelSize(square: 4), durations: [1, 2],
            plays: nil, end: 9)
        let answers: [(DecodeAnswer, DecodeRequest)] = [
            (.picture(Self.pixels(5, 4), animation: nil, isAnimated: false, isRegion: false), tile),
            (.picture(Self.pixels(4, 4), animation: nil, isAnimated: false, isRegion: true), tile),
            (.picture(Self.pixels(4, 4), animation: scan, isAnimated: true, isRegion: false), tile),
            (.preview(Self.pixels(2, 2), .thumbnail), tile), (.done, tile), (.sidecar(SidecarFacts()), tile),
            (.detour(.drawing), .sidecar), (.detour(.lacksType), tile.with(type: "")), (.failed(.empty), .rewind),
            (.frame(Self.pixels(9, 9)), .frame(size: PixelSize(square: 4), isSkipped: false)),
        ]
        for (given, request) in answers { #expect(throws: MalformedMessage.self) { try answer(given, to: request) } }
    }
}
