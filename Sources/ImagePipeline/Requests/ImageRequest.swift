// A request for one image at one size, and the keys under which its work is shared.
public import Photos

/// A request for an image of exactly one size.
public struct ImageRequest: Hashable, Sendable {
    /// The key of the result in deliveries and caches.
    public let key: ImageKey
    /// The origin of the bytes.
    public let location: ImageLocation
    /// The photo's name for people, used in errors; no part of the identity.
    public let title: String

    public init(
        source: SourceID, photo: Photo, location: ImageLocation, size: PixelSize, fit: Fit,
        region: PictureRegion? = nil, page: Int = 0, processors: [Processor] = []
    ) {
        key = ImageKey(
            source: source, photo: photo.id, version: photo.version, size: size, fit: fit, region: region, page: page,
            processors: processors)
        self.location = location
        title = photo.title
    }

    /// The same image with other processing steps.
    public init(_ other: ImageRequest, processors: [Processor]) {
        let key = other.key
        self.key = ImageKey(
            source: key.source, photo: key.photo, version: key.version, size: key.size, fit: key.fit,
            region: key.region, page: key.page, processors: processors)
        location = other.location
        title = other.title
    }

    public static func == (a: Self, b: Self) -> Bool { a.key == b.key && a.location == b.location }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Clockwise quarter turns, 0…3, that belong to this version of the photo and are not in its file.
    public var quarterTurns: Int {
        guard case .file = location else { return 0 }
        return FileVersion.quarterTurns(in: key.version)
    }
}

/// Identity of pixels: source, photo, version, device pixels, crop and processing steps. Structured rather
/// than text, so that no two keys look alike.
public struct ImageKey: Hashable, Sendable {
    public let source: SourceID
    public let photo: PhotoID
    public let version: String
    /// For `.fill` the exact size of the result; for `.fit` the box it lies in. A smaller photo is not upscaled.
    public let size: PixelSize
    public let fit: Fit
    /// The part that is wanted in place of the whole, from a decoder that can decode it alone; another decoder makes
    /// the whole image. An image for a region is handed over and not stored in memory.
    public let region: PictureRegion?
    /// The page of a file that has several, counted from 0; the decoder takes its last one where there are fewer.
    public let page: Int
    /// Processing steps after the decode, in this order.
    public let processors: [Processor]

    public init(
        source: SourceID, photo: PhotoID, version: String, size: PixelSize, fit: Fit, region: PictureRegion? = nil,
        page: Int = 0, processors: [Processor] = []
    ) {
        self.source = source
        self.photo = photo
        self.version = version
        self.size = size
        self.fit = fit
        self.region = region
        self.page = page
        self.processors = processors
    }

    /// Whether the image shows the photo as its tile does: its first page, all of it, unprocessed.
    var isOfWholePhoto: Bool { processors.isEmpty && region == nil && page == 0 }

    /// Hashes what differs between the images of one source; the rest is only compared. Keys are hashed for every tile
    /// in every frame of a scroll, and each string costs.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(photo)
        hasher.combine(size)
        hasher.combine(processors.count)
    }
}

/// The identity of encoded bytes: two sizes of one file share a fetch.
public struct FetchKey: Hashable, Sendable {
    public let source: SourceID
    public let photo: PhotoID
    public let version: String
    public let location: ImageLocation

    public init(source: SourceID, photo: PhotoID, version: String, location: ImageLocation) {
        self.source = source
        self.photo = photo
        self.version = version
        self.location = location
    }

    public init(_ request: ImageRequest) {
        source = request.key.source
        photo = request.key.photo
        version = request.key.version
        location = request.location
    }

    /// Hashes the photo, as `ImageKey` does: one photo has few locations.
    public func hash(into hasher: inout Hasher) { hasher.combine(photo) }
}

extension ImageRequest {
    /// The same image without its last processing step.
    var beforeLastStep: ImageRequest { ImageRequest(self, processors: Array(key.processors.dropLast())) }
}

extension FetchKey {
    /// Whether the bytes are of the same photo, perhaps in another size.
    func isSamePhoto(as other: FetchKey) -> Bool {
        photo == other.photo && source == other.source && version == other.version
    }
}
