// An independent check that no photo is fetched twice without need.
import Photos

/// Counts duplicate fetches from starts and ends alone. Shares no state with what prevents them, so that a defect there
/// shows here.
struct DuplicateFetchAudit {
    /// Successful fetches remembered; older ones are forgotten, which bounds the memory for any number of photos.
    static let capacity = 4096

    private var running: [FetchKey: Int] = [:]
    private var decoded: [FetchKey: [ImageKey]] = [:]
    /// The keys of `decoded` by the time of their first success.
    private var order = Ring<FetchKey>(capacity: capacity)

    /// Notes a start.
    /// - Returns: whether it is a duplicate in the sense of `LoaderCounters.duplicateFetches`.
    mutating func begin(_ key: FetchKey, for wanted: [ImageKey], in memory: MemoryCache) -> Bool {
        let runs = running[key, default: 0]
        running[key] = runs + 1
        if runs > 0 { return true }
        guard let images = decoded[key] else { return false }
        return switch key.location {
        case .remote: images.contains { memory.contains($0) }
        case .file: images.contains { wanted.contains($0) && memory.contains($0) }
        }
    }

    /// Notes that a fetch has ended or was cancelled: exactly once for each `begin`.
    mutating func end(_ key: FetchKey) {
        guard let runs = running[key] else { return }
        running[key] = runs > 1 ? runs - 1 : nil
    }

    /// Notes that an image was decoded from the bytes of a fetch.
    mutating func note(_ image: ImageKey, decodedFrom key: FetchKey) {
        if let images = decoded[key] {
            if !images.contains(image) { decoded[key]?.append(image) }
            return
        }
        decoded[key] = [image]
        if let oldest = order.append(key) { decoded[oldest] = nil }
    }
}
