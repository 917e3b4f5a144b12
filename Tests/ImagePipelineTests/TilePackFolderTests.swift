// The folder of a pack: other files, other programs, and a disk that refuses or loses what was written.
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct TilePackFolderTests: PackSuite {
    let disk = MemoryDisk()

    @Test func filesOfOtherNamesAreNotTouched() async {
        let foreign = ["holiday.tiles", "17.tiles", "00000000017.tiles", "0000000000.tiles", "0000000001.jpg", "lock"]
        disk.change { state in
            for name in foreign { state.files[name] = [1, 2, 3] }
        }
        let pack = open(budget: 8 << 10)
        await store(1...200, in: pack)
        #expect(await pack.size == disk.size - 3 * foreign.count)
        for name in foreign { #expect(disk.state.files[name] == [1, 2, 3]) }
    }

    @Test func theSecondProgramReadsAndDoesNotWriteUntilTheFirstIsGone() async {
        var first: TilePack? = open(budget: 8 << 10)
        await store(1...20, in: first!)
        let before = disk.state
        let second = open(budget: 2 << 10)  // the files are more than that, but not its own to delete
        #expect(await found(1...20, in: second) == Array(1...20))
        await store(21...23, in: second)
        await second.remove(tileKey(1))
        #expect(disk.state.files == before.files && disk.state.spent == before.spent)
        await store(24...26, in: first!)
        first = nil
        await eventually { disk.state.holder == nil }
        await store([30], in: second)
        #expect(await found(24...30, in: second).last == 30)
        #expect(disk.size <= 2 << 10)
    }

    @Test func aFileDeletedByTheFirstProgramIsAMissForTheSecond() async {
        let first = open(budget: 8 << 10)
        await store(1...3, in: first)
        let second = open(budget: 8 << 10)
        #expect(await second.count == 3)
        await store(100...300, in: first)
        #expect(await found(1...3, in: second) == [])
    }

    @Test func aDiskThatRefusesWritesStoresNothingAndHarmsNothing() async {
        await store(1...3, in: open())
        disk.change { $0.refusesWrites = true }
        let pack = restart()
        await store(4...6, in: pack)
        #expect(await found(1...6, in: pack) == [1, 2, 3])
        disk.change { $0.refusesWrites = false }
        await store(4...6, in: pack)
        #expect(await found(1...6, in: restart()) == Array(1...6))
    }

    @Test func tilesAreStoredAgainAfterTheFolderWasDeleted() async {
        let pack = open()
        await store(1...5, in: pack)
        disk.change { state in
            state.files = [:]
            state.holder = nil  // the lock was a file of the folder
        }
        #expect(await found(1...5, in: pack) == [])
        #expect(await pack.size == 0)
        #expect(await pack.count == 0)
        await store(1...5, in: pack)
        #expect(await found(1...5, in: pack) == Array(1...5))
        #expect(await pack.size == disk.size)
        #expect(disk.state.holder != nil)
    }

    @Test func tilesAreStoredAgainAfterTheirFilesWereDeleted() async {
        let pack = open(budget: 8 << 10)
        await store(1...20, in: pack)
        disk.change { $0.files = [:] }
        await store([21], in: pack)
        #expect(await found(1...21, in: pack) == [21])
        for id in 1...20 { #expect(await !pack.contains(tileKey(id))) }
        await store(1...20, in: pack)
        #expect(await found(1...21, in: pack).count == 21)
        #expect(await pack.size == disk.size)
    }

    @Test func whoLostTheFolderToAnotherProgramWritesNothingIntoItsFiles() async {
        let first = open()
        await store(1...5, in: first)
        disk.change { state in
            state.files = [:]
            state.holder = nil
        }
        let second = open()
        await store(11...15, in: second)
        let files = disk.state.files
        await store(6...8, in: first)
        await first.remove(tileKey(1))
        _ = await found(1...5, in: first)
        #expect(disk.state.files == files)
        #expect(await found(11...15, in: second) == Array(11...15))
    }
}
