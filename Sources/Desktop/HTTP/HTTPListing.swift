// Listing requests over HTTP: `HTTPLoader` as the transport of PhotoSources.
import CGLib
import ImagePipeline
import Logging
public import PhotoSources
import Photos

extension HTTPLoader: ListingTransport {
    /// Most bytes read of a listing: 40 KB for each of the hundred photos of a page; Picsum's take 200 bytes.
    static let listingLimit = 4 << 20

    /// Requests exactly `application/json`: Picsum answers errors as text to any longer list.
    public nonisolated func listing(at url: String, title: String) async throws -> ListingAnswer {
        let request = TransferRequest(
            url: url, headers: ["Accept": "application/json"], byteLimit: Self.listingLimit)
        let answer = try await listingAnswer(to: request, title: title)
        Logger(label: "http").debug(
            "listing", metadata: ["url": "\(url)", "status": "\(answer.head.status)", "bytes": "\(answer.body.count)"])
        let now = Int(g_get_real_time() / 1_000_000)
        if let reason = answer.head.failure(now: now) {
            throw LoadFailure(stage: .listing, culprit: title, reason: reason)
        }
        guard answer.head.status == 200 else {
            throw LoadFailure(stage: .listing, culprit: title, reason: .httpStatus(answer.head.status))
        }
        return ListingAnswer(body: Array(answer.body.storage), link: answer.head.headers["link"])
    }
}
