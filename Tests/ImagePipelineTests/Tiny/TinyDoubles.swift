// Doubles for tests of tiny pictures: a listing by arithmetic, and a codec whose stored form is the image's title.
import Photos
import Synchronization

@testable import ImagePipeline

/// Photos called by their positions, in local files.
struct NumberedListing: TinyListing {
    static let collection = PhotoRef.Collection.next()

    var count = 10_000
    var version = "1"
    var size = PixelSize(square: 24)
    var fit = Fit.fill
    /// Positions that have been looked at.
    let looked = Probe([Int]())

    static func ref(_ position: Int) -> PhotoRef { PhotoRef(collection, slot: UInt32(position)) }

    var source: SourceID { sampleSource }
    func wanted(at positions: Range<Int>) -> [TinyWanted] {
        positions.clamped(to: 0..<count).map { TinyWanted(ref: Self.ref($0), size: size, fit: fit) }
    }
    func photos(of refs: [PhotoRef]) -> [Photo] {
        looked.change { $0 += refs.map { Int($0.slot) } }
        return refs.map { Photo(id: PhotoID("\($0.slot)"), title: "photo \($0.slot)", version: version) }
    }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        .file("/photos/\(photo.id.text).jpg")
    }
    func position(of ref: PhotoRef) -> Int? { Int(ref.slot) < count ? Int(ref.slot) : nil }
}

struct NamingCodec: TinyCodec {
    func request(for form: TinyForm) -> (size: PixelSize, fit: Fit) {
        form == .square ? (PixelSize(square: 48), .fill) : (PixelSize(square: 96), .fit)
    }
    private static let uncertain: UInt8 = 0x80

    func encode(_ image: any DecodedImage, _ form: TinyForm, isCertain: Bool) -> [UInt8]? {
        (image as? TestImage).map { [form.rawValue | (isCertain ? 0 : Self.uncertain)] + Array($0.title.utf8) }
    }
    func isCertain(_ stored: EncodedBytes) -> Bool { stored.array.first.map { $0 & Self.uncertain == 0 } ?? false }
    func decode(_ stored: EncodedBytes, for size: PixelSize, _ fit: Fit) -> TinyPicture? {
        guard let form = stored.array.first, TinyForm(rawValue: form & ~Self.uncertain) != nil else { return nil }
        let value = UInt16(stored.array.last ?? 0)
        return TinyPicture(size: size, pixels: ContiguousArray(repeating: value, count: size.area))
    }
}

/// A session with its doubles.
struct TinyBench {
    let disk = MemoryDisk()
    let pack: TilePack
    let store: TinyStore
    let bytes: ScriptedByteLoader
    let decoder: ScriptedDecoder
    let memory = TestCache(budget: 1 << 20)
    let colours = ColourTable()
    let loader: TestLoader
    let session: TestSession
    /// How often something could be taken after nothing could.
    let arrivals = Probe(0)

    init(
        bytes: ScriptedByteLoader = ScriptedByteLoader(), decoder: ScriptedDecoder = ScriptedDecoder(),
        hasStore: Bool = true, decodeLimit: Int = 2, clock: any Clock<Duration> = ContinuousClock(),
        allowsBackfill: @escaping @Sendable () -> Bool = { true }, allowance: Duration = .seconds(600)
    ) {
        pack = TilePack(folder: disk.folder(), budget: 8 << 20, executor: SerialJobs())
        store = TinyStore(pack: pack, codec: NamingCodec())
        (self.bytes, self.decoder) = (bytes, decoder)
        loader = ImageLoader(
            bytes: bytes, decoder: decoder, memory: memory, colours: colours, tinyCodec: NamingCodec(),
            tinyStore: hasStore ? store : nil,
            configuration: .init(
                decodeLimit: decodeLimit, allowsBackfill: allowsBackfill, backfillAllowance: allowance, clock: clock,
                random: { 0 }))
        let arrivals = arrivals
        session = loader.makeSession { arrivals.change { $0 += 1 } }
    }

    var table: TinyTable { session.tinyPictures! }

    func want(_ visible: Range<Int>, around: [Range<Int>] = [], of listing: NumberedListing = NumberedListing()) {
        session.want(TinyWish(listing: listing, visible: visible, around: around))
    }

    func hasPicture(_ position: Int) -> Bool { table.entry(of: NumberedListing.ref(position))?.picture != nil }
    func untilPictures(_ positions: Range<Int>) async { await eventually { positions.allSatisfy(hasPicture) } }

    func request(_ position: Int, version: String = "1") -> ImageRequest {
        tileRequest(position, side: 48, version: version)
    }
    func keep(_ positions: Range<Int>) async {
        await keep(positions.map { ($0, [1] + Array("photo \($0)".utf8)) })
    }
    func keep(_ pictures: [(position: Int, bytes: [UInt8])]) async {
        await store.keep(
            missing: pictures.compactMap { position, bytes in
                TileKey(request(position), .square).map { (key: $0, bytes: EncodedBytes(bytes)) }
            })
    }
    func isStored(_ position: Int) async -> Bool {
        guard let key = TileKey(request(position), .square) else { return false }
        return await pack.contains(key)
    }
}
