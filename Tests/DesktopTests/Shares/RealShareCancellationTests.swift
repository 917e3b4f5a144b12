// Calls to shares that are cancelled while they are being answered.
import Fixtures
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareCancellationTests {
    private let client = ShareClient { try await ShareMounting.shared.connect($0) }

    /// GVfs frees the request for entries twice where it is cancelled on another thread while it is being answered, and
    /// waits for itself for ever where it is cancelled before it is made.
    @Test(arguments: servedKinds) func aListingIsCancelledAtAnyMoment(kind: String) async throws {
        let folder = try ServedFolder()
        let names = (0..<120).map { "\($0).jpg" }
        for name in names { folder.write(FilePath(name), 1) }
        let address = try folder.address(by: kind)
        #expect(try await count(address) == names.count)
        let start = ContinuousClock.now
        #expect(try await count(address) == names.count)
        let whole = ContinuousClock.now - start
        let steps = 200
        for step in 0..<steps {
            let listing = Task { try await count(address) }
            let end = ContinuousClock.now + whole * step * 5 / (steps * 4)
            while ContinuousClock.now < end { await Task.yield() }
            listing.cancel()
            _ = await listing.result
        }
        #expect(try await count(address) == names.count)
    }

    /// Entries that are listed.
    private func count(_ address: ShareAddress) async throws -> Int {
        let counter = Counter()
        try await client.list(address, asks: true) { entries in
            await counter.add(entries.count)
            return true
        }
        return await counter.count
    }

    private actor Counter {
        private(set) var count = 0
        func add(_ more: Int) { count += more }
    }
}
