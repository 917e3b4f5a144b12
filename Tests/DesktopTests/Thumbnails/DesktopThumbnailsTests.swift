// The desktop's shared thumbnails: found under the right name, and used only when they are fresh and large enough.
import CGLib
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct DesktopThumbnailsTests {
    private let scratch = ScratchFolder()
    private let photo: String

    init() { photo = scratch.write("Tür & 50 % #1.jpg", [1, 2, 3, 4, 5]) }

    private func uri(_ path: String) throws -> String { try #require(takeText(g_filename_to_uri(path, nil, nil))) }
    private func modified(_ path: String) -> Int {
        var status = stat()
        stat(path, &status)
        return Int(status.st_mtim.tv_sec)
    }

    /// Leaves a thumbnail for the photo, as a file manager would.
    @discardableResult
    private func leave(
        on shelf: String = "x-large", _ width: Int = 512, _ height: Int = 341, uri named: String? = nil,
        modified: String? = nil, size: String? = nil
    ) throws -> [UInt8] {
        var texts = [
            "tEXt::Thumb::URI": try named ?? uri(photo),
            "tEXt::Thumb::MTime": modified ?? "\(self.modified(photo))",
        ]
        if let size { texts["tEXt::Thumb::Size"] = size }
        return try leave(Painting.quarters(width, height).encoded("png", options: texts), on: shelf)
    }
    @discardableResult
    private func leave(_ png: [UInt8], on shelf: String) throws -> [UInt8] {
        let name = try #require(ThumbnailFolder.name(for: try uri(photo)))
        scratch.folder("thumbnails/" + shelf)
        scratch.write("thumbnails/\(shelf)/\(name)", png)
        return png
    }

    private func found(_ width: Int = 208, _ height: Int = 208, _ fit: Fit = .fill) async -> [UInt8]? {
        let store = DesktopThumbnails(root: scratch.path + "/thumbnails", executor: LoopExecutor(name: "tiles"))
        let request = ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Tür"), location: .file(FilePath(photo)),
            size: PixelSize(width: width, height: height), fit: fit)
        guard let bytes = await store.thumbnail(for: request) else { return nil }
        var array: [UInt8] = []
        bytes.storage.withBytes { array = Array($0) }
        return array
    }

    /// The example of the standard.
    @Test func aThumbnailIsCalledByTheChecksumOfItsURI() {
        #expect(ThumbnailFolder.name(for: "file:///home/jens/photos/me.png") == "c6ee772d9e49320e97ec29a7eb5b1697.png")
    }

    @Test func aFreshThumbnailIsUsedAndDecodesToTheTile() async throws {
        #expect(await found() == nil)
        let png = try leave()
        #expect(await found() == png)
        let pixels = try await PixbufDecoder(width: 1).pixels(png, 208, 208)
        #expect(pixels.size == PixelSize(square: 208))
        #expect(pixels.colour(20, 20).isNear(.red) && pixels.colour(180, 180).isNear(.white))
    }

    @Test func aThumbnailOfAnEarlierFileIsNotUsed() async throws {
        try leave(modified: "\(modified(photo) - 1)")
        #expect(await found() == nil)
        try leave(modified: "yesterday")
        #expect(await found() == nil)
        try leave(
            Painting.quarters(512, 341).encoded("png", options: ["tEXt::Thumb::URI": try uri(photo)]), on: "x-large")
        #expect(await found() == nil)
        try leave()
        #expect(await found() != nil)
        scratch.write("Tür & 50 % #1.jpg", [9])
        var earlier = utimbuf(actime: 1_000_000_000, modtime: 1_000_000_000)
        utime(photo, &earlier)
        #expect(await found() == nil)
    }

    /// A program that sets the time back leaves a thumbnail that looks fresh.
    @Test func aThumbnailThatIsOlderThanTheLastChangeIsNotUsed() async throws {
        try leave()
        let name = try #require(ThumbnailFolder.name(for: uri(photo)))
        let thumbnail = try #require(FilePath.status(of: scratch.path + "/thumbnails/x-large/" + name)).st_ctim
        #expect(await found() != nil)
        repeat { chmod(photo, 0o600) } while try isOlder(#require(FilePath.status(of: photo)).st_ctim, thumbnail)
        #expect(await found() == nil)
    }

    private func isOlder(_ time: timespec, _ other: timespec) -> Bool {
        (time.tv_sec, time.tv_nsec) <= (other.tv_sec, other.tv_nsec)
    }

    @Test func theLengthCountsWhereTheThumbnailNamesIt() async throws {
        try leave(size: "4")
        #expect(await found() == nil)
        try leave(size: "5")
        #expect(await found() != nil)
    }

    @Test func aThumbnailThatNamesAnotherFileIsNotUsed() async throws {
        try leave(uri: try uri(photo) + "x")
        #expect(await found() == nil)
        // The same file, escaped by other rules.
        try leave(uri: try uri(photo).replacing("%20", with: "+"))
        #expect(await found() == nil)
    }

    @Test func aThumbnailWithFewerPixelsThanTheTileIsNotUsed() async throws {
        try leave(on: "large", 256, 171)
        #expect(await found() == nil)
        #expect(await found(256, 171) != nil)
        #expect(await found(257, 100) == nil)
        // The next size up has enough.
        let png = try leave(on: "xx-large", 1024, 683)
        #expect(await found() == png)
    }

    @Test func textsThatArePackedAreRead() async throws {
        let uri = Array(try uri(photo).utf8)
        let png = Painting.quarters(512, 341).encoded("png", options: ["tEXt::Thumb::MTime": "\(modified(photo))"])
        try leave(Self.png(png, adding: "zTXt", Array("Thumb::URI\0\0".utf8) + Self.deflated(uri)), on: "x-large")
        #expect(await found() != nil)
        try leave(Self.png(png, adding: "zTXt", Array("Thumb::URI\0\0".utf8) + [1, 2, 3]), on: "x-large")
        #expect(await found() == nil)
        // A text that unpacks to more than an address has.
        let bomb = Self.deflated(uri + [UInt8](repeating: 0, count: 1 << 20))
        try leave(Self.png(png, adding: "zTXt", Array("Thumb::URI\0\0".utf8) + bomb), on: "x-large")
        #expect(await found() == nil)
    }

    @Test func brokenThumbnailsAreNotUsed() async throws {
        let png = try leave()
        for length in stride(from: 0, to: png.count - 12, by: 37) {
            try leave(Array(png.prefix(length)), on: "x-large")
            #expect(await found() == nil)
        }
        try leave(Array("no picture".utf8), on: "x-large")
        #expect(await found() == nil)
    }

    // MARK: PNG by hand

    /// A chunk behind the header. Its checksum stays zero: nobody here looks at it.
    private static func png(_ png: [UInt8], adding type: String, _ content: [UInt8]) -> [UInt8] {
        let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) }
        return Array(png.prefix(33)) + length + Array(type.utf8) + content + [0, 0, 0, 0] + Array(png.dropFirst(33))
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9)!
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var packed = [UInt8](repeating: 0, count: bytes.count + 100)
        var (read, written): (gsize, gsize) = (0, 0)
        let result = g_converter_convert(
            compressor, bytes, gsize(bytes.count), &packed, gsize(packed.count), G_CONVERTER_INPUT_AT_END, &read,
            &written,
            nil)
        precondition(result == G_CONVERTER_FINISHED)
        return Array(packed.prefix(Int(written)))
    }
}
