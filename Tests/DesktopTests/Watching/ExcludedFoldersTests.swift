// Folders that hold a mark, and those that devices keep for themselves, are left out, before and after they are listed.
import Library
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ExcludedFoldersTests {
    private static let names = [
        "a.png", "@eaDir/a.png/SYNOPHOTO_THUMB_M.jpg", "#recycle/b.png", "2020/@eaDir/c.jpg", "2020/d.png",
        "covers/.nomedia", "covers/e.png", "covers/deep/f.png", "icons/.noimage", "icons/g.png",
    ]

    @Test func aFolderIsListedWithoutThem() async throws {
        let folder = try await FollowedFolder(Self.names)
        #expect(folder.names == ["2020/d.png", "a.png"])
        #expect(folder.report.unshown.isEmpty && folder.report.unreadable.isEmpty)
    }

    @Test func theyAreShownWhereTheyAreAskedForAndAllOtherPhotosStayWhatTheyAre() async throws {
        let folder = try await FollowedFolder(Self.names)
        let a = await folder.ref("a.png")
        await folder.source.setShowsExcluded(true)
        try await folder.until { folder.names == Self.names.filter { !$0.contains(".no") }.sorted() }
        #expect(await folder.ref("a.png") == a && a != nil)
        await folder.source.setShowsExcluded(false)
        try await folder.until { folder.names == ["2020/d.png", "a.png"] }
        #expect(await folder.ref("a.png") == a && folder.changed.isEmpty)
    }

    @Test func aMarkThatComesOrGoesActsAtOnce() async throws {
        let folder = try await FollowedFolder(["a.png", "x/b.png", "x/deep/c.png"])
        #expect(folder.names.count == 3)
        folder.write("x/.nomedia")
        try await folder.until { folder.names == ["a.png"] }
        // What happens in the folder meanwhile is seen when it comes back.
        folder.write("x/d.png")
        folder.write("x/other/e.png")
        folder.delete("x/b.png")
        folder.write("z.png")
        try await folder.until { folder.names == ["a.png", "z.png"] }
        folder.move("x/.nomedia", "x/.other")
        try await folder.until { folder.names == ["a.png", "x/d.png", "x/deep/c.png", "x/other/e.png", "z.png"] }
    }

    @Test func aNewFolderThatIsMarkedIsNotListed() async throws {
        let folder = try await FollowedFolder(["a.png"])
        folder.write("new/.noimage")
        folder.write("new/b.png")
        folder.write("@eaDir/c.png")
        folder.write("d.png")
        try await folder.until { folder.names == ["a.png", "d.png"] }
        await folder.source.refresh(.requested)
        folder.write("e.png")
        try await folder.until { folder.names == ["a.png", "d.png", "e.png"] }
    }

    @Test func aMarkedFolderThatIsOpenedItselfIsShown() async throws {
        let folder = try await FollowedFolder([".nomedia", "a.png", "b/c.png"])
        #expect(folder.names == ["a.png", "b/c.png"])
    }

    @Test func theSidebarCountsNoneOfThem() async throws {
        let folder = try await FollowedFolder(Self.names)
        let survey = FolderSurvey(), path = FilePath(folder.root)
        #expect(try await survey.count(path, withSubfolders: true).photos == 2)
        #expect(try await survey.count(path, withSubfolders: true, withExcluded: true).photos == 8)
        #expect(await survey.subfolders(of: path).paths.map(\.name) == ["2020", "covers", "icons"])
    }
}
