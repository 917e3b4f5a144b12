// What can be made to go wrong, or otherwise than at the real service, as a value. Nothing of it is on unless somebody
// says so.

/// A set of faults, given at the start or set while the server runs.
public struct Faults: Hashable, Sendable {
    /// Extra time before an answer, in milliseconds: `milliseconds`, and up to `jitter` more.
    public struct Latency: Hashable, Sendable {
        /// The least extra time, milliseconds.
        public var milliseconds: Int
        /// What chance adds at most, milliseconds.
        public var jitter: Int

        /// Values below 0 become 0.
        public init(milliseconds: Int, jitter: Int = 0) {
            self.milliseconds = max(0, milliseconds)
            self.jitter = max(0, jitter)
        }
    }

    /// What happens to a request that a rule picks.
    public enum Effect: Hashable, Sendable {
        /// An error status; `retryAfterSeconds` adds the header.
        case status(Int, retryAfterSeconds: Int?)
        /// The connection is closed without an answer.
        case reset
        /// A page of HTML under status 200, as a captive portal sends it.
        case wrongType
        /// The whole length is announced, this many bytes are sent (nil: half), then the connection is closed.
        case truncate(bytes: Int?)
        /// The announced length is off by this: more closes the connection early, fewer cuts the body.
        case wrongLength(by: Int)
        /// A redirect to the very same URL.
        case redirectLoop
        /// A redirect to a port where nobody listens.
        case deadRedirect
        /// The key of the links changes after this answer: every link given out before answers 400.
        case rotateSecret
        /// A redirect to the same place under another scheme, as `file` or `ws`.
        case redirectScheme(String)
        /// A length of −1, an ETag, half of the body, and a reset.
        case negativeLength
        /// A body without an end.
        case endlessBody
        /// Headers without an end.
        case endlessHeaders
        /// A body in chunks whose connection is closed in order after the first one.
        case cutChunks
        /// A body that breaks off and goes on for ever when its rest is asked for.
        case overrun
        /// A picture that is made to exhaust its reader.
        case crafted(CraftedPicture)
    }

    /// Which requests an effect falls on.
    public enum Trigger: Hashable, Sendable {
        case always
        /// The n-th, 2n-th, 3n-th … request.
        case every(Int)
        /// The n-th request only.
        case once(Int)
    }

    /// One effect on some requests of one host, or of both. Each rule counts its own requests. Of several rules that
    /// pick one request the first wins.
    public struct Rule: Hashable, Sendable {
        /// nil: requests to either host.
        public var host: ServiceHost?
        /// Which requests are hit.
        public var trigger: Trigger
        /// What happens to them.
        public var effect: Effect

        /// A rule for every request of both hosts, unless told otherwise.
        public init(_ effect: Effect, _ trigger: Trigger = .always, host: ServiceHost? = nil) {
            self.host = host
            self.trigger = trigger
            self.effect = effect
        }
    }

    /// Extra time by host; none: answers at once.
    public var latency: [ServiceHost: Latency]
    /// Speed of every connection to a host in bytes a second; none: as fast as the peer reads.
    public var bytesPerSecond: [ServiceHost: Int]
    /// By how many photos pages after the first lag behind, so that pages overlap.
    public var listShift: Int
    /// What else is odd about every page of the listing.
    public var listing: ListingFaults
    /// What the image host says to caches.
    public var caching: Caching
    /// Asked in order; the first that picks a request decides.
    public var rules: [Rule]

    /// Without arguments: nothing goes wrong.
    public init(
        latency: [ServiceHost: Latency] = [:], bytesPerSecond: [ServiceHost: Int] = [:], listShift: Int = 0,
        listing: ListingFaults = ListingFaults(), caching: Caching = Caching(), rules: [Rule] = []
    ) {
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
        self.listShift = listShift
        self.listing = listing
        self.caching = caching
        self.rules = rules
    }
}
