// What the disk says of folders: counts, subfolders and bookmarks, within limits.
import CGLib
import Codecs
import Fixtures
import Glibc
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct FolderSurveyTests {
    private let scratch = ScratchFolder()
    private let survey = FolderSurvey()
    private var root: FilePath { FilePath(scratch.path) }

    private func folder(_ name: String, photos: Int) {
        scratch.folder(name)
        for number in 0..<photos { scratch.write("\(name)/\(number).jpg", [1]) }
    }

    @Test func photosAreCountedWithAndWithoutSubfolders() async throws {
        folder("a", photos: 3)
        folder("a/deep/deeper", photos: 2)
        scratch.write("a/note.txt", [1])
        scratch.write("a/.hidden.jpg", [1])
        let whole = try await survey.count(root.appending("a"), withSubfolders: true)
        #expect(whole == FolderSurvey.Count(photos: 5, isComplete: true, isWithoutFolders: false))
        #expect(try await survey.count(root.appending("a"), withSubfolders: false).photos == 3)
        #expect(try await survey.count(root.appending("a"), withSubfolders: false).isWithoutFolders == false)
        let deepest = root.appending("a").appending("deep").appending("deeper")
        #expect(try await survey.count(deepest, withSubfolders: true).isWithoutFolders)
        #expect(try await survey.count(root.appending("missing"), withSubfolders: true).photos == 0)
    }

    @Test func subfoldersComeInNaturalOrderWithoutHiddenOnesAndFiles() async {
        for name in ["b10", "b2", ".hidden", "B1"] { scratch.folder(name) }
        scratch.write("file.jpg", [1])
        scratch.link("link", to: scratch.path + "/b2")
        scratch.link("dead", to: "/nowhere/at/all")
        let found = await survey.subfolders(of: root)
        #expect(found.paths.map(\.name) == ["B1", "b2", "b10", "link"] && found.further == 0)
        #expect(await survey.subfolders(of: "/nowhere") == FolderSurvey.Subfolders(paths: [], further: 0))
    }

    @Test func subfoldersBeyondTheLimitAreCounted() async {
        for number in 0..<FolderSurvey.mostSubfolders + 7 { scratch.folder("\(number)") }
        let found = await survey.subfolders(of: root)
        #expect(found.paths.count == FolderSurvey.mostSubfolders && found.further == 7)
        #expect(found.paths[9].name == "9")
    }

    @Test func linksInACircleEndAndFolderAreCountedOnce() async throws {
        folder("a/b", photos: 2)
        scratch.link("a/b/back", to: scratch.path + "/a")
        scratch.link("a/again", to: scratch.path + "/a/b")
        let count = try await survey.count(root.appending("a"), withSubfolders: true)
        #expect(count == FolderSurvey.Count(photos: 2, isComplete: true, isWithoutFolders: false))
    }

    @Test func aPipeIsNeitherCountedNorOpened() async throws {
        #expect(mkfifo(scratch.path + "/pipe.jpg", 0o600) == 0)
        #expect(try await survey.count(root, withSubfolders: true).photos == 0)
        #expect(await survey.bookmarks(in: scratch.path + "/pipe.jpg").isEmpty)
    }

    @Test func aWalkEndsAtItsLimit() async throws {
        scratch.folder("many")
        // Names are enough, and links to one file are names.
        let file = scratch.write("one.jpg", [1])
        for number in 0...FolderSurvey.entriesToCount { #expect(link(file, scratch.path + "/many/\(number).jpg") == 0) }
        let count = try await survey.count(root.appending("many"), withSubfolders: true)
        #expect(
            count == FolderSurvey.Count(photos: FolderSurvey.entriesToCount, isComplete: false, isWithoutFolders: false)
        )
    }

    @Test func oneDeepPhotoIsFoundAndAFolderWithoutAnyIsNot() async {
        folder("docs/a/b", photos: 1)
        #expect(await survey.holdsPhotos(root.appending("docs")))
        scratch.folder("empty/x")
        scratch.write("empty/x/text.txt", [1])
        #expect(await !survey.holdsPhotos(root.appending("empty")))
        #expect(await !survey.holdsPhotos(root.appending("missing")))
    }

    @Test func namesOfAnyBytesLeadToTheirFolders() async throws {
        let path = root.appending(FileName(FilePath.text([0xE9, 0x0A, 0xFF])))
        #expect(path.withC { mkdir($0, 0o700) } == 0)
        #expect(path.appending("1.jpg").withC { g_file_set_contents($0, "x", 1, nil) } != 0)
        let found = await survey.subfolders(of: root)
        #expect(found.paths == [path])
        #expect(try await survey.count(found.paths[0], withSubfolders: false).photos == 1)
        #expect(await survey.folders(among: [path, root.appending("missing"), path.appending("1.jpg")]) == [path])
    }

    @Test func theBookmarksFileIsReadAsItsBytesUpToALimit() async {
        let bytes: [UInt8] = Array("file:///a\n".utf8) + [0xFF, 0x0A, 0]
        #expect(await survey.bookmarks(in: scratch.write("bookmarks", bytes)) == bytes)
        #expect(await survey.bookmarks(in: scratch.path + "/missing").isEmpty)
        #expect(await survey.bookmarks(in: scratch.path).isEmpty)
        let long = scratch.write("long", [UInt8](repeating: 0x61, count: FolderSurvey.longestBookmarks + 9))
        #expect(await survey.bookmarks(in: long).count == FolderSurvey.longestBookmarks)
    }

    @Test func theTotalsAreOfAllThatIsInAFolderAndOfNothingThatLinksLeadTo() async throws {
        folder("a/deep", photos: 3)
        folder("outside", photos: 9)
        for name in ["a/x.jpg", "a/x.cr2", "a/note.txt", "a/.hidden.jpg"] { scratch.write(name, [1, 2]) }
        scratch.folder("a/empty")
        scratch.link("a/link", to: scratch.path + "/outside")
        let totals = try await survey.totals(of: root.appending("a")) { _ in }
        // A raw file and its JPEG are one photo.
        #expect(totals.photos == 5 && totals.files == 7 && totals.folders == 2 && totals.bytes == 11)
        let facts = try #require(await survey.facts(of: root.appending("a")))
        #expect(facts.changed != nil && facts.freeBytes != nil && facts.isWritable)
        #expect(await survey.facts(of: root.appending("gone")) == nil)
    }
}
