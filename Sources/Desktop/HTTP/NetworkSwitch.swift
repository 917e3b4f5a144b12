// The switch of the network: while it is off, no request leaves the program.
public import ImagePipeline
public import PhotoSources
import Photos
import Synchronization

/// A transport in front of the network, which refuses in words while it is off. A transfer that is under way when it is
/// switched off goes on to its end.
public final class NetworkSwitch: HTTPTransport, ListingTransport {
    private let transport: any HTTPTransport & ListingTransport
    private let state = Atomic<Bool>(true)

    /// - Parameter transport: Makes the requests.
    public init(over transport: any HTTPTransport & ListingTransport) { self.transport = transport }

    /// Whether requests are made.
    public var isOn: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }

    public func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
        guard isOn else { throw LoadFailure(stage: .fetch, culprit: ticket.title, reason: .networkIsOff) }
        return try await transport.transfer(request, ticket: ticket)
    }

    public func listing(at url: String, title: String) async throws -> ListingAnswer {
        guard isOn else { throw LoadFailure(stage: .listing, culprit: title, reason: .networkIsOff) }
        return try await transport.listing(at: url, title: title)
    }
}
