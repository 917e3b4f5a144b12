// Tiny pictures of local files on disk: a pack of their own beside that of the finished tiles, because whole files of a
// pack are given up at once, and these are used at other times than the tiles.
import Photos

/// A store of tiny pictures. Those of remote photos are not kept: their versions are not known.
public struct TinyStore: Sendable {
    private let pack: TilePack
    let codec: any TinyCodec

    public init(pack: TilePack, codec: any TinyCodec) { (self.pack, self.codec) = (pack, codec) }

    /// Returns what is stored for some photos; one hop for all of them.
    /// - Parameter wanted: The photos, each with the form that is looked for.
    func stored(_ wanted: [(request: ImageRequest, form: TinyForm)]) async -> [EncodedBytes?] {
        await pack.bytes(forAll: wanted.map { TileKey($0.request, $0.form) })
    }

    /// Stores what `TinyCodec.encode` has made; one hop for all of them.
    /// - Parameters:
    ///   - missing: Stored if there is none yet.
    ///   - replacing: Stored in place of what there is. The latest of a photo counts.
    func keep(
        missing tiles: [(key: TileKey, bytes: EncodedBytes)], replacing: [(key: TileKey, bytes: EncodedBytes)] = []
    ) async {
        if !tiles.isEmpty || !replacing.isEmpty { await pack.store(missing: tiles, replacing: replacing) }
    }

    /// Returns for each photo whether its picture would be kept here and is not; one hop for all of them. Reads
    /// nothing.
    func lacks(_ wanted: [(request: ImageRequest, form: TinyForm)]) async -> [Bool] {
        await pack.lacks(wanted.map { TileKey($0.request, $0.form) })
    }

    /// Removes what could not be decoded.
    func discard(_ form: TinyForm, of request: ImageRequest) async {
        if let key = TileKey(request, form) { await pack.remove(key) }
    }
}
