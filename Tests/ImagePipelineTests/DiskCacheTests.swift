// The disk cache: what comes out is what went in, or nothing; the budget holds; a crash leaves no torn entry.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite struct ChecksumTests {
    /// Of the reference implementation with the seed 0; the last texts have more than 32 bytes and every kind of tail.
    @Test(
        arguments: [
            ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("as", 0x1c33_0fb2_d66b_e179),
            ("asd", 0x631c_37ce_72a9_7393), ("asdf", 0x4158_72f5_99ce_a71e), ("abc", 0x44bc_2cf5_ad77_0999),
            ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
            ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02a2_e854_70d6_fd96),
        ] as [(String, UInt64)])
    func itMatchesTheReferenceVectors(text: String, checksum: UInt64) {
        #expect(Array(text.utf8).withUnsafeBytes { XXH64.checksum($0) } == checksum)
    }

    /// Of the reference implementation's own test: its seed and its bytes, with every kind of tail.
    @Test(
        arguments: [
            (0, 0xac75_fda2_929b_17ef), (1, 0x7398_40cb_819f_a723), (14, 0x5b96_1158_5efc_c9cb),
            (101, 0xcaa6_5939_306f_1e21),
        ] as [(Int, UInt64)])
    func itMatchesThemWithASeed(count: Int, checksum: UInt64) {
        let prime: UInt32 = 2_654_435_761
        let bytes = sequence(first: prime) { $0 &* $0 }.prefix(count).map { UInt8($0 >> 24) }
        #expect(bytes.withUnsafeBytes { XXH64.checksum($0, seed: UInt64(prime)) } == checksum)
    }

    @Test func aNameHasSixteenDigits() {
        #expect(XXH64.name(Array("asdf".utf8)) == "415872f599cea71e")
        let text = "Call me Ishmael. Some years ago--never mind how long precisely-"
        #expect(XXH64.name(Array(text.utf8)) == "02a2e85470d6fd96")
    }
}

