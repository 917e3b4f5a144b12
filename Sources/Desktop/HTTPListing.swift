// The sources' way to their listings: the port of PhotoSources over the HTTP room.
import ImagePipeline
import Logging
public import PhotoSources
import Photos

extension HTTPLoader: ListingTransport {
    /// Asks for exactly `application/json`: Picsum answers errors as text to any longer list.
    public nonisolated func listing(at url: String, title: String) async throws -> ListingAnswer {
        let answer = try await get(url, title: title, accept: "application/json")
        Logger(label: "http").debug(
            "listing", metadata: ["url": "\(url)", "status": "\(answer.status)", "bytes": "\(answer.body.count)"])
        if let reason = answer.failure { throw LoadFailure(stage: .listing, culprit: title, reason: reason) }
        guard answer.status == 200 else {
            throw LoadFailure(stage: .listing, culprit: title, reason: .httpStatus(answer.status))
        }
        var body: [UInt8] = []
        answer.body.storage.withBytes { body = Array($0) }
        return ListingAnswer(body: body, link: answer.headers["link"])
    }
}
