// A transport that answers from a table and remembers what it was asked.
import PhotoSources
import Photos
import Synchronization

final class ScriptedTransport: ListingTransport {
    private let answers: [String: ListingAnswer]
    private let log = Mutex<[String]>([])

    init(_ answers: [String: (body: String, link: String?)]) {
        self.answers = answers.mapValues { ListingAnswer(body: Array($0.body.utf8), link: $0.link) }
    }

    var requests: [String] { log.withLock { $0 } }

    func listing(at url: String, title: String) async throws -> ListingAnswer {
        log.withLock { $0.append(url) }
        guard let answer = answers[url] else {
            throw LoadFailure(stage: .listing, culprit: title, reason: .httpStatus(404))
        }
        return answer
    }
}

/// A listing's body with these ids.
func listing(_ ids: [String]) -> String {
    "[" + ids.map { #"{"id":"\#($0)","author":"A \#($0)","width":300,"height":200}"# }.joined(separator: ",") + "]\n"
}
