// The check of the caches' files: it counts what would be served, and names what would not.
import FoundationEssentials
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct CacheCheckTests: PackSuite {
    let disk = MemoryDisk()
    private let scratch = ScratchDisk()

    @Test func everyIntactPhotoIsCountedAndEachAlteredByteIsNamed() async throws {
        let cache = scratch.open()
        await cache.put([1, 2, 3], 1)
        await cache.putPartial([4, 5], 2, total: 9)
        let photo = try #require(try await cache.photo(for: photoKey(1), priority: .visible))
        cache.refresh(photo.with(metadata(["etag": "\"new\""])), for: photoKey(1))
        await cache.flush()
        let folder = ScratchCacheFolder(scratch.directory)
        let intact = CacheCheck(photosIn: folder)
        #expect(intact.damage == [])
        #expect(intact.entries == 3)
        for file in folder.files() where DiskFile(fileName: file.name) != nil {
            let whole = try #require(scratch.contents(file.name))
            for index in whole.indices {
                var altered = whole
                altered[index] ^= 1
                try scratch.write(altered, file.name)
                #expect(CacheCheck(photosIn: folder).damage.count == 1, "\(file.name), byte \(index)")
            }
            try scratch.write(whole.dropLast(), file.name)
            #expect(CacheCheck(photosIn: folder).damage.count == 1)
            try scratch.write(whole, file.name)
        }
    }

    @Test func anEntryUnderAnotherNameIsDamaged() async throws {
        await scratch.open().put([1, 2, 3], 1)
        let folder = ScratchCacheFolder(scratch.directory)
        let name = try #require(folder.files().first { DiskFile(fileName: $0.name) != nil }?.name)
        let contents = try #require(scratch.contents(name))
        try scratch.write(contents, "0123456789abcdef" + name.dropFirst(16))
        let check = CacheCheck(photosIn: folder)
        #expect((check.entries, check.damage.count) == (1, 1))
    }

    @Test func everyTileIsCountedAndAnAlteredOneIsNamedInSealedFilesAndOpenOnes() async throws {
        let pack = open(budget: 4 << 10)
        await store(1...10, 8, in: pack)
        await pack.remove(tileKey(1))
        let intact = CacheCheck(tilesIn: disk.folder())
        #expect(intact.damage == [])
        #expect(intact.entries >= 9)
        let sealed = TileSegment.name(1)
        disk.change { $0.files[sealed]?[TileRecord.headerSize * 3] ^= 1 }
        #expect(CacheCheck(tilesIn: disk.folder()).damage.count == 1)
        // Of the newest file, which has no index yet, the last byte is one of a payload.
        let newest = try #require(disk.names.max())
        disk.change { state in
            let last = state.files[newest]!.count - 1
            state.files[newest]![last] ^= 1
        }
        #expect(CacheCheck(tilesIn: disk.folder()).damage.count == 2)
    }
}
