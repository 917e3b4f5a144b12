// Which file of the disk cache is deleted first: photos and partial photos have one order of use between them.
import Photos
import Testing

@testable import ImagePipeline

struct DiskEvictionTests {
    private static let plenty = DiskIndex.Limits(bytes: 1 << 20, partialBytes: 1 << 20, timeToLive: 1000)

    private func file(_ number: Int, _ kind: DiskFile.Kind) -> DiskFile { DiskFile(name: "\(number)", kind: kind) }

    /// Files of 100 bytes by the times of their last use.
    private func index(_ files: [(kind: DiskFile.Kind, used: Double)]) -> DiskIndex {
        var index = DiskIndex()
        for (number, entry) in files.enumerated() { index.set(file(number, entry.kind), size: 100, used: entry.used) }
        return index
    }

    /// The numbers of the files in the order in which they go until the index is within the limits.
    private func order(_ index: DiskIndex, _ limits: DiskIndex.Limits, now: Double = 10) -> [String] {
        var index = index, order: [String] = []
        while let next = index.next(limits: limits, now: now), order.count < 100 {
            order.append(next.name)
            index.remove(next)
        }
        return order
    }

    @Test func theBudgetTakesTheOldestOfBothKinds() {
        let files: [(kind: DiskFile.Kind, used: Double)] = [
            (.photo, 1), (.partial, 2), (.partial, 3), (.photo, 4), (.photo, 5), (.partial, 6),
        ]
        var limits = Self.plenty
        limits.bytes = 0
        #expect(order(index(files), limits) == ["0", "1", "2", "3", "4", "5"])
        limits.bytes = 250
        #expect(order(index(files), limits) == ["0", "1", "2", "3"])
    }

    @Test func aPartialPhotoIsOlderThanAPhotoOrYoungerByItsUseAlone() {
        var limits = Self.plenty
        limits.bytes = 100
        #expect(order(index([(.partial, 1), (.photo, 2)]), limits) == ["0"])
        #expect(order(index([(.photo, 1), (.partial, 2)]), limits) == ["0"])
        var used = index([(.partial, 1), (.photo, 2)])
        used.use(file(0, .partial), at: 3)
        #expect(order(used, limits) == ["1"])
    }

    @Test func beyondTheirShareTheOldestPartialPhotosGoThoughAPhotoIsOlder() {
        let files: [(kind: DiskFile.Kind, used: Double)] = [
            (.photo, 1), (.partial, 2), (.partial, 3), (.photo, 4), (.partial, 5),
        ]
        var limits = Self.plenty
        limits.partialBytes = 150
        #expect(order(index(files), limits) == ["1", "2"])
        limits.bytes = 250
        #expect(order(index(files), limits) == ["1", "2", "0"])
    }

    @Test func whatNobodyUsesGoesFirstOfWhicheverKind() {
        let files: [(kind: DiskFile.Kind, used: Double)] = [
            (.partial, 1), (.photo, 2), (.partial, 2_000), (.photo, 2_001),
        ]
        var limits = Self.plenty
        limits.partialBytes = 0
        #expect(order(index(files), limits, now: 2_002) == ["0", "1", "2"])
    }

    @Test func theFilesOnTheDiskGoInThatOrder() async {
        let scratch = ScratchDisk()
        let disk = scratch.open()
        let payload = [UInt8](repeating: 0, count: 900)
        await disk.put(payload, 1)
        scratch.clock.pass(10)
        await disk.putPartial(payload, 2, total: 2_000)
        scratch.clock.pass(10)
        await disk.put(payload, 3)
        scratch.clock.pass(10)
        await disk.putPartial(payload, 4, total: 2_000)
        let smaller = scratch.open(budget: scratch.size / 2 + 100)
        #expect(await smaller.count == 2)
        #expect(await smaller.get(1) == nil)
        #expect(await smaller.getPartial(2) == nil)
        #expect(await smaller.get(3) == payload)
        #expect(await smaller.getPartial(4) == payload)
    }
}
