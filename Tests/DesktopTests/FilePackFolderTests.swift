// Pack files on the real file system: bytes at their place, one writer, and nobody else's files.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct FilePackFolderTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path + "/cache/tiles" }

    private func request(_ id: Int) -> ImageRequest {
        ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("\(id)"), title: "", version: "1"),
            location: .file("/photos/\(id).jpg"), size: PixelSize(square: 208), fit: .fill)
    }

    @Test func bytesAreWrittenAndReadAtTheirPlace() {
        let folder = FilePackFolder(path: path)
        #expect(folder.files().isEmpty && folder.read("a", at: 0, count: 5).isEmpty)
        #expect(!folder.write([1], to: "a", at: 0))
        #expect(folder.claim() && folder.claim())
        #expect(folder.write([1, 2, 3, 4], to: "a", at: 0))
        #expect(folder.write([9, 9, 9], to: "a", at: 3))
        #expect(folder.read("a", at: 1, count: 100) == [2, 3, 9, 9, 9])
        #expect(folder.read("a", at: 2, count: 2) == [3, 9])
        #expect(folder.read("a", at: 6, count: 1).isEmpty)
        #expect(folder.truncate("a", to: 2) && folder.read("a", at: 0, count: 9) == [1, 2])
        // A file that is gone is not made again with a hole in it.
        #expect(!folder.write([1], to: "b", at: 7))
        #expect(folder.files().map(\.name).sorted() == ["a", "lock"])
        #expect(folder.files().first { $0.name == "a" }?.size == 2)
        folder.delete("a")
        #expect(folder.files().map(\.name) == ["lock"])
    }

    @Test func aTouchMakesAFileTheNewest() throws {
        let folder = FilePackFolder(path: path)
        #expect(folder.claim() && folder.write([1], to: "a", at: 0) && folder.write([1], to: "b", at: 0))
        var longAgo = utimbuf(actime: 1, modtime: 1)
        for name in ["a", "b"] { utime(path + "/" + name, &longAgo) }
        folder.touch("a")
        let modified = Dictionary(uniqueKeysWithValues: folder.files().map { ($0.name, $0.modified) })
        #expect(try #require(modified["a"]) > 1_600_000_000_000_000_000)
        #expect(modified["b"] == 1_000_000_000)
    }

    @Test func oneHolderClaimsAFolderUntilItIsGone() {
        var first: FilePackFolder? = FilePackFolder(path: path)
        let second = FilePackFolder(path: path)
        #expect(first?.claim() == true)
        #expect(!second.claim())
        first = nil
        #expect(second.claim())
    }

    @Test func whatCannotBeAFolderIsNotClaimed() {
        let file = scratch.write("occupied", [1])
        let folder = FilePackFolder(path: file)
        #expect(!folder.claim() && !folder.write([1], to: "a", at: 0) && folder.files().isEmpty)
    }

    @Test func filesAreTheUsersAloneAndLinksAreNotFollowed() {
        let target = scratch.write("letter", [7, 7, 7])
        let folder = FilePackFolder(path: path)
        #expect(folder.claim() && folder.write([1], to: "a", at: 0))
        var status = stat()
        #expect(stat(path + "/a", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        symlink(target, path + "/b")
        #expect(!folder.write([1], to: "b", at: 0) && folder.read("b", at: 0, count: 3).isEmpty)
        #expect(!folder.files().map(\.name).contains("b"))
    }

    @Test func aPackOnDiskSurvivesAStartAndATornEnd() async throws {
        let tile = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        func key(_ id: Int) throws -> TileKey { try #require(TileKey(request(id))) }
        func pack() -> TilePack { TilePack(folder: FilePackFolder(path: path), executor: LoopExecutor(name: "tiles")) }
        do {
            let pack = pack()
            for id in 1...3 { await pack.store(EncodedBytes(tile), for: try key(id)) }
        }
        // The lock goes with the pack's last reference, which its own thread may hold for a moment.
        let claim = FilePackFolder(path: path)
        while !claim.claim() { await Task.yield() }
        let name = try #require(claim.files().map(\.name).first { $0.hasSuffix(".tiles") })
        let size = try #require(claim.files().first { $0.name == name }?.size)
        #expect(claim.truncate(name, to: size - 1))
        let reader = pack()
        for id in 1...2 {
            let bytes = try #require(await reader.bytes(for: try key(id)))
            bytes.storage.withBytes { #expect($0.elementsEqual(tile)) }
        }
        #expect(await reader.bytes(for: try key(3)) == nil)
    }

    @Test func theClaimEndsWithTheFolderAndCanBeTakenAgain() {
        let first = FilePackFolder(path: path), second = FilePackFolder(path: path)
        #expect(first.claim() && first.isClaimed && !second.isClaimed)
        for name in ["/lock", ""] { remove(path + name) }
        #expect(!first.isClaimed)
        #expect(second.claim() && second.isClaimed)
        #expect(!first.claim() && !first.isClaimed)
        remove(path + "/lock")
        #expect(first.claim() && !second.isClaimed)
    }

    @Test func tilesAreStoredAgainAfterTheFolderWasDeleted() async throws {
        let key = try #require(TileKey(request(1)))
        let pack = TilePack(folder: FilePackFolder(path: path), executor: LoopExecutor(name: "tiles"))
        for _ in 1...2 {
            await pack.store(EncodedBytes([1, 2, 3]), for: key)
            #expect(await pack.bytes(for: key)?.count == 3)
            for file in FilePackFolder(path: path).files() { remove(path + "/" + file.name) }
            #expect(rmdir(path) == 0)
            #expect(await pack.bytes(for: key) == nil)
            #expect(await pack.sizeIfOpen == 0)
        }
    }

    @Test func anIndexThatAsksForMoreThanThereIsTakesNoMemoryForIt() {
        let folder = FilePackFolder(path: path)
        #expect(folder.claim() && folder.write([1, 2, 3], to: "a", at: 0))
        #expect(folder.read("a", at: 1, count: .max) == [2, 3])
        #expect(folder.read("a", at: .max, count: 5).isEmpty)
    }
}
