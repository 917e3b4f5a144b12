// Photos for the grid benches: a given folder, a generated one, or the sample gallery.
import Desktop
import FoundationEssentials
import Photos
import SampleGallery

/// Source of photos to measure with.
enum GridSource: Sendable {
    case folder(String)
    /// A temporary folder of this many generated photos.
    case generated(Int)
    /// The sample gallery of this many photos, served by this process.
    case sample(Int)

    /// Latency of each response of the sample gallery in milliseconds, as of a server on the same continent.
    static let latency = 40

    /// Creates the source for `--photos` and `--count`.
    init(photos: String?, count: Int?) {
        switch photos {
        case nil: self = .generated(count ?? 5000)
        case "sample": self = .sample(count ?? Catalogue.usualCount)
        case let folder?: self = .folder(folder)
        }
    }

    /// Description for the conditions of a report.
    var words: String {
        switch self {
        case .folder(let path): "The folder \(path)."
        case .generated(let count):
            "A folder of \(count) generated JPEGs of \(PhotoFolder.usualSize) pixels, "
                + "\(min(count, PhotoFolder.usualDistinct)) of them painted, the others further names of these."
        case .sample(let count):
            "The sample gallery of \(count) photos, served by tessera-lab over HTTP/1.1 on this machine, each answer "
                + "\(Self.latency) ms late."
        }
    }

    var isFolder: Bool {
        if case .sample = self { false } else { true }
    }
}

extension GridSource {
    /// Makes the source available, runs `work` with the argument that makes the program show it, and removes it again.
    /// - Parameter scratch: folder for generated photos; the caller removes it.
    func open<Result: Sendable>(scratch: String, _ work: (String) async throws -> Result) async throws -> Result {
        switch self {
        case .folder(let path): return try await work(path)
        case .generated(let count):
            StandardStreams.warn("Painting photos …")
            try await PhotoFolder(count: count).write(to: scratch + "/photos")
            return try await work(scratch + "/photos")
        case .sample(let count):
            let delay = Faults.Latency(milliseconds: Self.latency)
            let configuration = SampleConfiguration(
                photoCount: count, faults: Faults(latency: [.api: delay, .image: delay]))
            let server = try await SampleServer.start(configuration: configuration, painter: Painter())
            do {
                let result = try await work(server.baseURL)
                await server.stop()
                return result
            } catch {
                await server.stop()
                throw error
            }
        }
    }
}
