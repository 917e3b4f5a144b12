// What the tests of the tile pack share: a disk in memory, and packs on it.
@testable import ImagePipeline

/// A suite with a disk of its own for each test.
protocol PackSuite {
    var disk: MemoryDisk { get }
}

extension PackSuite {
    /// A pack of a program that has just started; what ran before is gone.
    func restart(budget: Int = 1 << 20) -> TilePack {
        disk.restart()
        return open(budget: budget)
    }
    func open(budget: Int = 1 << 20) -> TilePack {
        TilePack(folder: disk.folder(), budget: budget, executor: SerialJobs())
    }
    func payload(_ id: Int, _ count: Int = 60) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ id) }
    }
    func store(_ ids: some Sequence<Int>, _ count: Int = 60, in pack: TilePack) async {
        for id in ids { await pack.store(EncodedBytes(payload(id, count)), for: tileKey(id)) }
    }
    func found(_ ids: some Sequence<Int>, in pack: TilePack) async -> [Int] {
        var found: [Int] = []
        for id in ids where await pack.bytes(for: tileKey(id)) != nil { found.append(id) }
        return found
    }
}
