// The making of previews that are kept of photos on shares.
public import Codecs
public import ImagePipeline
public import Photos

/// Reads photos on shares and keeps a preview of each on this machine, for when the share is out of reach.
///
/// Isolation: callable from any task. The share is read with the lowest priority; what is read is not stored itself.
public struct PreviewKeeper: Sendable {
    private let shares: any ShareFiles
    private let photos: DiskCache?
    private let decoder: PixbufDecoder
    private let previews: KeptPreviews

    /// - Parameters:
    ///   - photos: What has been fetched before; nil for nothing.
    ///   - previews: Where they are kept.
    public init(_ shares: any ShareFiles, photos: DiskCache?, decoder: PixbufDecoder, previews: KeptPreviews) {
        (self.shares, self.photos, self.decoder, self.previews) = (shares, photos, decoder, previews)
    }

    /// Keeps the preview of a photo, unless it is kept.
    /// - Returns: `.unsuited` for a video, too.
    /// - Throws: `LoadFailure`, `CancellationError`.
    public func keep(
        _ photo: Photo, of source: SourceID, at location: ImageLocation
    ) async throws -> KeptPreviews.Outcome {
        let request = KeptPreviews.request(for: photo, of: source, at: location)
        guard let address = location.share, !VideoFile.covers(address.name.text) else { return .unsuited }
        if await previews.contains(request) { return .kept }
        let bytes: EncodedBytes
        if let stored = try await photos?.photo(for: FetchKey(request), priority: .speculative) {
            bytes = stored.bytes
        } else {
            let ticket = FetchTicket(title: photo.title, priority: .speculative)
            let limit = TransferRequest(url: address.text).byteLimit
            bytes = try await shares.whole(address, limit: limit, ticket: ticket)
        }
        let image = try await decoder.decode(bytes, for: request, priority: .speculative)
        return await previews.keep(image, for: request)
    }
}
