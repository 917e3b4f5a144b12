// The port through which a source fetches its pages; the adapter over HTTP is in Desktop.

/// The response to a request for a page of a listing. The adapter has checked its status.
public struct ListingAnswer: Sendable {
    /// The whole body, decoded from its transfer encodings.
    public let body: [UInt8]
    /// The `Link` header, several joined by commas; nil if there is none.
    public let link: String?

    public init(body: [UInt8], link: String?) {
        self.body = body
        self.link = link
    }
}

/// A fetcher of listing pages.
///
/// Isolation: called from a source's own callers, off the main actor; waits without blocking their thread.
public protocol ListingTransport: Sendable {
    /// Returns the response of the absolute http or https `url`, if its status is 200. `title` names the source in
    /// errors.
    /// - Throws: `LoadFailure` with stage `.listing`; `CancellationError` soon after the task is cancelled.
    func listing(at url: String, title: String) async throws -> ListingAnswer
}
