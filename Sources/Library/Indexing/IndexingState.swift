// The photos whose facts are being found out.

/// Which photos an indexer still owes an answer for.
struct IndexingState {
    /// A bit for each slot.
    private var awaited: ContiguousArray<UInt64> = []
    private var awaitedCount = 0
    private var total = 0

    var isAwaiting: Bool { awaitedCount > 0 }

    /// Nil when there is nothing to do.
    var progress: IndexingProgress? {
        isAwaiting ? IndexingProgress(done: total - awaitedCount, total: total) : nil
    }

    /// Notes that facts of these photos are to be found out.
    mutating func expect(_ slots: some Sequence<UInt32>) {
        if !isAwaiting { total = 0 }
        for slot in slots {
            let (word, bit) = (Int(slot / 64), UInt64(1) << (slot % 64))
            while awaited.count <= word { awaited.append(0) }
            guard awaited[word] & bit == 0 else { continue }
            awaited[word] |= bit
            awaitedCount += 1
            total += 1
        }
    }

    /// Notes that facts of these photos are known, or not needed any more.
    mutating func settle(_ slots: some Sequence<UInt32>) {
        for slot in slots where Int(slot / 64) < awaited.count {
            let (word, bit) = (Int(slot / 64), UInt64(1) << (slot % 64))
            if awaited[word] & bit != 0 { awaitedCount -= 1 }
            awaited[word] &= ~bit
        }
        if !isAwaiting { awaited = [] }
    }
}
