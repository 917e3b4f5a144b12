// Which file of the disk cache is deleted first: photos and partial photos have one order of use between them.
import Photos
import Testing

@testable import ImagePipeline

struct DiskEvictionTests {
    private enum Kind { case photo, partial }

    private static let payload = [UInt8](repeating: 0, count: 900)

    /// A folder in which photos and partial photos were stored ten seconds apart, numbered from 0.
    private func disk(_ kinds: [Kind]) async -> (scratch: ScratchDisk, sizes: [Int]) {
        let scratch = ScratchDisk()
        let disk = scratch.open()
        var sizes: [Int] = []
        for (number, kind) in kinds.enumerated() {
            let before = scratch.size
            switch kind {
            case .photo: await disk.put(Self.payload, number)
            case .partial: await disk.putPartial(Self.payload, number, total: 2_000)
            }
            sizes.append(scratch.size - before)
            scratch.clock.pass(10)
        }
        return (scratch, sizes)
    }

    /// The numbers of what is left. Reading them is a use.
    private func kept(_ scratch: ScratchDisk, budget: Int = 1 << 20, partialBudget: Int = 1 << 20) async -> [Int] {
        let disk = scratch.open(budget: budget, partialBudget: partialBudget)
        var kept: [Int] = []
        let count = await disk.count
        for number in 0..<10 where kept.count < count {
            let photo = await disk.get(number), partial = await disk.getPartial(number)
            if photo != nil || partial != nil { kept.append(number) }
        }
        #expect(kept.count == count)
        return kept
    }

    @Test func theBudgetTakesTheOldestOfBothKinds() async {
        let kinds: [Kind] = [.photo, .partial, .partial, .photo, .photo, .partial]
        for count in 0...kinds.count {
            let (scratch, sizes) = await disk(kinds)
            let budget = sizes.suffix(count).reduce(0, +)
            #expect(await kept(scratch, budget: budget) == Array(kinds.indices.suffix(count)))
        }
    }

    @Test func aPartialPhotoIsOlderThanAPhotoOrYoungerByItsUseAlone() async {
        for kinds in [[.partial, .photo], [.photo, .partial]] as [[Kind]] {
            let (scratch, sizes) = await disk(kinds)
            #expect(await kept(scratch, budget: sizes[1]) == [1])
        }
        let (scratch, sizes) = await disk([.partial, .photo])
        let disk = scratch.open(budget: sizes[0] + sizes[1])
        #expect(await disk.count == 2)
        #expect(await disk.getPartial(0) == Self.payload)
        scratch.clock.pass(10)
        await disk.put(Self.payload, 2)
        #expect(await kept(scratch) == [0, 2])
    }

    @Test func beyondTheirShareTheOldestPartialPhotosGoThoughAPhotoIsOlder() async {
        let kinds: [Kind] = [.photo, .partial, .partial, .photo, .partial]
        let (scratch, sizes) = await disk(kinds)
        #expect(await kept(scratch, partialBudget: sizes[4]) == [0, 3, 4])
        let (other, _) = await disk(kinds)
        #expect(await kept(other, budget: sizes[3] + sizes[4], partialBudget: sizes[4]) == [3, 4])
    }

    @Test func whatNobodyUsesGoesFirstOfWhicheverKind() async {
        let (scratch, _) = await disk([.partial, .photo])
        scratch.clock.pass(31 * 86_400)
        let disk = scratch.open()
        await disk.putPartial(Self.payload, 2, total: 2_000)
        await disk.put(Self.payload, 3)
        #expect(await kept(scratch) == [2, 3])
        #expect(await kept(scratch, partialBudget: 0) == [3])
    }
}
