// What the fuzz targets have found, one test each; the inputs are in the corpus as well, some of them shortened.
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats
@testable import PhotoSources

@Suite(.timeLimit(.minutes(5)))
struct FindingTests {
    private func header(_ bytes: [UInt8]) -> PictureHeader { bytes.withUnsafeBytes { PictureHeader(scanning: $0) } }

    /// An item may name the same property 255 times in each of 4,096 entries: 25 KB were read as 130 MB.
    @Test func aPropertyThatAnItemNamesThousandsOfTimesIsNotReadThatOften() {
        #expect(header(SharedParts.sameProperty(entries: 1, times: 3)).largestPart == PixelSize(square: 64))
        #expect(!header(SharedParts.sameProperty(entries: 64)).isUnderstood)
    }

    /// Tiles with the same bytes were read once for each of them: 1 MB a thousand times.
    @Test func tilesThatShareTheirBytesAreNotReadAgainAndAgain() {
        let tile: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0]
        let comment = Array(repeatElement([0xFF, 0xFE, 0, 2] as [UInt8], count: 20_000).joined())
        #expect(header(SharedParts.grid(of: 4, tile)).largestPart == PixelSize(square: 64))
        #expect(!header(SharedParts.grid(of: 200, Array(tile.prefix(2)) + comment + tile.dropFirst(2))).isUnderstood)
    }

    /// A frame header of two bytes was believed to have 255 components behind it, a quarter of a million times.
    @Test func aFrameHasNoMoreComponentsThanItsSegmentHasRoomFor() {
        let frames = [0xFF, 0xD8] + Array(repeatElement([0xFF, 0xC0, 0, 2] as [UInt8], count: 1000).joined())
        #expect(frames.withUnsafeBytes { JPEGScan(ByteView($0), to: .end) }.sampling.isEmpty)
        let frame: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 14, 8, 0, 9, 0, 9, 2, 1, 0x22, 0, 2, 0x11, 1, 0xFF, 0xDA]
        let scan = frame.withUnsafeBytes { JPEGScan(ByteView($0), to: .header) }
        #expect(scan.sampling.map(\.component) == [1, 2])
        #expect(scan.sampling.map(\.across) == [2, 1])
    }

    /// Two hundred previews may overlap, and each was read to the end of the file.
    @Test func previewsThatShareTheirBytesAreNotAllRead() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        func long(_ tag: Int, _ count: Int, _ value: Int) -> [UInt8] {
            little(tag, 2) + little(4, 2) + little(count, 4) + little(value, 4)
        }
        let count = 8, list = 26, first = list + 4 * count, size = 30, media = first + size * count
        let end = media + jpeg.count * count + 2000
        var file =
            Array("II".utf8) + little(42, 2) + little(8, 4) + little(1, 2) + long(0x014A, count, list) + little(0, 4)
        for index in 0..<count { file += little(first + size * index, 4) }
        for index in 0..<count {
            let place = media + jpeg.count * index
            file += little(2, 2) + long(0x0201, 1, place) + long(0x0202, 1, end - place) + little(0, 4)
        }
        file += Array(repeatElement(jpeg, count: count).joined()) + [UInt8](repeating: 0, count: 2000)
        #expect(file.count == end)
        let previews = file.withUnsafeBytes { RawContainer(ByteView($0), count: $0.count).previews }
        #expect((1...5).contains(previews.count))
    }

    /// Each list's item was looked for to the end of the packet: 64 KB took seconds.
    @Test func aPacketOfListsWithoutItemsIsReadAtOnce() {
        let lists = Array(String(repeating: "<dc:title><rdf:Seq>", count: 1500).utf8)
        let packet = XMPPacket(lists + [UInt8](repeating: UInt8(ascii: "<"), count: XMPPacket.reach - lists.count))
        // Some hundred times what it takes without optimisation.
        let taken = ContinuousClock().measure { #expect(packet.value(of: "dc:title") == nil) }
        #expect(taken < .seconds(10))
        let far = "<dc:title><rdf:Seq>" + String(repeating: " ", count: 200) + "<rdf:li a='b'>T</rdf:li>"
        #expect(XMPPacket(Array(far.utf8)).value(of: "dc:title") == "T")
    }

    /// With the mark, `digiKam:PickLabel` would have stood there twice: no program could have read the sidecar any
    /// more.
    @Test func aSidecarThatAMarkWouldMakeUnreadableIsLeftAsItIs() throws {
        let corpus = try Corpus(of: "sidecar")
        let content = try #require(corpus.files.first { $0.name == "undeclared-prefix.xmp" }).bytes
        #expect(try SidecarDocument(content).marks.isFavourite == nil)
        #expect(throws: SidecarFailure.malformed) {
            try SidecarDocument(content).restated(with: .mark(.favourite(true)))
        }
        #expect(try SidecarDocument(content).restated(with: .mark(.stars(2))) != nil)
    }

    /// libxml2 compares each attribute of an element with all before it: 16 MB of them would have taken hours.
    @Test func aSidecarWithThousandsOfAttributesInOneTagIsNotRead() throws {
        func marks(_ attributes: String, head: String = "") throws -> StatedMarks {
            let document =
                "\(head)<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!-- it's --><rdf:Description"
                + " xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='3' a='>' \(attributes)/></rdf:RDF>"
            return try SidecarDocument(Array(document.utf8)).marks
        }
        func words(_ count: Int, _ word: (Int) -> String) -> String { (0..<count).map(word).joined(separator: " ") }
        #expect(try marks(words(400) { "a\($0)=\"\"" }).stars == 3)
        #expect(throws: SidecarFailure.tooLarge) { try marks(words(600) { "a\($0) = '>'" }) }
        #expect(throws: SidecarFailure.tooLarge) { try marks(words(1100) { "xmlns:a\($0)='u'" }) }
        // In other encodings attributes cannot be counted.
        let other = "<?xml version='1.0' encoding='UTF-7'?>"
        #expect(throws: SidecarFailure.tooLarge) { try marks(words(9000) { "a\($0)=''" }, head: other) }
        let plain = "<?xml version='1.0' encoding='ISO-8859-1'?>"
        #expect(try marks("b='" + String(repeating: "c", count: 70_000) + "'", head: plain).stars == 3)
    }

    /// The standard port is left out, after which `8080` would have been the port.
    @Test func aHostWithAColonIsNoAddressOfAService() throws {
        #expect(throws: PicsumSource.BaseURLError.self) { try BaseAddress("http://a:8080:80") }
        #expect(try BaseAddress("http://[::1]:80").text == "http://[::1]")
    }
}

