// The program's object graph, put together from the options: loader, sources and pages. The only file that knows them
// all.
package import Browse
import CGTK
import Codecs
import Desktop
import Dispatch
import ImagePipeline
import Library
import Logging
import PhotoSources
import Photos

/// The long-lived objects of the program. One for the life of the application.
package final class Composition {
    package let options: LaunchOptions
    /// What the user has chosen for all windows.
    let preferences: Preferences
    /// Side of a tile in logical pixels.
    var tileSize: Int { options.tileSize ?? GridMetrics.defaultTileSize }
    package let loader: PhotoLoader
    private(set) lazy var facts: any FactsReader = ShareFactsReader(
        shares, sidecars: shareSidecars,
        files: FileFactsReader(readsDetails: true, engine: decoding, kept: kept, turned: turned))
    /// The confined processes in which pictures are decoded and files are parsed; nil for this process.
    private let decoding: DecodeProcesses?
    /// The disk caches; nil where nothing is to be kept between runs.
    package let disk: DiskStore?
    /// What is known of files. Kept between runs together with the disk caches; its file is opened at the first use.
    private(set) lazy var catalogue = Catalogue(
        path: options.usesDiskCache
            ? options.cacheDirectory.map { $0 + "/" + Catalogue.fileName } ?? Catalogue.userPath(AppIdentity.dataFolder)
            : nil)
    /// Finds out the facts of photos in files, behind the first screen and behind every decode.
    private(set) lazy var indexer = Indexer(
        catalogue: catalogue,
        reader: FileFactsReader(
            name: "index", width: Self.indexingWidth, niceness: 19, engine: decoding, kept: kept, turned: turned),
        limits: Indexer.Limits(width: Self.indexingWidth, headStart: .seconds(1)))
    /// The same of photos on shares.
    private lazy var shareIndexer = Indexer(
        catalogue: catalogue,
        reader: ShareFactsReader(
            shares, sidecars: shareSidecars,
            files: FileFactsReader(name: "share-index", niceness: 19, engine: decoding, kept: kept)),
        limits: Indexer.Limits(width: Self.shareIndexingWidth, headStart: .seconds(1)))
    /// The marks of photos whose folders can only be read, and the turns of photos whose files keep none. Kept between
    /// runs also where the disk caches are not.
    private lazy var markStore = MarkStore(
        path: options.cacheDirectory.map { $0 + "/" + MarkStore.fileName }
            ?? MarkStore.userPath(AppIdentity.dataFolder))
    private var kept: FileFactsReader.KeptMarks { { [markStore] in markStore.stated(of: $0, $1) } }
    /// The turns of photos that are kept elsewhere than in their files.
    private var turns: KeptTurns { KeptTurns(store: markStore, revisions: catalogue.revisions) }
    private var turned: FileFactsReader.KeptTurn { { [turns] in turns.quarters(of: $0, $1) } }
    /// Gives marks to photos.
    private(set) lazy var marking = PhotoMarking(store: markStore, reader: MarkReader(engine: decoding), drafts: drafts)
    /// The same on shares.
    private lazy var shareMarking = PhotoMarking(
        store: markStore, engine: decoding,
        shares: ShareMarkPlace(
            shares, sidecars: shareSidecars, folder: FileOperations.userFolder(AppIdentity.dataFolder)))
    /// Remembers the files that are being written, for the next start.
    let drafts = DraftRecord(folder: FileOperations.userFolder(AppIdentity.dataFolder))
    /// Operations on files, for all windows. What a crash has left is settled at the first use.
    private(set) lazy var files = {
        let folder = FileOperations.userFolder(AppIdentity.dataFolder)
        // Beside the marks where those are somewhere else.
        let history = History(folder: options.cacheDirectory ?? folder)
        let work = FileWork(
            FileOperations(
                folder: folder, marks: markStore, marking: marking, shareMarking: shareMarking, history: history,
                reader: MarkReader(engine: decoding), decoding: decoding, drafts: drafts,
                revisions: catalogue.revisions,
                shares: shareDisk),
            marking: marking, shareMarking: shareMarking, history: history)
        work.recover()
        return work
    }()
    private let http = HTTPLoader()
    /// The shares that are being connected, with the desktop's questions.
    let connections: ShareConnections
    private let shares: ShareClient
    /// Makes the port by which files are changed there, which closes what is read just then.
    private var shareDisk: @Sendable (SharePatience) -> any ShareDisk {
        { [shares] in MountedShareDisk(patience: $0) { await shares.closeFiles(on: $0) } }
    }
    /// What the listings of their folders know of sidecars.
    private let shareSidecars = ShareSidecars()
    /// HTTP as far as the user allows it.
    private let network: NetworkSwitch
    private var resizing: [ModelBinding<Int>] = []
    /// Keeps previews of photos on shares; nil where nothing is kept on the disk.
    let previewKeeper: PreviewKeeper?
    /// Makes the pages in place of the application's own; nil for those.
    private let makePage: PageFactory?
    /// HTTP, also for the addresses of the sample gallery.
    private let transport: any HTTPTransport
    private let samples: SampleService
    /// Whether the sample gallery is away.
    let sampleState = SampleState()
    /// The file that keeps the average colours of photos between runs; nil without disk caches.
    private let colourFile: ColourFile?
    /// Releases decoded images when the system runs short of memory or the window is hidden.
    let relief: MemoryRelief
    private let pressure = SystemMemoryPressure()
    private let power = SystemPowerSaver()
    /// What all windows copy.
    private(set) lazy var clipboard = ClipboardWriter()
    /// Follows whether the windows are seen.
    private(set) lazy var visibility = WindowVisibility(suspending: loader, relieving: relief)
    /// What the heap keeps of what is freed; nil where a plain grid is measured, as other programs run it.
    let heap: FrameHeap?
    /// Base URL of the default service.
    private let standardService: String

    /// Bytes of the decoded images in memory of a usual window: at 1280×800 with tiles of 208 device pixels (173 KB
    /// each) about seven screens, at 1920×1080 three, and half of the 64 MB that the whole program may use above an
    /// empty window. Larger windows have three screens, in an eighth of the machine's memory at most.
    private static let usualMemory = 32 << 20, memoryPart = 8

    /// Size of a file in bytes above which it waits for its decode in the page cache, not in the program's memory: all
    /// 24 fetches that may run bring at most 6 MB before the loader knows how large files are here.
    private static let fileMemoryLimit = 256 << 10

    /// Files on shares whose beginnings are read at once, beside what is read for the screen: each takes two requests.
    private static let shareIndexingWidth = 4

    /// Files whose headers are read at once: two keep a disk busy while one is parsed.
    private static let indexingWidth = max(2, Int(g_get_num_processors()))

    /// - Parameters:
    ///   - preferences: nil for those of a first start, which are not kept.
    ///   - sampleServer: The path of tessera-lab; nil for the installed one.
    ///   - makePage: Makes the pages in place of the application's own; nil for those.
    package init(
        options: LaunchOptions, preferences: Preferences? = nil,
        standardService: String = LaunchOptions.Subject.standardService, sampleServer: String? = nil,
        makePage: PageFactory? = nil
    ) {
        self.options = options
        heap = options.conditions.isPlain ? nil : FrameHeap()
        let preferences = preferences ?? Preferences(options)
        self.preferences = preferences
        self.makePage = makePage
        self.standardService = standardService
        let decoding = options.decodesInProcess ? nil : DecodeProcesses(report: Self.noteConfinement)
        self.decoding = decoding
        decoding?.startAhead()
        let network = NetworkSwitch(over: http)
        self.network = network
        let connections = ShareConnections()
        self.connections = connections
        shares = ShareClient { try await connections.connect($0) }
        let samples = SampleService(title: PlaceText.builtInGallery, program: sampleServer) { [sampleState] isAway in
            Task { @MainActor in sampleState.isAway = isAway }
        }
        self.samples = samples
        if options.subject == .sample { Task { await samples.startAhead() } }
        transport = SampleTransport(to: samples, http: http, others: ShareTransport(shares, others: network))
        let files = FileByteLoader(memoryLimit: Self.fileMemoryLimit)
        disk =
            options.usesDiskCache
            ? DiskStore(
                directory: options.cacheDirectory, megabytes: preferences.cacheMegabytes,
                shareMegabytes: preferences.shareMegabytes) : nil
        let remote = RemoteByteLoader(transport: transport, disk: disk?.photos)
        let bytes = SystemByteLoader(
            remote: remote, share: ShareByteLoader(shares, stored: remote, disk: disk?.photos), file: files,
            video: VideoByteLoader(isKept: options.usesDiskCache))
        let cores = Int(g_get_num_processors())
        let decoder = PixbufDecoder(width: cores, engine: decoding)
        let memory = ImageCache<Texture>(
            budget: CacheBudget(least: Self.usualMemory, most: ProcessMemory.ofMachine / Self.memoryPart))
        let relief = MemoryRelief(memory: memory) { [isPlain = options.conditions.isPlain] in
            if !isPlain { ProcessMemory.giveBack() }
        }
        self.relief = relief
        let colours = ColourTable()
        colourFile = disk?.colours(colours)
        pressure.watch { relief.report($0) }
        loader = PhotoLoader(
            bytes: bytes, decoder: TextureDecoder(decoder), processor: TextureProcessor(workers: decoder.workers),
            tiles: disk?.tiles, memory: memory, colours: colours,
            tinyCodec: TinyBlockCodec(), tinyStore: disk?.tiny,
            configuration: .init(
                decodeLimit: cores, aheadDecodeLimit: cores - 1, readAhead: FileByteLoader.width,
                storedPart: CacheBudget.screens,
                allowsBackfill: { [isSaving = power.isSaving] in !isSaving() }))
        network.isOn = preferences.allowsNetwork
        preferences.onNetwork = { network.isOn = $0 }
        resizing = [
            ModelBinding({ preferences.cacheMegabytes }) { [disk] in disk?.resize(megabytes: $0) },
            ModelBinding({ preferences.shareMegabytes }) { [disk] in disk?.resize(shareMegabytes: $0) },
        ]
        previewKeeper = disk.map { [shares] in
            PreviewKeeper(shares, photos: $0.photos, decoder: decoder, previews: $0.previews)
        }
        if let colourFile { Task { await colourFile.open() } }
    }

    /// What finds out the facts of a source's photos; nil where nothing can be found out.
    func indexer(of source: any PhotoSource) -> (any PhotoIndexing)? {
        source.indexRoot == nil ? nil : source is ShareSource ? shareIndexer : indexer
    }

    /// Says once in the log what the kernel lacks to confine pictures.
    private static let noteConfinement: @Sendable (Confinement) -> Void = { confinement in
        if let lack = confinement.lack { Logger(label: "decode").notice("\(lack)") }
    }

    /// What keeps pictures from doing harm, where something is missing; nil where nothing is, or nothing is known yet.
    var missingConfinement: Message? {
        guard let decoding else {
            return Message("Pictures are opened without a sandbox, as asked for on the command line.")
        }
        return decoding.confinement?.lack
    }

    /// Makes the source for a subject of the command line.
    /// - Parameters:
    ///   - withSubfolders: Whether a folder is shown with its subfolders.
    ///   - withHidden: Whether it is shown with the hidden files and folders in it.
    /// - Throws: `LoadFailure` with the reason.
    func openedSource(
        for subject: LaunchOptions.Subject, withSubfolders: Bool = true, withHidden: Bool = false
    ) async throws -> OpenedSource {
        switch subject {
        case .picsum:
            return OpenedSource(source: try picsum(at: standardService, title: ChoiceText.picsum))
        case .service(let base):
            return OpenedSource(source: try picsum(at: base, title: base))
        case .sample, .lastShown:
            return OpenedSource(
                source: try SampleSource(title: PlaceText.builtInGallery, service: samples, transport: http))
        case .trash: return OpenedSource(source: TrashSource(title: TrashText.trash))
        case .paths(let paths):
            // A file manager names files on shares by a path, which would be read with a round trip for each call.
            if paths.count == 1, let address = await MountedShares.address(of: paths[0].absolute) {
                return try await share(address, withSubfolders, withHidden)
            }
            return await OpenedSource.paths(
                paths, withSubfolders: withSubfolders, withHidden: withHidden, turns: turns)
        case .share(let address): return try await share(address, withSubfolders, withHidden)
        case .images(let addresses):
            return OpenedSource.images(addresses)
        }
    }

    private func share(_ address: ShareAddress, _ isDeep: Bool, _ withHidden: Bool) async throws -> OpenedSource {
        try await OpenedSource.share(
            address, withSubfolders: isDeep, withHidden: withHidden, shares: shares, sidecars: shareSidecars,
            catalogue: catalogue)
    }

    /// Makes the page for a source.
    func page(for model: GalleryModel, tileSize: Int, layout: LayoutKind, captions: Bool, events: PageEvents)
        -> any BrowsePage
    {
        if let page = makePage?(model, tileSize, transport, events) { return page }
        let page = GalleryPage(
            model: model, loader: loader, tileSize: tileSize, layout: layout, captions: captions, events: events)
        page.setSharesRows(preferences.sharesRows)
        page.setShowsEmptyStars(preferences.showsEmptyStars)
        return page
    }

    /// Limit of the wait for the last file when the program ends.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    /// Stops the gallery's server and cancels all loads, then waits up to `patience` for colours and tiny pictures to
    /// be written: the window is closed, and the process ends next.
    package func close() {
        loader.invalidate()
        decoding?.close()
        samples.close()
        guard let colourFile else { return }
        let written = DispatchSemaphore(value: 0)
        Task.detached { [loader] in
            await loader.storeTinyPictures()
            await colourFile.save()
            written.signal()
        }
        _ = written.wait(timeout: .now() + Self.patience)
    }

    private func picsum(at base: String, title: String) throws -> any PhotoSource {
        do {
            return try PicsumSource(
                base: base, title: title, transport: network)
        } catch {
            throw error.failure
        }
    }
}
