// Finished tiles of local files: asked before a file is read, kept after one was decoded.
import Photos

extension ImageLoader {
    /// Pixels a side up to which a cropped picture is a tile; larger ones are worth their decode, and a whole one may be
    /// played, which takes its file.
    static let largestTile = 512

    private nonisolated func isTile(_ request: ImageRequest) -> Bool {
        guard case .file = request.location, request.key.processors.isEmpty, request.key.fit == .fill else { return false }
        return max(request.key.size.width, request.key.size.height) <= Self.largestTile
    }

    /// Asks the store for the picture, if it is one of those that it keeps.
    /// - Returns: whether it was asked.
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

    /// Offers a picture that was decoded from its file to the store. Everyone who waited has been told by now.
    func keepTile(_ image: any DecodedImage, for request: ImageRequest) {
        guard let tiles, isTile(request) else { return }
        Task(priority: .low) { @concurrent in await tiles.keep(image, for: request) }
    }
}
