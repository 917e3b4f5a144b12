// The parts in which a large collection is searched.
import Synchronization

extension PhotoStore {
    /// Photos below which a part of a search is no longer worth a processor of its own: a few milliseconds.
    private static let leastPart = 16_384

    /// Calls `body` with parts of the blocks, several at once where there are many photos.
    /// - Returns: What it has returned, in the order of the parts; nil where that was nil once.
    func inParts<Result: Sendable>(
        _ division: any WorkDivision, _ body: @Sendable (_ blocks: Range<Int>) -> Result?
    ) -> [Result]? {
        let count = max(1, min(division.width, slotCount / Self.leastPart))
        let results = Mutex([Int: Result]())
        division.perform(count) { part in
            let result = body(part * blockCount / count..<(part + 1) * blockCount / count)
            results.withLock { $0[part] = result }
        }
        let all = results.withLock { results in (0..<count).compactMap { results[$0] } }
        return all.count == count ? all : nil
    }
}
