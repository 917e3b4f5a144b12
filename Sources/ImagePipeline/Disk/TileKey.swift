// The key of a stored tile: a version of a file, and the size and fit of the pixels made from it.
import Photos

/// The identity of a stored tile: path, version, size and fit. The path stands for the photo, so that a tile is found
/// again whatever folder or list shows the file.
public struct TileKey: Hashable, Sendable {
    /// The version of this format, then each part preceded by its length, so that different keys have different bytes.
    let bytes: [UInt8]

    /// The version of the way pixels are made; tiles of other versions are not found. 3: colours that are
    /// stated by numbers (nclx, cICP, gAMA, cHRM) and those of inks count; before 2, no colour was sRGB unless the
    /// file's was.
    private static let version: UInt8 = 3

    /// Creates the key of a request; nil for tiles that are not stored: those of services, processed or large
    /// ones, and those of files without a known version.
    public init?(_ request: ImageRequest) {
        let key = request.key
        guard let path = request.location.filePlace, key.isOfWholePhoto, !key.version.isEmpty,
            key.size.longerSide <= ImageRequest.largestTile
        else { return nil }
        let parts = [path, key.version, "\(key.size.width)", "\(key.size.height)", key.fit.rawValue]
        bytes = parts.reduce(into: [Self.version]) { $0.append(text: $1) }
    }

    /// Creates the key of a photo's preview that is kept; nil for those that are not: of photos of services, and of
    /// files without a known version.
    init?(previewOf request: ImageRequest) {
        guard let place = request.location.filePlace, !request.key.version.isEmpty else { return nil }
        bytes = [place, request.key.version, "preview"].reduce(into: [Self.version]) { $0.append(text: $1) }
    }

    /// Creates the key of a photo's tiny picture; nil for those that are not stored: of photos of services, and of
    /// files without a known version.
    init?(_ request: ImageRequest, _ form: TinyForm) {
        guard let path = request.location.filePlace, !request.key.version.isEmpty else { return nil }
        let parts = [path, request.key.version, "tiny", "\(form.rawValue)"]
        bytes = parts.reduce(into: [Self.version]) { $0.append(text: $1) }
    }
}
