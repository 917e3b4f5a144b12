// Counters of the server, by which tests verify caching, joining and cancelling.
import Photos
import Synchronization

/// Snapshot of the server's counters.
public struct ServerCounters: Hashable, Sendable {
    /// Counters of one host.
    public struct Host: Hashable, Sendable {
        /// Requests by route: list, old-list, info, photo, seed, random, gray, site, image, preflight, slash, unclean,
        /// unknown, control.
        public internal(set) var requests: [String: Int] = [:]
        /// Responses started, by status; those that a fault withholds have none.
        public internal(set) var statuses: [Int: Int] = [:]
        /// Requests read, and neither answered to the last byte nor abandoned.
        public internal(set) var inFlight = 0
        /// Requests answered to the last byte, errors included.
        public internal(set) var completed = 0
        /// Requests whose peer closed the connection before the response was complete.
        public internal(set) var cancelledByPeer = 0
        /// Requests cut by a fault or by stopping the server.
        public internal(set) var cutByServer = 0
        /// Bytes of bodies that the kernel has accepted.
        public internal(set) var bytesSent = 0
        /// Connections seen since the start.
        public internal(set) var connectionsOpened = 0
        /// Connections open now.
        public internal(set) var connectionsOpen = 0

        /// Requests to all routes.
        public var requestCount: Int { requests.values.reduce(0, +) }
    }

    /// Counters of the API host.
    public internal(set) var api = Host()
    /// Counters of the image host.
    public internal(set) var image = Host()
    /// Pictures painted to the end.
    public internal(set) var painted = 0
    /// Pictures served from the cache instead of being painted.
    public internal(set) var cacheHits = 0
    /// Requests dropped before painting began because the peer had disconnected.
    public internal(set) var droppedBeforePainting = 0
    /// Number of requests for each picture on the image host, by path such as `/id/1/200/200.jpg?blur=5`.
    public internal(set) var pictures: [String: Int] = [:]

    /// Creates counters of zero.
    public init() {}

    /// Picture requests beyond the first for the same picture.
    public var duplicatePictureRequests: Int { pictures.values.reduce(0) { $0 + $1 - 1 } }
    /// Requests to both hosts.
    public var requestCount: Int { api.requestCount + image.requestCount }
    /// Requests in progress, over both hosts.
    public var inFlight: Int { api.inFlight + image.inFlight }
    /// Requests that the client abandoned, over both hosts.
    public var cancelledByPeer: Int { api.cancelledByPeer + image.cancelledByPeer }
    /// Bytes of bodies accepted by the kernel, over both hosts.
    public var bytesSent: Int { api.bytesSent + image.bytesSent }

    /// The counters of one host.
    public subscript(host: ServiceHost) -> Host {
        get { host == .api ? api : image }
        set { if host == .api { api = newValue } else { image = newValue } }
    }

    /// Returns JSON, for the control path.
    var json: String {
        let hosts = ServiceHost.allCases.map { (name: $0.rawValue, value: self[$0].json) }
        let pictures: [(name: String, value: JSONValue)] = [
            ("painted", .integer(painted)), ("cacheHits", .integer(cacheHits)),
            ("droppedBeforePainting", .integer(droppedBeforePainting)),
            ("duplicatePictureRequests", .integer(duplicatePictureRequests)),
        ]
        return JSONValue.object(hosts + pictures).text(.line)
    }
}

extension ServerCounters.Host {
    fileprivate var json: JSONValue {
        .object([
            ("requests", .object(requests.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("statuses", .object(statuses.sorted { $0.key < $1.key }.map { ("\($0.key)", .integer($0.value)) })),
            ("inFlight", .integer(inFlight)), ("completed", .integer(completed)),
            ("cancelledByPeer", .integer(cancelledByPeer)), ("cutByServer", .integer(cutByServer)),
            ("bytesSent", .integer(bytesSent)), ("connectionsOpened", .integer(connectionsOpened)),
            ("connectionsOpen", .integer(connectionsOpen)),
        ])
    }
}

/// Shared counters of the server's threads. Callable from any thread.
final class CounterBoard: Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (ServerCounters) -> Bool
        let continuation: CheckedContinuation<ServerCounters, Never>
    }

    private struct State {
        var counters = ServerCounters()
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var snapshot: ServerCounters { state.withLock { $0.counters } }

    func update(_ change: (inout ServerCounters) -> Void) {
        let (counters, satisfied) = state.withLock { state -> (ServerCounters, [Waiter]) in
            change(&state.counters)
            if state.waiters.isEmpty { return (state.counters, []) }
            let counters = state.counters
            let satisfied = state.waiters.filter { $0.isSatisfied(counters) }
            state.waiters.removeAll { $0.isSatisfied(counters) }
            return (counters, satisfied)
        }
        for waiter in satisfied { waiter.continuation.resume(returning: counters) }
    }

    func snapshot(when isSatisfied: @escaping @Sendable (ServerCounters) -> Bool) async -> ServerCounters {
        await withCheckedContinuation { continuation in
            let counters = state.withLock { state -> ServerCounters? in
                if isSatisfied(state.counters) { return state.counters }
                state.waiters.append(Waiter(isSatisfied: isSatisfied, continuation: continuation))
                return nil
            }
            if let counters { continuation.resume(returning: counters) }
        }
    }
}
