// The program's object graph, put together from the options: loader, sources and pages. The only file that knows them
// all.
import Browse
import CGTK
import Codecs
import Desktop
import Dispatch
import ImagePipeline
import Library
import PhotoSources
import Photos

/// The long-lived objects of the program. One for the life of the application.
final class Composition {
    let options: LaunchOptions
    /// Side of a tile in logical pixels.
    var tileSize: Int { options.tileSize ?? GridMetrics.defaultTileSize }
    let loader: PhotoLoader
    let facts: any FactsReader = FileFactsReader()
    /// The disk caches; nil where nothing is to be kept between runs.
    let disk: DiskStore?
    private let http = HTTPLoader()
    /// Loads bytes for the plain grid, without a cache.
    private let bytes: any ByteLoader
    private let gallery = SampleGallery()
    /// The file that keeps the average colours of photos between runs; nil without disk caches.
    private let colourFile: ColourFile?
    /// Releases decoded images when the system runs short of memory or the window is hidden.
    let relief: MemoryRelief
    private let pressure = SystemMemoryPressure()
    /// Base URL of the default service.
    private let standardService: String

    /// Limit of the decoded images in memory in bytes: at 1280×800 with tiles of 208 device pixels (173 KB each) this
    /// is about seven screens, and half of the 64 MB that the whole program may use above an empty window.
    private static let memoryBudget = 32 << 20

    /// Size of a file in bytes above which it waits for its decode in the page cache, not in the program's memory: all
    /// 24 fetches that may run bring at most 6 MB before the loader knows how large files are here. The plain grid
    /// decodes on the main thread, which must not read files.
    private static let fileMemoryLimit = 256 << 10

    init(options: LaunchOptions, standardService: String = "https://picsum.photos") {
        self.options = options
        self.standardService = standardService
        let wire = SampleGallery.Wire(gallery: gallery, http: http)
        let files = FileByteLoader(memoryLimit: options.naive ? .max : Self.fileMemoryLimit)
        disk = options.usesDiskCache ? DiskStore(directory: options.cacheDirectory) : nil
        bytes = SystemByteLoader(remote: RemoteByteLoader(transport: wire), file: files)
        let kept = SystemByteLoader(remote: RemoteByteLoader(transport: wire, disk: disk?.photos), file: files)
        let cores = Int(g_get_num_processors())
        let decoder = PixbufDecoder(width: cores)
        let memory = ImageCache<Texture>(budget: Self.memoryBudget)
        let relief = MemoryRelief(memory: memory)
        self.relief = relief
        let colours = ColourTable()
        colourFile = disk?.colours(colours)
        pressure.watch { relief.report($0) }
        loader = PhotoLoader(
            bytes: kept, decoder: TextureDecoder(decoder), processor: TextureProcessor(workers: decoder.workers),
            tiles: disk?.tiles, memory: memory, colours: colours,
            configuration: .init(decodeLimit: cores, aheadDecodeLimit: cores - 1, storedLimit: Self.memoryBudget / 4))
        if let colourFile { Task { await colourFile.open() } }
        if let disk { Task(priority: .background) { await disk.restrict() } }
    }

    /// Makes the source for a subject of the command line.
    /// - Throws: `LoadFailure` with the reason.
    func opening(for subject: LaunchOptions.Subject) async throws -> Opening {
        switch subject {
        case .standard:
            return Opening(source: try picsum(at: standardService, title: "Lorem Picsum"))
        case .service(let base):
            return Opening(source: try picsum(at: base, title: base))
        case .sample:
            return Opening(source: try await gallery.source(transport: http))
        case .paths(let paths):
            return await PathSource.opening(for: paths)
        }
    }

    /// Makes the page for a source: Tessera's grid, or one of the two for comparison.
    func page(for model: GalleryModel, tileSize: Int, fit: Fit) -> any BrowsePage {
        if options.floor { return FloorPage(model: model, tileSize: tileSize) }
        return options.naive
            ? NaivePage(model: model, bytes: bytes, tileSize: tileSize)
            : GalleryPage(model: model, loader: loader, tileSize: tileSize, fit: fit)
    }

    /// Limit of the wait for the last file when the program ends.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    /// Stops the gallery's server and cancels all loads, then waits up to `patience` for the colours to be written: the
    /// window is closed, and the process ends next.
    func close() {
        loader.invalidate()
        Task { [gallery] in await gallery.stop() }
        guard let colourFile else { return }
        let written = DispatchSemaphore(value: 0)
        Task.detached {
            await colourFile.save()
            written.signal()
        }
        _ = written.wait(timeout: .now() + Self.patience)
    }

    private func picsum(at base: String, title: String) throws -> any PhotoSource {
        do {
            return try PicsumSource(
                base: base, title: title, transport: http)
        } catch {
            throw LoadFailure(stage: .listing, culprit: base, reason: .malformedListing("\(error)"))
        }
    }
}
