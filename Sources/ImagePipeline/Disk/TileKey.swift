// What a finished tile is kept under: a file as it was, and the pixels that were made of it.
import Photos

/// The identity of a kept tile: path, version, size and fit. The path stands for the photo, so that a file is found again
/// whichever folder or list it is shown from.
public struct TileKey: Hashable, Sendable {
    /// A version, then each part preceded by its length: no two keys look alike.
    let bytes: [UInt8]

    /// Of the way in which pixels are made: what an earlier one has left is not found. 2: their colours are those of sRGB;
    /// of 1 they were still those of the file's own profile.
    private static let version: UInt8 = 2

    /// Nil for what is not kept: what is remote, what was worked on, what is large, and files of which no version is known.
    public init?(_ request: ImageRequest) {
        let key = request.key
        guard case .file(let path) = request.location, key.processors.isEmpty, !key.version.isEmpty,
            key.size.longerSide <= ImageLoader.largestTile
        else { return nil }
        let parts = [path, key.version, "\(key.size.width)", "\(key.size.height)", key.fit.rawValue]
        bytes = parts.reduce(into: [Self.version]) { $0.append(text: $1) }
    }
}
