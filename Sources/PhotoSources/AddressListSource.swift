// A source of photos for images that were named by their addresses.
public import Library
public import Photos

/// The images at the given addresses in the given order, each once.
///
/// A photo's id is its address. Nothing but the images themselves is requested.
public struct AddressListSource: PagedPhotoSource {
    public let identity = SourceID("addresses")
    public let title: String
    /// The photos in their order.
    public let photos: [Photo]

    /// Creates a source of `addresses`, absolute http or https URLs. Anything else is left out.
    public init(addresses: [String]) {
        var seen: Set<WebAddress> = []
        let addresses = addresses.compactMap { WebAddress($0) }.filter { seen.insert($0).inserted }
        photos = addresses.map { Photo(id: PhotoID($0.text), title: Self.name(of: $0), link: $0.text) }
        title = photos.count == 1 ? photos[0].title : "\(photos.count) pictures"
    }

    public func page(after cursor: PageCursor?) async throws -> Page { Page(photos: photos, next: nil) }

    public func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }

    public func original(of photo: Photo) -> ImageLocation { .remote(photo.id.text) }

    /// Returns the last segment of the address's path, or its host where the path has none.
    private static func name(of address: WebAddress) -> String {
        let written = address.text.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "?" && $0 != "#" }
        let parts = written.split(separator: "/")
        return parts.last.map(String.init) ?? address.text
    }
}
