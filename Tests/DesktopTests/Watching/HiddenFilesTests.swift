// Hidden files and folders: left out, unless they are asked for, before and after the folder is listed.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct HiddenFilesTests {
    private static let names = ["a.png", ".b.png", ".dot/c.png", "z/.d.png", "z/e.png"]

    @Test func aFolderIsListedWithItsHiddenFilesWhereThoseAreShown() async throws {
        let folder = try await FollowedFolder(Self.names)
        #expect(folder.names == ["a.png", "z/e.png"])
        let all = try await FollowedFolder.walked(folder.root, withHidden: true).map(\.id.text)
        #expect(all.sorted() == Self.names.sorted())
    }

    @Test func theSwitchLeavesAllOtherPhotosWhatTheyAre() async throws {
        let folder = try await FollowedFolder(Self.names)
        let (a, e) = (await folder.ref("a.png"), await folder.ref("z/e.png"))
        await folder.setShowsHidden(true)
        try await folder.until { folder.names == Self.names.sorted() }
        try await folder.untilCurrent()
        #expect(await folder.ref("a.png") == a && a != nil)
        #expect(await folder.ref("z/e.png") == e && e != nil)
        await folder.setShowsHidden(false)
        try await folder.until { folder.names == ["a.png", "z/e.png"] }
        try await folder.untilCurrent()
        #expect(await folder.ref("a.png") == a)
        #expect(await folder.ref(".b.png") == nil)
        #expect(folder.changed.isEmpty)
    }

    @Test func theSwitchIsHeededWhileTheFolderIsListed() async throws {
        let scratch = ScratchFolder()
        for number in 0..<100 { scratch.write("\(number).png", [1]) }
        scratch.write(".hidden.png", [1])
        let source = FolderSource(path: scratch.path)
        let collection = PhotoCollection(source, collation: FileNameCollation())
        #expect(try await collection.readChange())
        await source.setShowsHidden(true)
        while await collection.ref(of: PhotoID(".hidden.png")) == nil { #expect(try await collection.readChange()) }
    }

    @Test func hiddenFilesAreWatchedWhileTheyAreShown() async throws {
        let folder = try await FollowedFolder(["a.png", ".dot/c.png"])
        await folder.setShowsHidden(true)
        try await folder.until { folder.names.count == 2 }
        let c = await folder.ref(".dot/c.png")
        folder.write(".n.png")
        folder.write(".new/o.png")
        folder.move(".dot/c.png", ".c.png")
        try await folder.until { folder.names == [".c.png", ".n.png", ".new/o.png", "a.png"] }
        #expect(await folder.ref(".c.png") == c && c != nil)
        folder.move(".c.png", "c.png")
        try await folder.until { folder.names == [".n.png", ".new/o.png", "a.png", "c.png"] }
        #expect(await folder.ref("c.png") == c)
        folder.delete(".n.png")
        try await folder.untilCurrent()
    }

    @Test func aFileThatIsRenamedToAHiddenNameIsGoneUnlessThoseAreShown() async throws {
        let folder = try await FollowedFolder(["a.png", "b.png"])
        folder.move("a.png", ".a.png")
        try await folder.until { folder.names == ["b.png"] }
        await folder.setShowsHidden(true)
        try await folder.until { folder.names == [".a.png", "b.png"] }
        let b = await folder.ref("b.png")
        folder.move("b.png", ".b.png")
        try await folder.until { folder.names == [".a.png", ".b.png"] }
        #expect(await folder.ref(".b.png") == b)
    }

    /// Names under which programs write what they rename when it is complete.
    private static let temporary = [
        ".goutputstream-3X1V02", ".~lock.t.png#", ".t.png.swp", ".t.png.Xy12Zq", ".t.png~", ".tessera-a1B2c3",
        "...png.part",
    ]

    @Test func temporaryFilesOfProgramsAreNoPhotosThoughHiddenFilesAreShown() async throws {
        let folder = try await FollowedFolder(
            ["a.png"], timing: WatchTiming(gathering: .milliseconds(5), stillness: .seconds(600)))
        await folder.setShowsHidden(true)
        var seen: Set<String> = []
        for (number, name) in Self.temporary.enumerated() {
            folder.write(name)
            folder.write("\(number).png")
            try await folder.until { folder.names.contains("\(number).png") }
            seen.formUnion(folder.names)
            folder.move(name, "t\(number).png")
        }
        // One with the name of a photo is listed when it is complete.
        let file = open(folder.path(".open.png"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        #expect(write(file, "1", 1) == 1)
        folder.write("last.png")
        try await folder.until { folder.names.contains("last.png") }
        seen.formUnion(folder.names)
        #expect(seen.allSatisfy { !$0.hasPrefix(".") })
        #expect(close(file) == 0)
        try await folder.until { folder.names.contains(".open.png") }
        try await folder.untilCurrent()
    }

    @Test func hiddenFilesThatNothingShowsAreCountedWhileHiddenFilesAreShown() async throws {
        let folder = try await FollowedFolder(["a.png", ".b.psd", ".dot/c.psd", "d.psd"])
        #expect(await folder.source.report.unshown == ["psd": 1])
        await folder.setShowsHidden(true)
        try await folder.until { folder.report.unshown == ["psd": 3] }
        await folder.setShowsHidden(false)
        try await folder.until { folder.report.unshown == ["psd": 1] }
    }

    @Test func aHiddenFolderThatIsNamedIsShown() async throws {
        let scratch = ScratchFolder()
        scratch.folder(".album/.deeper")
        for name in [".album/a.png", ".album/.b.png", ".album/.deeper/c.png"] { scratch.write(name, [1]) }
        #expect(try await FollowedFolder.walked(scratch.path + "/.album").map(\.id.text) == ["a.png"])
        let album = scratch.path + "/.album"
        #expect(await FolderSource(path: album, withHidden: true).photo(of: ".b.png")?.photo.id.text == ".b.png")
        #expect(await FolderSource(path: album).photo(of: ".b.png") == nil)
    }

    @Test func hiddenFilesAndFoldersAreCountedWhereTheyAreAskedFor() async throws {
        let folder = try await FollowedFolder(Self.names)
        let survey = FolderSurvey()
        #expect(try await survey.count(FilePath(folder.root), withSubfolders: true).photos == 2)
        #expect(try await survey.count(FilePath(folder.root), withSubfolders: true, withHidden: true).photos == 5)
        #expect(try await survey.count(FilePath(folder.root), withSubfolders: false, withHidden: true).photos == 2)
        let found = await survey.subfolders(of: FilePath(folder.root), withHidden: true)
        #expect(found.paths.map(\.name).sorted() == [".dot", "z"] && found.further == 0)
    }
}
