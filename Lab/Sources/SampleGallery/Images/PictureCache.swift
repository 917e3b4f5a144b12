// Cache of recently requested encoded pictures, limited in bytes.
import Synchronization

/// Least-recently-used cache. Callable from any thread.
final class PictureCache: Sendable {
    private struct Entry {
        let bytes: [UInt8]
        var lastUse: UInt64
    }

    private struct State {
        var entries: [PictureRequest: Entry] = [:]
        var total = 0
        var clock: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: in bytes; 0 keeps nothing.
    init(capacity: Int) { self.capacity = capacity }

    func bytes(for picture: PictureRequest) -> [UInt8]? {
        state.withLock { state in
            guard capacity > 0, let bytes = state.entries[picture]?.bytes else { return nil }
            state.clock += 1
            state.entries[picture]?.lastUse = state.clock
            return bytes
        }
    }

    /// Stores a picture, unless it exceeds a sixteenth of the capacity: one original is not worth hundreds of tiles.
    func store(_ bytes: [UInt8], for picture: PictureRequest) {
        guard bytes.count <= capacity / 16, !bytes.isEmpty else { return }
        state.withLock { state in
            state.clock += 1
            let previous = state.entries.updateValue(Entry(bytes: bytes, lastUse: state.clock), forKey: picture)
            state.total += bytes.count - (previous?.bytes.count ?? 0)
            guard state.total > capacity else { return }
            // Frees an eighth at once, so that sorting is needed only once in many stores.
            for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if state.total <= capacity - capacity / 8 { break }
                state.entries.removeValue(forKey: key)
                state.total -= entry.bytes.count
            }
        }
    }
}
