// Finished tiles of local files: looked up before a file is read, stored after it was decoded.
import Photos

extension ImageLoader {
    /// Pixels per side up to which a cropped image is a tile. Larger ones are decoded from the file; a whole image may
    /// be animated, which needs its file.
    static let largestTile = 512

    private nonisolated func isTile(_ request: ImageRequest) -> Bool {
        guard case .file = request.location, request.key.processors.isEmpty, request.key.fit == .fill else { return false }
        return max(request.key.size.width, request.key.size.height) <= Self.largestTile
    }

    /// Asks the tile store for the image, if it is one that the store keeps.
    /// - Returns: whether the store was asked.
    func askTiles(for flight: PictureFlight) -> Bool {
        guard let tiles, isTile(flight.request) else { return false }
        let (request, token) = (flight.request, nextID().number)
        flight.source = .tile(nil)
        flight.token = token
        flight.state = .asking(
            Task(priority: .medium) { @concurrent in
                let tile = await tiles.tile(for: request)
                await self.tilesAnswered(request.key, token, tile)
            })
        return true
    }

    private func tilesAnswered(_ key: ImageKey, _ token: Int, _ tile: EncodedBytes?) {
        guard let flight = pictures[key], flight.token == token else { return }
        flight.state = .waiting
        if let tile { makeFrom(.tile(tile), flight) } else { awaitBytes(for: flight) }
        pump()
    }

    /// Offers an image that was decoded from its file to the tile store. Called after all subscribers have got their
    /// result.
    func keepTile(_ image: any DecodedImage, for request: ImageRequest) {
        guard let tiles, isTile(request) else { return }
        Task(priority: .low) { @concurrent in await tiles.keep(image, for: request) }
    }
}
