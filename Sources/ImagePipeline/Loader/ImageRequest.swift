// One picture at one size: what is asked of the loader, and the keys under which its work is shared.
public import Photos

/// A picture wanted at exactly one size.
public struct ImageRequest: Hashable, Sendable {
    /// What the result is delivered and cached under.
    public let key: ImageKey
    /// Where the bytes come from.
    public let location: ImageLocation
    /// What a person calls the photo; named in errors, no part of the identity.
    public let title: String

    public init(
        source: SourceID, photo: Photo, location: ImageLocation, size: PixelSize, fit: Fit,
        region: PictureRegion? = nil, processors: [Processor] = []
    ) {
        key = ImageKey(
            source: source, photo: photo.id, version: photo.version, size: size, fit: fit, region: region,
            processors: processors)
        self.location = location
        title = photo.title
    }

    /// The same picture with other work done to it.
    public init(_ other: ImageRequest, processors: [Processor]) {
        let key = other.key
        self.key = ImageKey(
            source: key.source, photo: key.photo, version: key.version, size: key.size, fit: key.fit, region: key.region,
            processors: processors)
        location = other.location
        title = other.title
    }

    public static func == (a: Self, b: Self) -> Bool { a.key == b.key && a.location == b.location }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Identity of pixels: source and account, photo, version, device pixels, crop and what was done to them. Structured, so
/// that nothing aliases.
public struct ImageKey: Hashable, Sendable {
    public let source: SourceID
    public let photo: PhotoID
    public let version: String
    /// For `.fill` the exact size of the result; for `.fit` the box it lies in. A smaller picture is not upscaled.
    public let size: PixelSize
    public let fit: Fit
    /// The part that is wanted in the place of the picture, of a decoder that can make it without the rest; another one
    /// makes the picture as if there were none. What is made for a region is handed over and not stored in memory.
    public let region: PictureRegion?
    /// What is done to the picture after its decode, in this order.
    public let processors: [Processor]

    public init(
        source: SourceID, photo: PhotoID, version: String, size: PixelSize, fit: Fit, region: PictureRegion? = nil,
        processors: [Processor] = []
    ) {
        self.source = source
        self.photo = photo
        self.version = version
        self.size = size
        self.fit = fit
        self.region = region
        self.processors = processors
    }

    /// What tells the pictures of one source apart; the rest is compared. Keys are hashed for every tile in every frame
    /// that scrolls, and each string costs.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(photo)
        hasher.combine(size)
        hasher.combine(processors.count)
    }
}

/// Identity of encoded bytes: two sizes of one file share a fetch.
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
}
