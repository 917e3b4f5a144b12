// Case of the conformance table: a request and its expected response.

/// Reason why a conformance run could not be carried out.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the argument is at fault, not the network.
    public let isBadURL: Bool
}

/// Request and its expected response. Paths and expectations may contain `{id}`, `{w}`, `{h}` (a photo that the server
/// lists, and its size), `{last}` (the last page at 100 photos a page) and `{root}`.
struct ConformanceCase: Sendable {
    var name: String
    var method = "GET"
    var path: String
    var headers: [String: String] = [:]
    var expectation: Expectation

    init(
        _ name: String, _ path: String, method: String = "GET", headers: [String: String] = [:],
        _ expectation: Expectation
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.headers = headers
        self.expectation = expectation
    }
}

/// Expected response.
enum Expectation: Sendable {
    /// Photo that a redirect leads to: a given one, or any that exists.
    enum Target: Hashable, Sendable { case id(String), any }

    /// 302 to the image host: this photo at this size and suffix, with exactly this query before the signature.
    case redirect(Target, size: String, suffix: String, query: String)
    /// As above, and the link leads to a picture of that size with the right headers.
    case picture(size: String, suffix: String, query: String, fileName: String)
    /// The image host refuses the link after its signature was damaged in this way.
    case refused(Damage)
    /// 301 to this target on the same host.
    case moved(to: String)
    /// An error as text, and its JSON form when that was requested.
    case error(Int, String)
    case jsonError(Int, String)
    /// This page of the listing with this limit, both after the service's limits are applied.
    case listing(page: Int, limit: Int)
    /// The last page that is not empty, at 100 photos a page.
    case lastPage
    case info
    case oldListing
    /// Two requests lead to the same photo.
    case steady
    /// A status with an empty body.
    case empty(Int)
    /// A page of the site with this type.
    case site(type: String)
    /// Headers that must have these values; a nil value means that the header is missing.
    case headers(Int, [String: String?])
    /// The path is requested from the image host.
    case imageHost(Int, String)

    enum Damage: String, Sendable, CaseIterable {
        case missing = "without its signature"
        case flipped = "with a changed signature"
        case shortened = "with a shortened signature"
        case resized = "with another width"
        case otherPhoto = "with another photo"
        case addedEffect = "with an effect added"
    }
}
