// Who is told that a share does not answer.
import Photos
import Synchronization

/// The streams of those who list a share, and are told when a file on it could not be read because the share did not
/// answer. Any thread.
final class ShareSilences: Sendable {
    private typealias Listener = (share: ShareAddress, silences: AsyncStream<Void>.Continuation)

    private let listeners = Mutex<(next: Int, all: [Int: Listener])>((0, [:]))

    /// Returns a stream with an element for each silence from now on, of which one waits to be taken; it ends with the
    /// task that reads it.
    func stream(of address: ShareAddress) -> AsyncStream<Void> {
        let (stream, silences) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.all[listeners.next] = (address.root, silences)
            return listeners.next
        }
        silences.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.all[number] = nil }
        }
        return stream
    }

    /// Takes note that a share has not answered.
    func note(_ address: ShareAddress) {
        let told = listeners.withLock { $0.all.values.filter { $0.share == address.root } }
        for listener in told { listener.silences.yield() }
    }

    /// How many listen; leak tests compare it.
    var count: Int { listeners.withLock { $0.all.count } }
}