@Suite(.timeLimit(.minutes(5))) struct DiskCacheTests {
    private let scratch = ScratchDisk()

    @Test func whatWasStoredIsReadBackAlsoAfterAStart() async throws {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let disk = scratch.open()
        await disk.put(bytes, 1, ["etag": "\"x\"", "cache-control": "max-age=5", "server": "not kept"])
        await disk.put([], 2)
        for disk in [disk, scratch.open()] {
            let photo = try await disk.photo(for: photoKey(1), priority: .visible)
            #expect(photo?.bytes.array == bytes)
            #expect(photo?.metadata == metadata(["etag": "\"x\"", "cache-control": "max-age=5"]))
            #expect(await disk.get(2) == [])
            #expect(await disk.get(3) == nil)
            #expect(try await disk.photo(for: photoKey(1, version: "2"), priority: .visible) == nil)
        }
    }

    @Test func aSmallerBudgetDeletesAtOnceAndAClearedCacheHoldsNothing() async {
        let disk = scratch.open()
        // Names of one length, so that all files are equally long.
        for id in 10..<20 {
            await disk.put([UInt8](repeating: 1, count: 1000), id)
            scratch.clock.pass(1)
        }
        let whole = await disk.size
        await disk.setBudget(whole / 2)
        #expect(await disk.size <= whole / 2)
        #expect(await disk.count == 5)
        #expect(await disk.get(19) != nil)
        #expect(await disk.get(10) == nil)
        await disk.clear()
        #expect(await disk.size == 0)
        #expect(scratch.size == 0)
        await disk.put([1, 2], 3)
        #expect(await disk.get(3) == [1, 2])
    }

    @Test func severalMegabytesAndThenFewBytesRoundTrip() async {
        let large = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &>> 3) }
        let disk = scratch.open(budget: 8 << 20, writeBacklog: 8 << 20)
        await disk.put(large, 1)
        #expect(await disk.get(1) == large)
        #expect(await scratch.open().get(1) == large)
        await disk.put([1, 2, 3], 1)
        #expect(await disk.get(1) == [1, 2, 3])
        #expect(await disk.size == scratch.size)
        #expect(scratch.size < 500)
    }

    @Test func replacingAndRemovingKeepTheSizeExact() async {
        let disk = scratch.open()
        await disk.put(Array(repeating: 1, count: 900), 1)
        await disk.put(Array(repeating: 2, count: 50), 1)
        await disk.put(Array(repeating: 3, count: 70), 2)
        await disk.putPartial(Array(repeating: 4, count: 80), 3)
        #expect(await disk.get(1) == Array(repeating: 2, count: 50))
        #expect(await disk.size == scratch.size)
        #expect(await scratch.open().size == scratch.size)
        disk.remove(photoKey(1))
        disk.removePartial(for: photoKey(3))
        await disk.flush()
        #expect(await disk.get(1) == nil)
        #expect(await disk.getPartial(3) == nil)
        #expect(await disk.size == scratch.size)
        #expect(await disk.count == 1)
        #expect(scratch.files.count == 1)
    }

    @Test func aTornFileIsNeverServedAtAnyLengthAndHealsItself() async throws {
        await scratch.open().put(Array(repeating: 9, count: 40), 1)
        let file = try #require(scratch.files.first)
        let whole = try #require(scratch.contents(file))
        for length in 0..<whole.count {
            try scratch.write(whole.prefix(length), file)
            let disk = scratch.open()
            #expect(await disk.get(1) == nil)
            await disk.flush()
            #expect(scratch.files.isEmpty)
            #expect(await disk.size == 0)
        }
    }

    @Test func aFlippedBitAnywhereIsCaught() async throws {
        await scratch.open().put(Array(repeating: 9, count: 40), 1, ["etag": "\"x\""])
        let file = try #require(scratch.files.first)
        let whole = try #require(scratch.contents(file))
        for index in 0..<whole.count {
            var bent = whole
            bent[index] ^= 1 << UInt8(index % 8)
            try scratch.write(bent, file)
            let disk = scratch.open()
            #expect(await disk.get(1) == nil)
            await disk.flush()
        }
        try scratch.write(whole, file)
        #expect(await scratch.open().get(1) != nil)
    }

    @Test func aFileUnderTheNameOfAnotherKeyIsNotServed() async throws {
        let disk = scratch.open()
        await disk.put([1], 1)
        let mine = try #require(scratch.files.first)
        await disk.put([2], 2)
        let other = try #require(scratch.files.first { $0 != mine })
        try scratch.write(try #require(scratch.contents(other)), mine)
        #expect(await scratch.open().get(1) == nil)
    }

    @Test func aBeginningUnderTheNameOfAPhotoIsNotServedAsThePhoto() async throws {
        let disk = scratch.open()
        await disk.put([1], 1)
        let photo = try #require(scratch.files.first)
        await disk.putPartial([1, 2], 1, total: 9)
        let partial = try #require(scratch.files.first { $0 != photo })
        let (whole, beginning) = (try #require(scratch.contents(photo)), try #require(scratch.contents(partial)))
        try scratch.write(beginning, photo)
        try scratch.write(whole, partial)
        #expect(await scratch.open().get(1) == nil)
        #expect(await scratch.open().getPartial(1) == nil)
    }

    @Test func theBudgetHoldsAndTheLeastRecentlyUsedLeaves() async {
        let disk = scratch.open(budget: 3200)
        for id in 1...2 { await disk.put(Array(repeating: 0, count: 900), id) }
        _ = await disk.get(1)
        for id in 3...4 { await disk.put(Array(repeating: 0, count: 900), id) }
        #expect(await disk.get(2) == nil)
        #expect(await disk.count == 3)
        #expect(await disk.get(1) != nil)
        #expect(scratch.size <= 3200)
        await disk.put(Array(repeating: 0, count: 3200), 9)
        #expect(await disk.count == 3)  // would not fit at all
        #expect(await scratch.open(budget: 1100).count == 1)
        #expect(scratch.size <= 1100)
    }

    @Test func anEntryOfExactlyTheBudgetIsKeptAndOneByteMoreIsNot() async {
        await scratch.open().put(Array(repeating: 0, count: 900), 1)
        let size = scratch.size
        let disk = scratch.open(budget: size)
        await disk.put(Array(repeating: 1, count: 900), 1)
        #expect(await disk.get(1) == Array(repeating: 1, count: 900))
        await disk.put(Array(repeating: 2, count: 901), 1)
        #expect(await disk.get(1) == nil)  // and what it was to replace is not served in its stead
        #expect(await disk.size == 0)
        #expect(scratch.files.isEmpty)
    }

    @Test func theOrderOfUseSurvivesAStart() async throws {
        let disk = scratch.open()
        for id in 1...3 { await disk.put(Array(repeating: 0, count: 900), id) }
        scratch.clock.pass(4000)
        _ = await scratch.open().get(2)
        #expect(await scratch.open(budget: 1100).count == 1)
        #expect(await scratch.open().get(2) != nil)
    }

    @Test func whatNobodyHasUsedForAMonthIsDeleted() async throws {
        let day = 86_400
        let disk = scratch.open()
        for id in 1...3 { await disk.put([UInt8(id)], id) }
        scratch.clock.pass(20 * day)
        _ = await disk.get(1)
        await disk.put([2], 2)
        scratch.clock.pass(11 * day)
        let next = scratch.open()
        await next.put([4], 4)
        #expect(await next.get(3) == nil)
        #expect(await next.get(1) == [1])
        #expect(await next.get(2) == [2])
        scratch.clock.pass(31 * day)  // also of a run that goes on so long
        await next.put([5], 5)
        #expect(await next.count == 1)
        #expect(await next.size == scratch.size)
    }

    @Test func whatCrashesLeftIsSweptAndForeignFilesAreNotTouched() async throws {
        let disk = scratch.open()
        await disk.put([1, 2, 3], 1)
        let name = try #require(scratch.files.first).prefix(16)
        let foreign = [
            "holiday.photo", "thesis.partial", "\(name).txt", "\(name).photo4", "\(name)\(name).photo3", ".dat.nosync",
            ".dat.nosyncX.123456",
        ]
        let left = ["\(name.dropLast())0.valid3", ".dat.nosync1F.aB3xYz"]
        for file in foreign + left {
            try scratch.write(Data([1, 2]), file)
            try scratch.modify(file, at: scratch.clock.now - 1000)
        }
        let unfinished = ".dat.nosync2A.aB3xYz"  // another program is still at it
        try scratch.write(Data([1, 2]), unfinished)
        let next = scratch.open(budget: 300)
        #expect(await next.count == 1)
        await next.put([1, 2, 3], 2)
        #expect(Set(scratch.files).isSuperset(of: foreign + [unfinished]))
        #expect(Set(scratch.files).isDisjoint(with: left))
    }

    @Test func anEntryOfAnotherVersionIsAMiss() async throws {
        await scratch.open().put([1, 2, 3], 1)
        let file = try #require(scratch.files.first)
        var old = try #require(scratch.contents(file))
        old[4] = 1
        try scratch.write(old, file)
        #expect(await scratch.open().get(1) == nil)
    }

    @Test func aFolderThatCannotBeWrittenStoresNothingAndHarmsNothing() async throws {
        try Data([1]).write(to: URL(filePath: scratch.directory))  // a file where the folder should be
        let disk = scratch.open()
        await disk.put([1], 1)
        #expect(await disk.get(1) == nil)
        #expect(await disk.size == 0)
    }

    /// What is in place is replaced and never written into, so that no kill can tear it: another name of the old file
    /// still has the old bytes.
    @Test(arguments: [1, 5000, 400_000]) func aFileInPlaceIsNeverWrittenInto(length: Int) async throws {
        let disk = scratch.open()
        await disk.put(Array(repeating: 1, count: 3000), 1, ["etag": "\"1\""])
        await disk.putPartial(Array(repeating: 2, count: 3000), 1)
        let photo = try #require(try await disk.photo(for: photoKey(1), priority: .visible))
        disk.refresh(photo.with(metadata(["etag": "\"1\"", "age": "1"])), for: photoKey(1))
        await disk.flush()
        let names = scratch.files
        #expect(names.count == 3)
        let before = names.map(scratch.contents)
        for name in names {
            try FileManager.default.linkItem(
                atPath: "\(scratch.directory)/\(name)", toPath: "\(scratch.directory)/old \(name)")
        }
        disk.refresh(photo.with(metadata(["etag": "\"1\"", "age": "2"])), for: photoKey(1))
        await disk.putPartial(Array(repeating: 4, count: length), 1)
        #expect(names.map { scratch.contents("old \($0)") } == before)
        await disk.put(Array(repeating: 3, count: length), 1)
        #expect(names.map { scratch.contents("old \($0)") } == before)
        #expect(await disk.get(1) == Array(repeating: 3, count: length))
    }

    @Test func aFolderThatIsEmptiedByHandIsFilledAgain() async throws {
        let disk = scratch.open()
        await disk.put([1], 1)
        try FileManager.default.removeItem(atPath: scratch.directory)
        #expect(await disk.get(1) == nil)
        await disk.put([2], 2)
        #expect(await disk.get(2) == [2])
    }

    @Test func photosThatAreDeletedByHandAreNotCountedAnyMore() async throws {
        let disk = scratch.open()
        for id in 1...3 { await disk.put([UInt8(id)], id) }
        let first = try #require(scratch.files.first)
        try FileManager.default.removeItem(atPath: "\(scratch.directory)/\(first)")
        #expect(await disk.count == 2)
        #expect(await disk.size == scratch.size)
        try FileManager.default.removeItem(atPath: scratch.directory)
        #expect(await disk.count == 0)
        #expect(await disk.size == 0)
    }

    @Test func twoCachesOnOneFolderKeepTheBudgetTogetherAndReadEachOthersPhotos() async {
        let (one, other) = (scratch.open(budget: 3200), scratch.open(budget: 3200))
        for id in 1...9 {
            scratch.clock.pass(1)
            await (id.isMultiple(of: 2) ? one : other).put(Array(repeating: 0, count: 900), id)
            #expect(scratch.size <= 3200)
        }
        for disk in [one, other] {
            for id in 7...9 { #expect(await disk.get(id) != nil) }
            #expect(await disk.size == scratch.size)
            #expect(await disk.count == 3)
        }
    }

    @Test func twoCachesThatWriteAtTheSameTimeKeepTheBudgetTogether() async {
        let disks = (0..<2).map { _ in scratch.open(budget: 20_000) }
        await withTaskGroup { group in
            for (number, disk) in disks.enumerated() {
                group.addTask {
                    for id in 0..<40 { await disk.put(Array(repeating: 0, count: 900), number * 100 + id) }
                }
            }
        }
        #expect(scratch.size <= 20_000)
        for disk in disks { #expect(await disk.size == scratch.size) }
    }

    @Test func aLengthThatNoBodyCanHaveIsStoredAsUnknown() async {
        let disk = scratch.open()
        await disk.putPartial([1, 2], 1, total: -1)
        #expect(await scratch.open().getPartial(1) == [1, 2])
    }

    /// Every byte set to every one of these: no trap, and never anything else than what was stored.
    @Test(arguments: [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8]) func noByteOfAnEntryIsTrusted(value: UInt8) throws {
        let key = DiskEntry.keyBytes(photoKey(1))
        let payload = EncodedBytes([9, 8, 7])
        let facts = metadata(["etag": "\"x\""])
        let entry = DiskEntry.head(of: payload, total: 3, metadata: facts, stamp: 5, key: key) + payload.array
        let validation = DiskEntry.validation(facts, stamp: 5)
        for index in entry.indices where entry[index] != value {
            var bent = entry
            bent[index] = value
            #expect(bent.withUnsafeBytes { DiskEntry($0, key: key) } == nil, "byte \(index)")
        }
        for index in validation.indices where validation[index] != value {
            var bent = validation
            bent[index] = value
            #expect(bent.withUnsafeBytes { DiskEntry.metadata(validation: $0, stamp: 5) } == nil, "byte \(index)")
        }
        for length in entry.indices { _ = entry[..<length].withUnsafeBytes { DiskEntry($0, key: key) } }
        for length in validation.indices {
            _ = validation[..<length].withUnsafeBytes { DiskEntry.metadata(validation: $0, stamp: 5) }
        }
    }

    /// Lengths that a forger has put into an entry with a checksum that is right.
    @Test(arguments: [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32]) func forgedLengthsAreNotTrusted(
        length: UInt32
    ) throws {
        let key = DiskEntry.keyBytes(photoKey(1))
        let payload = EncodedBytes([9, 8, 7])
        let entry = DiskEntry.head(of: payload, total: 3, metadata: metadata(), stamp: 5, key: key) + payload.array
        for field in stride(from: 16, to: DiskEntry.headerSize, by: 4) {
            var forged = entry
            withUnsafeBytes(of: length.littleEndian) { forged.replaceSubrange(field..<field + 4, with: $0) }
            // The checksum covers what lies before the payload, wherever the forged lengths say that this is.
            for start in DiskEntry.headerSize...forged.count {
                let checksum = forged[16..<start].withUnsafeBytes { XXH64.checksum($0) }
                withUnsafeBytes(of: checksum.littleEndian) { forged.replaceSubrange(8..<16, with: $0) }
                if let found = forged.withUnsafeBytes({ DiskEntry($0, key: key) }) {
                    #expect(found.payload.upperBound == forged.count)
                }
            }
        }
    }
}
