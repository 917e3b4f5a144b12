// The budget of a pack holds, and the file used longest ago goes first.
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TilePackBudgetTests: PackSuite {
    let disk = MemoryDisk()

    @Test func theBudgetHoldsAndTheFileUsedLongestAgoGoes() async {
        let budget = 8 << 10
        var pack = open(budget: budget)
        await store(1...8, in: pack)
        let first = disk.names[0], second = disk.names[1]
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        for id in 9...200 {
            await store([id], in: pack)
            _ = await pack.bytes(for: tileKey(1))
            #expect(disk.size <= budget)
            #expect(await pack.size == disk.size)
        }
        #expect(disk.names.contains(first) && !disk.names.contains(second))
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        // The order of use survives a start.
        pack = restart(budget: budget)
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        await store(201...205, in: pack)
        pack = restart(budget: budget)
        await store(206...230, in: pack)
        #expect(await pack.bytes(for: tileKey(1)) != nil)
        #expect(await restart(budget: 2 << 10).size <= 2 << 10)
        #expect(disk.size <= 2 << 10)
    }

    @Test func aTileLargerThanAnEighthOfTheBudgetIsNotStored() async {
        let pack = open(budget: 8 << 10)
        await store([1], in: pack)
        await store([2], 1000, in: pack)
        #expect(await found(1...2, in: pack) == [1])
    }

    @Test func aSmallerBudgetDeletesAtOnceAndALargerOneMakesRoom() async {
        let pack = open(budget: 8 << 10)
        await store(1...100, in: pack)
        await pack.setBudget(2 << 10)
        #expect(await pack.size <= 2 << 10)
        #expect(disk.size <= 2 << 10)
        #expect(await pack.bytes(for: tileKey(100)) != nil)
        await pack.setBudget(64 << 10)
        await store(101...200, in: pack)
        #expect(await found(101...200, in: pack) == Array(101...200))
    }

    @Test func aClearedPackHoldsNothingAndStoresAgain() async {
        let pack = open()
        await store(1...20, in: pack)
        await pack.clear()
        #expect(await pack.count == 0)
        #expect(await pack.size == 0)
        #expect(disk.size == 0)
        await store(7...9, in: pack)
        #expect(await found(1...20, in: restart()) == [7, 8, 9])
    }

    @Test func withoutABudgetNothingIsKept() async {
        await store(1...3, in: open())
        let pack = restart(budget: 0)
        await store(4...6, in: pack)
        #expect(await pack.count == 0)
        #expect(disk.size == 0)
    }
}