/// HEIF files whose parts share their bytes.
private enum SharedParts {
    private static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    private static func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }
    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big32(8 + content.count) + Array(name.utf8) + content
    }
    private static func full(_ name: String, _ version: UInt8, _ content: [UInt8]) -> [UInt8] {
        box(name, [version, 0, 0, 0] + content)
    }
    private static func name(_ item: Int, _ kind: String) -> [UInt8] {
        full("infe", 2, big16(item) + big16(0) + Array(kind.utf8) + [0])
    }
    private static let extent = full("ispe", 0, big32(64) + big32(64))

    /// A file with tables that depend on the place of the media.
    private static func file(_ media: [UInt8], _ tables: (_ place: Int) -> [UInt8]) -> [UInt8] {
        let head = box("ftyp", Array("avif".utf8) + big32(0) + Array("mif1".utf8))
        let length = full("meta", 0, tables(0)).count
        return head + full("meta", 0, tables(head.count + length + 8)) + box("mdat", media)
    }

    /// A coded item that names its configuration, of 4,096 units, some times in each entry.
    static func sameProperty(entries: Int, times: UInt8 = 255) -> [UInt8] {
        let units = Array(repeatElement([0x12, 0] as [UInt8], count: 4096).joined())
        // A temporal delimiter and a sequence header by libaom.
        let media: [UInt8] = [0x12, 0, 0x0A, 9, 0x18, 0x15, 0x7F, 0xFD, 0xA2, 2, 0x1A, 0x0D, 8]
        let entry = big16(1) + [times] + [UInt8](repeating: 0x82, count: Int(times))
        let owned = Array(repeatElement(big16(1) + [1, 0x81] + entry, count: entries).joined())
        let properties = box(
            "iprp",
            box("ipco", extent + box("av1C", [0x81, 0, 12, 0] + units)) + full("ipma", 0, big32(2 * entries) + owned))
        return file(media) { place in
            full("pitm", 0, big16(1)) + full("iinf", 0, big16(1) + name(1, "av01"))
                + full(
                    "iloc", 1,
                    [0x44, 0] + big16(1) + big16(1) + big32(0) + big16(1) + big32(place) + big32(media.count))
                + properties
        }
    }

    /// A grid of JPEG items that all lie in the same place.
    static func grid(of count: Int, _ tile: [UInt8]) -> [UInt8] {
        let items = (0..<count).map { 2 + $0 }
        return file(tile) { place in
            let tiles = items.flatMap { big16($0) + big32(0) + big16(1) + big32(place) + big32(tile.count) }
            let own = big16(1) + big16(1) + big16(0) + big16(1) + big32(0) + big32(8)
            return full("pitm", 0, big16(1))
                + full("iinf", 0, big16(1 + count) + name(1, "grid") + items.flatMap { name($0, "jpeg") })
                + full("iloc", 1, [0x44, 0] + big16(1 + count) + own + tiles)
                + full("iref", 0, box("dimg", big16(1) + big16(count) + items.flatMap { big16($0) }))
                + box("iprp", box("ipco", extent) + full("ipma", 0, big32(0)))
                + box("idat", [0, 0, 0, 0] + big16(64) + big16(64))
        }
    }
}
