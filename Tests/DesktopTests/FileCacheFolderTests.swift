// Cached files on the real file system: whole or not there, the user's alone, and shared by several programs.
import CGLib
import Fixtures
import FoundationEssentials
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct FileCacheFolderTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path + "/cache/photos" }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func key(_ id: Int) -> FetchKey {
        FetchKey(source: SourceID("test"), photo: PhotoID("\(id)"), version: "", location: .remote("http://test/\(id)"))
    }

    private func cache(budget: Int = 1 << 20) -> DiskCache {
        DiskCache(folder: FileCacheFolder(path: path), budget: budget, executor: LoopExecutor(name: "disk"))
    }

    private func put(_ id: Int, _ count: Int = 900, in cache: DiskCache) async {
        let metadata = ResponseMetadata(TransferHead(status: 200, headers: ["etag": "\"1\""]), at: 1)
        cache.store(
            StoredPhoto(bytes: EncodedBytes(Array(repeating: 1, count: count)), metadata: metadata), for: key(id))
        await cache.flush()
    }

    private var photosSize: Int {
        FileCacheFolder(path: path).files().filter { $0.name != "lock" }.reduce(0) { $0 + $1.size }
    }

    @Test func aFileIsReplacedWholeAndReadWhole() throws {
        let folder = FileCacheFolder(path: path)
        #expect(folder.files().isEmpty && folder.contents("a", limit: 9) == nil)
        #expect(folder.replace("a", with: Data([1, 2, 3])) && folder.replace("a", with: Data([4, 5])))
        #expect(folder.contents("a", limit: 2) == Data([4, 5]))
        #expect(folder.contents("a", limit: 1) == nil)
        #expect(folder.replace("empty", with: Data()) && folder.contents("empty", limit: 0) == Data())
        folder.setModified("a", at: 1_000_000_000.5)
        #expect(folder.files().first { $0.name == "a" }?.modified == 1_000_000_000_500_000_000)
        folder.delete("a")
        #expect(folder.files().map(\.name) == ["empty"])
    }

    @Test func photosColoursAndFoldersAreTheUsersAlone() async {
        // The first photo makes the folder, in which the second finds room for a lock.
        let cache = cache()
        for id in 1...2 { await put(id, in: cache) }
        let colours = ColourTable()
        let file = ColourFile(
            colours, in: FileCacheFolder(path: scratch.path + "/cache"), executor: LoopExecutor(name: "disk"))
        await file.open()
        #expect(FileCacheFolder(path: scratch.path + "/cache").replace("colours", with: Data([1])))
        #expect(mode(path) == 0o700 && mode(scratch.path + "/cache") == 0o700)
        #expect(mode(scratch.path + "/cache/colours") == 0o600)
        let names = FileCacheFolder(path: path).files().map(\.name)
        #expect(names.count == 3)
        for name in names { #expect(mode(path + "/" + name) == 0o600) }
    }

    @Test func linksAndPipesInThePlaceOfFilesAreNotFollowed() {
        let letter = scratch.write("letter", [7, 7, 7])
        let folder = FileCacheFolder(path: path)
        #expect(folder.replace("first", with: Data([1])))
        for name in ["a", "lock"] { symlink(letter, path + "/" + name) }
        mkfifo(path + "/pipe", 0o600)
        #expect(folder.contents("a", limit: 9) == nil && folder.contents("pipe", limit: 9) == nil)
        folder.setModified("a", at: 5)
        folder.exclusively { _ in #expect(folder.replace("a", with: Data([1]))) }
        #expect(FileManager.default.contents(atPath: letter) == Data([7, 7, 7]))
        var status = stat()
        #expect(stat(letter, &status) == 0 && status.st_mtim.tv_sec > 1_000_000)
        // The link itself was replaced.
        #expect(folder.contents("a", limit: 9) == Data([1]))
    }

    @Test func aTurnIsToldOfChangesByOthersAndOfNoneOfItsOwn() {
        let (one, other) = (FileCacheFolder(path: path), FileCacheFolder(path: path))
        #expect(one.replace("a", with: Data([1])))
        func turn(_ folder: FileCacheFolder, _ body: () -> Void = {}) -> Bool {
            folder.exclusively { isChanged in
                body()
                return isChanged
            }
        }
        #expect(turn(one) && turn(other))
        #expect(!turn(one) && !turn(other))
        #expect(!turn(one) { _ = one.replace("b", with: Data([1])) })
        #expect(!turn(one) && turn(other) && !turn(other))
        other.exclusively { _ in other.delete("b") }
        #expect(turn(one) && !turn(one))
    }

    @Test func twoCachesOnOneFolderKeepTheBudgetTogether() async throws {
        // A lock belongs to an open file, so that two folders in one process are to each other what two processes are.
        let budget = 20_000
        let caches = [cache(budget: budget), cache(budget: budget)]
        await withTaskGroup { group in
            for (number, cache) in caches.enumerated() {
                group.addTask { for id in 0..<40 { await put(number * 100 + id, in: cache) } }
            }
        }
        #expect(photosSize <= budget && photosSize > budget / 2)
        for cache in caches { #expect(await cache.size == photosSize) }
    }

    @Test func aFolderThatIsDeletedIsMadeAndCountedAgain() async {
        let cache = cache()
        for id in 1...3 { await put(id, in: cache) }
        try? FileManager.default.removeItem(atPath: path)
        #expect(await cache.count == 0)
        #expect(await cache.size == 0)
        await put(4, in: cache)
        #expect(await cache.count == 1)
        #expect(await cache.size == photosSize && photosSize > 0)
    }

    @Test func aCacheThatIsAskedForItsSizeMakesNoFolder() async {
        #expect(await cache().size == 0)
        #expect(mode(path) == nil)
    }
}
