// The bytes of videos as the pipeline sees them: those of a thumbnail.
import Codecs
public import ImagePipeline
import Photos
import Synchronization

/// A loader that gives the thumbnail of a video in place of its bytes: the desktop's own, or a new one by the desktop's
/// thumbnail service or by an installed program. Threads and connections are made at the first video.
///
/// At most two are made at once: the pipeline asks for that many (`HostLimits.videos`), and there are as many threads.
public final class VideoByteLoader: ByteLoader {
    private let thumbnails: VideoThumbnails
    private let makeService: (@Sendable () -> ThumbnailService)?
    private let service = Mutex<ThumbnailService?>(nil)
    private let pool = Mutex<WorkerPool?>(nil)

    private static let width = 2

    /// - Parameter isKept: Whether new thumbnails are put into the desktop's store. Where they are not, the desktop's
    ///   service, which does so, is not asked.
    public convenience init(isKept: Bool) {
        let service: @Sendable () -> ThumbnailService = { ThumbnailService() }
        self.init(VideoThumbnails(isKept: isKept), service: isKept ? service : nil)
    }

    /// - Parameter service: Makes the client of the service; nil where that is not asked.
    init(_ thumbnails: VideoThumbnails, service: (@Sendable () -> ThumbnailService)?) {
        self.thumbnails = thumbnails
        makeService = service
    }

    /// Returns the thumbnail of the video at a `.file` location.
    /// - Throws: `LoadFailure` with the reason `.noThumbnail` if there is none and none can be made.
    public func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        let title = ticket.title
        guard case .file(let path) = key.location else {
            throw LoadFailure(stage: .fetch, culprit: title, reason: .unreadable(Message("it is a URL, not a file")))
        }
        let look = try await run(ticket) { [thumbnails] in try thumbnails.look(for: path.text, title: title) }
        switch look {
        case .found(let picture): return FetchedBytes(picture, from: .file)
        case .missing(let missing):
            let made = missing.hasFailed ? nil : try await make(missing, ticket)
            guard let picture = made ?? missing.smaller else {
                throw LoadFailure(stage: .fetch, culprit: title, reason: .noThumbnail)
            }
            return FetchedBytes(picture, from: .file)
        }
    }

    private func make(_ missing: VideoThumbnails.Missing, _ ticket: FetchTicket) async throws -> EncodedBytes? {
        if let service = thumbnailService, let type = missing.type,
            let size = try await service.make(uri: missing.file.uri, type: type)
        {
            let stored = try await run(ticket) { [thumbnails] in thumbnails.stored(missing.file, size) }
            if let stored { return stored }
        }
        return try await run(ticket) { [thumbnails] in try thumbnails.make(missing) }
    }

    /// The client of the service, which is made at the first use.
    private var thumbnailService: ThumbnailService? {
        service.withLock { service in
            service = service ?? makeService?()
            return service
        }
    }

    private func run<Result: Sendable>(
        _ ticket: FetchTicket, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let pool = pool.withLock { pool in
            let new = pool ?? WorkerPool(name: "thumbnail", width: Self.width, niceness: 19)
            pool = new
            return new
        }
        return try await pool.run(priority: ticket.priority, body)
    }
}
