// Faults, and other deviations from the real service, as a value. All of them are off by default.

/// Set of faults, given at the start or changed while the server runs.
public struct Faults: Hashable, Sendable {
    /// Extra delay before a response, in milliseconds: `milliseconds`, and up to `jitter` more.
    public struct Latency: Hashable, Sendable {
        /// Minimum extra delay, milliseconds.
        public var milliseconds: Int
        /// Maximum random addition, milliseconds.
        public var jitter: Int

        /// Values below 0 become 0.
        public init(milliseconds: Int, jitter: Int = 0) {
            self.milliseconds = max(0, milliseconds)
            self.jitter = max(0, jitter)
        }
    }

    /// Effect on a request that a rule selects.
    public enum Effect: Hashable, Sendable {
        /// An error status; `retryAfterSeconds` adds a Retry-After header.
        case status(Int, retryAfterSeconds: Int?)
        /// The connection is closed without a response.
        case reset
        /// A page of HTML under status 200, as a captive portal sends it.
        case wrongType
        /// The full length is announced, this many bytes are sent (nil: half), then the connection is closed.
        case truncate(bytes: Int?)
        /// The announced length is wrong by this: a positive difference closes the connection early, a negative one
        /// cuts the body.
        case wrongLength(by: Int)
        /// A redirect to the very same URL.
        case redirectLoop
        /// A redirect to a port on which nothing listens.
        case deadRedirect
        /// The key of the links changes after this response: every link issued before answers 400.
        case rotateSecret
        /// A redirect to the same address under another scheme, such as `file` or `ws`.
        case redirectScheme(String)
        /// A length of −1, an ETag, half of the body, and a reset.
        case negativeLength
        /// A body without an end.
        case endlessBody
        /// Headers without an end.
        case endlessHeaders
        /// A chunked body whose connection is closed in an orderly way after the first chunk.
        case cutChunks
        /// A body that breaks off, and is endless when its rest is requested.
        case overrun
        /// A picture that is designed to exhaust its reader.
        case crafted(CraftedPicture)
    }

    /// Selection of the requests that an effect applies to.
    public enum Trigger: Hashable, Sendable {
        case always
        /// The n-th, 2n-th, 3n-th … request.
        case every(Int)
        /// The n-th request only.
        case once(Int)
    }

    /// One effect on some requests of one host or of both. Each rule counts its own requests. If several rules select a
    /// request, the first wins.
    public struct Rule: Hashable, Sendable {
        /// Host whose requests are selected; nil for either.
        public var host: ServiceHost?
        /// Selection of requests.
        public var trigger: Trigger
        /// Effect on them.
        public var effect: Effect

        /// Creates a rule, by default for every request of both hosts.
        public init(_ effect: Effect, _ trigger: Trigger = .always, host: ServiceHost? = nil) {
            self.host = host
            self.trigger = trigger
            self.effect = effect
        }
    }

    /// Extra delay by host; none for hosts that are missing.
    public var latency: [ServiceHost: Latency]
    /// Speed of every connection to a host in bytes per second; a missing host writes as fast as the peer reads.
    public var bytesPerSecond: [ServiceHost: Int]
    /// Number of photos by which pages after the first lag, so that pages overlap.
    public var listShift: Int
    /// Further faults of every page of the listing.
    public var listing: ListingFaults
    /// Caching headers of the image host.
    public var caching: Caching
    /// Rules in order; the first that selects a request applies.
    public var rules: [Rule]

    /// Creates a set of faults; none by default.
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
