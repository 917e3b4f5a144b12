// The network switched off: nothing is asked of it, and what would have been is refused in words.
import ImagePipeline
import PhotoSources
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite struct NetworkSwitchTests {
    @Test func nothingIsRequestedWhileItIsOff() async throws {
        let counted = CountedTransport()
        let network = NetworkSwitch(over: counted)
        network.isOn = false
        let ticket = FetchTicket(title: "Dune", priority: .visible)
        await #expect(throws: LoadFailure(stage: .fetch, culprit: "Dune", reason: .networkIsOff)) {
            _ = try await network.transfer(TransferRequest(url: "https://a.example/1"), ticket: ticket)
        }
        await #expect(throws: LoadFailure(stage: .listing, culprit: "A Service", reason: .networkIsOff)) {
            _ = try await network.listing(at: "https://a.example/list", title: "A Service")
        }
        #expect(counted.requests.load(ordering: .relaxed) == 0)
        network.isOn = true
        _ = try await network.transfer(TransferRequest(url: "https://a.example/1"), ticket: ticket)
        _ = try await network.listing(at: "https://a.example/list", title: "A Service")
        #expect(counted.requests.load(ordering: .relaxed) == 2)
    }

    private final class CountedTransport: HTTPTransport, ListingTransport {
        let requests = Atomic<Int>(0)

        func transfer(_ request: TransferRequest, ticket: FetchTicket) async throws -> TransferAnswer {
            requests.add(1, ordering: .relaxed)
            return TransferAnswer(head: TransferHead(status: 200), body: EncodedBytes([1]))
        }

        func listing(at url: String, title: String) async throws -> ListingAnswer {
            requests.add(1, ordering: .relaxed)
            return ListingAnswer(body: [], link: nil)
        }
    }
}
