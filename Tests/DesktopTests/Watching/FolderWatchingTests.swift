// What happens to files and folders below a shown folder, on a real disk: the collection is what a fresh walk finds.
import CGLib
import Fixtures
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FolderWatchingTests {
    @Test func aNewFileIsListed() async throws {
        let folder = try await FollowedFolder(["a.png"])
        folder.write("b.png")
        try await folder.until { folder.names == ["a.png", "b.png"] }
        try await folder.untilCurrent()
    }

    /// Times by which no file counts as still while a test runs.
    private static let patient = WatchTiming(gathering: .milliseconds(5), stillness: .seconds(600))

    @Test func aFileThatIsBeingWrittenIsListedOnceItIsClosed() async throws {
        let folder = try await FollowedFolder(["a.png"], timing: Self.patient)
        let file = open(folder.path("slow.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(write(file, "1", 1) == 1)
        folder.write("b.png")
        try await folder.until { folder.names.contains("b.png") }
        #expect(folder.names == ["a.png", "b.png"])
        #expect(write(file, "2", 1) == 1 && close(file) == 0)
        try await folder.until { folder.names.contains("slow.png") }
        try await folder.untilCurrent()
        #expect(folder.changed.isEmpty)
    }

    @Test func aFileThatStaysOpenIsListedOnceItIsStill() async throws {
        let folder = try await FollowedFolder(["a.png"])
        let file = open(folder.path("open.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        #expect(write(file, "1", 1) == 1)
        try await folder.until { folder.names.contains("open.png") }
        try await folder.untilCurrent()
    }

    @Test func unfinishedDownloadsAreListedUnderTheirFinalNames() async throws {
        let folder = try await FollowedFolder(["a.png"])
        for (name, final) in [("c.png.crdownload", "c.png"), (".d.png.Xy12", "d.png"), ("e.png~", "e.png")] {
            folder.write(name)
            folder.move(name, final)
        }
        // As Firefox does: an empty file first, and the content beside it.
        folder.write("f.png", "")
        folder.write("f.png.part")
        folder.write("g.png")
        try await folder.until { folder.names.contains("g.png") }
        #expect(!folder.names.contains("f.png"))
        folder.move("f.png.part", "f.png")
        try await folder.until { folder.names == ["a.png", "c.png", "d.png", "e.png", "f.png", "g.png"] }
        try await folder.untilCurrent()
    }

    @Test func linksAndFurtherNamesOfAFileAreListedAtOnce() async throws {
        let folder = try await FollowedFolder(["a.png"], timing: Self.patient)
        #expect(symlink("a.png", folder.path("soft.png")) == 0)
        #expect(Glibc.link(folder.path("a.png"), folder.path("hard.png")) == 0)
        try await folder.until { folder.names == ["a.png", "hard.png", "soft.png"] }
        try await folder.untilCurrent()
    }

    @Test func twoNamesOfAFileAreTwoPhotos() async throws {
        let folder = try await FollowedFolder(["a.png"])
        #expect(Glibc.link(folder.path("a.png"), folder.path("b.png")) == 0)
        try await folder.untilCurrent()
        let (a, b) = (await folder.ref("a.png"), await folder.ref("b.png"))
        #expect(a != b)
        folder.move("b.png", "c.png")
        try await folder.untilCurrent()
        #expect(await folder.ref("a.png") == a)
        #expect(await folder.ref("c.png") == b)
        folder.delete("a.png")
        folder.write("c.png", "more than before")
        try await folder.untilCurrent()
        #expect(folder.names == ["c.png"])
        #expect(await folder.ref("c.png") == b)
    }

    @Test func aRenamedPhotoIsTheSamePhoto() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png"])
        let (a, b) = (await folder.ref("a.png"), await folder.ref("x/b.png"))
        folder.move("a.png", "z.png")
        folder.move("x/b.png", "b.png")
        try await folder.until { folder.names == ["b.png", "z.png"] }
        #expect(await folder.ref("z.png") == a)
        #expect(await folder.ref("b.png") == b)
    }

    @Test func aPhotoThatIsRenamedAndThenWrittenIsTheSamePhoto() async throws {
        let folder = try await FollowedFolder(["a.png"])
        let ref = await folder.ref("a.png")
        folder.move("a.png", "b.png")
        folder.move("b.png", "c.png")
        folder.write("c.png", "more than before")
        try await folder.untilCurrent()
        #expect(await folder.ref("c.png") == ref)
    }

    @Test func namesThatAreExchangedStayWithTheirPhotos() async throws {
        let folder = try await FollowedFolder(["1.png", "2.png", "3.png"])
        for (number, name) in ["1.png", "2.png", "3.png"].enumerated() {
            folder.write(name, String(repeating: "x", count: number + 9))
        }
        try await folder.untilCurrent()
        let refs = [await folder.ref("1.png"), await folder.ref("2.png"), await folder.ref("3.png")]
        folder.move("1.png", "t")
        folder.move("2.png", "1.png")
        folder.move("3.png", "2.png")
        folder.move("t", "3.png")
        try await folder.untilCurrent()
        #expect([await folder.ref("3.png"), await folder.ref("1.png"), await folder.ref("2.png")] == refs)
    }

    @Test func aFileThatLeavesTheFolderIsGoneAndOneThatComesBackIsListed() async throws {
        let folder = try await FollowedFolder(["a.png", "b.png"])
        folder.move("a.png", "../a.png")
        try await folder.until { folder.names == ["b.png"] }
        folder.move("../a.png", "c.png")
        try await folder.until { folder.names == ["b.png", "c.png"] }
    }

    @Test func anOverwrittenAndATruncatedFileHaveChanged() async throws {
        let folder = try await FollowedFolder(["a.png", "b.png", "c.png"])
        let refs = [await folder.ref("a.png"), await folder.ref("b.png"), await folder.ref("c.png")]
        folder.write("a.png", "another content")
        #expect(truncate(folder.path("b.png"), 0) == 0)
        var times = utimbuf(actime: 1, modtime: 1_000_000_000)
        #expect(utime(folder.path("c.png"), &times) == 0)
        try await folder.untilCurrent()
        #expect(Set(folder.changed) == ["a.png", "b.png", "c.png"])
        #expect([await folder.ref("a.png"), await folder.ref("b.png"), await folder.ref("c.png")] == refs)
    }

    @Test func anAtomicReplacementHasChanged() async throws {
        let folder = try await FollowedFolder(["a.png"])
        let ref = await folder.ref("a.png")
        folder.write(".a.png.tmp", "another content")
        folder.move(".a.png.tmp", "a.png")
        try await folder.untilCurrent()
        #expect(folder.changed == ["a.png"])
        #expect(await folder.ref("a.png") == ref)
    }

    @Test func aPhotoThatTakesThePlaceOfAnotherOneIsTheSamePhoto() async throws {
        let folder = try await FollowedFolder()
        folder.write("a.png", "first")
        folder.write("b.png", "the second")
        try await folder.untilCurrent()
        let b = await folder.ref("b.png")
        folder.move("b.png", "a.png")
        try await folder.untilCurrent()
        #expect(await folder.ref("a.png") == b && folder.names == ["a.png"])
    }

    @Test func aDeletedFileIsGone() async throws {
        let folder = try await FollowedFolder(["a.png", "b.png"])
        folder.delete("a.png")
        try await folder.until { folder.names == ["b.png"] }
        folder.delete("b.png")
        try await folder.until { folder.names.isEmpty }
    }

    @Test func newFoldersAreWalkedAndWatched() async throws {
        let folder = try await FollowedFolder(["a.png"])
        folder.write("x/y/z/b.png")
        folder.write(".hidden/c.png")
        try await folder.until { folder.names == ["a.png", "x/y/z/b.png"] }
        folder.write("x/y/z/d.png")
        folder.write("x/y/e.png")
        try await folder.until { folder.names == ["a.png", "x/y/e.png", "x/y/z/b.png", "x/y/z/d.png"] }
        try await folder.untilCurrent()
    }

    @Test func aRenamedFolderTakesItsPhotosWithIt() async throws {
        let names = (0..<1_000).map { "old/p\($0).png" } + ["old/deep/q.png"]
        let folder = try await FollowedFolder(names)
        var refs: [PhotoRef?] = []
        for name in names { refs.append(await folder.ref(name)) }
        folder.folder("away")
        folder.move("old", "away/new")
        try await folder.untilCurrent()
        for (name, ref) in zip(names, refs) {
            #expect(await folder.ref("away/new" + name.dropFirst(3)) == ref)
        }
        // And it is watched where it is now.
        folder.write("away/new/deep/r.png")
        try await folder.until { folder.names.contains("away/new/deep/r.png") }
    }

    @Test func aDeletedFolderIsGoneWithItsPhotos() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png", "x/y/c.png"])
        folder.delete("x/y/c.png")
        #expect(rmdir(folder.path("x/y")) == 0)
        folder.delete("x/b.png")
        #expect(rmdir(folder.path("x")) == 0)
        try await folder.until { folder.names == ["a.png"] }
        folder.move("../root", "../root")
        folder.write("x/b.png")
        try await folder.until { folder.names == ["a.png", "x/b.png"] }
    }

    @Test func linksToFoldersAreFollowedAndCirclesEnd() async throws {
        let folder = try await FollowedFolder(["b/1.png", "c/2.png"])
        #expect(symlink("b", folder.path("a")) == 0)
        #expect(symlink("..", folder.path("c/up")) == 0)
        try await folder.untilCurrent()
        #expect(folder.names == ["a/1.png", "c/2.png"])
        folder.write("b/3.png")
        try await folder.untilCurrent()
        #expect(folder.names == ["a/1.png", "a/3.png", "c/2.png"])
        folder.delete("a")
        try await folder.untilCurrent()
        #expect(folder.names == ["b/1.png", "b/3.png", "c/2.png"])
    }

    @Test func pipesAndSocketsAreNeverOpened() async throws {
        let folder = try await FollowedFolder(["a.png"])
        #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)
        #expect(mknod(folder.path("socket.png"), S_IFSOCK | 0o600, 0) == 0)
        folder.write("b.png")
        try await folder.until { folder.names == ["a.png", "b.png"] }
        await folder.source.refresh(.requested)
        folder.write("c.png")
        try await folder.until { folder.names == ["a.png", "b.png", "c.png"] }
    }

    @Test func namesThatAreNotUTF8OrHoldNewlinesAreFollowed() async throws {
        let folder = try await FollowedFolder()
        let odd = FilePath.text([0x61, 0xE9, 0xFF] + Array(".png".utf8))
        folder.write(odd)
        folder.write("two\nlines.png")
        try await folder.untilCurrent()
        #expect(Set(folder.names) == [odd, "two\nlines.png"])
        let ref = await folder.ref(odd)
        folder.move(odd, "plain.png")
        folder.move("two\nlines.png", odd)
        try await folder.untilCurrent()
        #expect(await folder.ref("plain.png") == ref && folder.names.count == 2)
    }

    @Test func whatNothingCanShowIsCounted() async throws {
        let folder = try await FollowedFolder(["a.png", "b.xcf", "letter.txt", "noextension"])
        try await folder.until { folder.report.unshown == ["xcf": 1, "": 1] }
        folder.write("x/c.XCF")
        folder.write("x/d.kra")
        folder.write("x/notes.txt")
        folder.write("x/photo")
        folder.write("x/.hidden")
        try await folder.until { folder.report.unshown == ["xcf": 2, "kra": 1, "": 2] }
        folder.delete("x/c.XCF")
        folder.delete("noextension")
        folder.move("x/d.kra", "x/d.png")
        try await folder.until { folder.report.unshown == ["xcf": 1, "": 1] && folder.names.count == 2 }
    }

    @Test func whatCannotBeReadIsSaidAsLongAsItCannot() async throws {
        let folder = try await FollowedFolder(["a.png"])
        #expect(symlink("nowhere.png", folder.path("dead.png")) == 0)
        try await folder.until {
            folder.report.unreadable.count == 1 && folder.report.unreadable[0].path.contains("dead.png")
        }
        folder.delete("dead.png")
        try await folder.until { folder.report.unreadable.isEmpty }
    }
}
