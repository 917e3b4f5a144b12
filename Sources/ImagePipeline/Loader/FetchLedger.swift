// An audit of duplicate fetches, independent of the deduplication code, so that a defect there shows in the counters.
import Photos

/// A count of duplicates from the starts and ends of fetches alone; shares no state with the code that prevents them.
struct FetchLedger {
    /// Maximum number of successful fetches remembered; older ones are forgotten, so that memory does not grow with the
    /// library.
    static let capacity = 4096

    private var running: [FetchKey: Int] = [:]
    private var decoded: [FetchKey: [ImageKey]] = [:]
    /// Keys of `decoded`, a ring ordered by the time of their first success.
    private var order: [FetchKey] = []
    private var oldest = 0

    /// Records a start.
    /// - Returns: whether it is a duplicate in the sense of `LoaderCounters.duplicateFetches`.
    mutating func begin(_ key: FetchKey, for wanted: [ImageKey], in memory: MemoryCache) -> Bool {
        let runs = running[key, default: 0]
        running[key] = runs + 1
        if runs > 0 { return true }
        guard let pictures = decoded[key] else { return false }
        return switch key.location {
        case .remote: pictures.contains { memory.contains($0) }
        case .file: pictures.contains { wanted.contains($0) && memory.contains($0) }
        }
    }

    /// Records that a fetch has ended or was cancelled. Called exactly once for each `begin`.
    mutating func end(_ key: FetchKey) {
        guard let runs = running[key] else { return }
        running[key] = runs > 1 ? runs - 1 : nil
    }

    /// Records that `picture` was decoded from the bytes of a fetch.
    mutating func note(_ picture: ImageKey, decodedFrom key: FetchKey) {
        if var pictures = decoded[key] {
            if !pictures.contains(picture) { pictures.append(picture) }
            decoded[key] = pictures
            return
        }
        decoded[key] = [picture]
        if order.count < Self.capacity {
            order.append(key)
        } else {
            decoded[order[oldest]] = nil
            order[oldest] = key
            oldest = (oldest + 1) % Self.capacity
        }
    }
}
