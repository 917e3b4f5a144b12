// Places as text, recent folders, and the bookmarks file.
import Photos
import Testing

@testable import Browse

struct PlaceListsTests {
    @Test(arguments: [
        Place.folder("/home/u/Pictures"), .folder("/a:b\nc"), .folder(FilePath("/" + FilePath.text([0xE9, 0xFF]))),
        .sample, .picsum,
        .service("https://example.org/api"),
    ])
    func aPlaceIsReadAsItWasWritten(place: Place) { #expect(Place(place.text) == place) }

    @Test(arguments: ["", "folder:", "folder:relative", "elsewhere", "sample ", "/home"])
    func otherTextsAreNoPlaces(text: String) { #expect(Place(text) == nil) }

    @Test func recentFoldersAreTenTheLatestFirst() {
        var recent = RecentPlaces((1...9).map { "/\($0)" })
        recent.add(.folder("/new"))
        recent.add(.folder("/newer/"))
        #expect(recent.texts == ["/newer", "/new"] + (1...8).map { "/\($0)" })
        #expect(recent.listed == recent.stored)
    }

    @Test func aFolderThatIsOpenedAgainKeepsItsRow() {
        var recent = RecentPlaces(["/a", "/b", "/c"])
        recent.add(.folder("/c"))
        #expect(recent.texts == ["/c", "/a", "/b"])
        #expect(recent.listed == [.folder("/a"), .folder("/b"), .folder("/c")])
        #expect(RecentPlaces(recent.texts).listed == [.folder("/c"), .folder("/a"), .folder("/b")])
    }

    @Test func whatIsNoFolderIsNotTakenFromTheSettings() {
        #expect(
            RecentPlaces(["", "x", "/a", "/a/", "file:///b"] + (0..<20).map { "/\($0)" }).stored.count == 10)
        #expect(RecentPlaces(["", "x", "/a", "/a/", "http://a/b"]).texts == ["/a"])
    }

    @Test func foldersOnSharesAreAmongTheRecentOnesWithoutTheirPasswords() throws {
        var recent = RecentPlaces(["smb://nas/photos", "/a"])
        let share = try #require(ShareAddress("sftp://ada:secret@nas/Fotos/a b"))
        recent.add(.share(share))
        recent.add(.sample)
        #expect(recent.texts == ["sftp://ada@nas/Fotos/a%20b", "smb://nas/photos", "/a"])
        #expect(RecentPlaces(recent.texts) == RecentPlaces(RecentPlaces(recent.texts).texts))
        recent.remove(.share(share))
        #expect(recent.texts == ["smb://nas/photos", "/a"])
    }

    @Test func bookmarksHaveNamesOfTheirOwnOrTheFolders() {
        let file = """
            file:///home/u/Pictures
            file:///home/u/My%20Scans/ Old scans  of ours\r
            file://localhost/data

            file:///home/u/Pictures Again
            """
        #expect(
            FolderBookmark.list(in: Array(file.utf8)) == [
                FolderBookmark(path: "/home/u/Pictures", name: "Pictures"),
                FolderBookmark(path: "/home/u/My Scans", name: "Old scans  of ours"),
                FolderBookmark(path: "/data", name: "data"),
            ])
    }

    @Test func bookmarksThatCannotBeReadAreLeftOut() {
        let lines: [[UInt8]] = [
            Array("trash:///photos Remote".utf8), Array("smb:///x".utf8), Array("file://other/x".utf8),
            Array("file:///broken%2".utf8), Array("file:///broken%zz".utf8), Array("file:///zero%00".utf8),
            [0xFF, 0xFE],
            Array("not a uri".utf8), Array("file:".utf8), Array(" file:///x".utf8), Array("file:///caf%e9".utf8),
            Array("file:///good ".utf8) + [0xFF, 0x41],
        ]
        let list = FolderBookmark.list(in: Array(lines.joined(separator: [0x0A])))
        #expect(list.map(\.place.path) == [FilePath("/" + FilePath.text(Array("caf".utf8) + [0xE9])), "/good"])
        #expect(list.map(\.name) == ["caf\u{FFFD}", "\u{FFFD}A"])
        #expect(FolderBookmark.list(in: []).isEmpty)
        let many = (0..<500).map { "file:///\($0)\n" }.joined()
        #expect(FolderBookmark.list(in: Array(many.utf8)).count == FolderBookmark.most)
    }

    @Test func bookmarksOfSharesAreAmongThem() throws {
        let list = FolderBookmark.list(
            in: Array("sftp://me@nas/photos NAS\nsmb://nas/a%20b/\nsftp://me@nas/photos/".utf8))
        let first = try #require(ShareAddress("sftp://me@nas/photos")),
            second = try #require(ShareAddress("smb://nas/a b"))
        #expect(list.map(\.place) == [.share(first), .share(second)])
        #expect(list.map(\.name) == ["NAS", "a b"])
    }

    @Test func aNewlineInANameIsEscapedInTheFileAndShownAsASymbol() {
        let list = FolderBookmark.list(in: Array("file:///a%0Ab".utf8))
        #expect(list == [FolderBookmark(path: "/a\nb", name: "a\u{240A}b")])
    }

    /// Composed and decomposed, in both roles.
    @Test func alikeFoldersAreKeptApart() {
        let one: FilePath = "/p/\u{E9}", other: FilePath = "/p/e\u{301}"
        #expect(Place.folder(one) != .folder(other) && Set([Place.folder(one), .folder(other)]).count == 2)
        #expect(Place(Place.folder(other).text) == .folder(other))
        let list = FolderBookmark.list(in: Array("file:///p/%C3%A9\nfile:///p/e%CC%81\nfile:///p/%C3%A9".utf8))
        #expect(list.map(\.place.path) == [one, other])
        var recent = RecentPlaces([one.text, other.text, one.text])
        #expect(recent.stored == [.folder(one), .folder(other)])
        recent.add(.folder(other))
        #expect(recent.stored == [.folder(other), .folder(one)] && recent.listed == [.folder(one), .folder(other)])
        #expect(!FolderPath.isBelow(other.appending("x"), one) && FolderPath.isBelow(other.appending("x"), other))
        var facts = PlaceFacts()
        facts.recent = [.folder(one), .folder(other)]
        facts.shown = .folder(other)
        let below = [other.appending("\u{E9}"), other.appending("e\u{301}")]
        facts.subfolders[other] = PlaceSubfolders(below)
        facts.expanded = [.place(.folder(other))]
        facts.counts[below[0]] = FolderCount(photos: 1, isComplete: true)
        facts.counts[below[1]] = FolderCount(photos: 2, isComplete: true)
        let sections = PlaceSections(facts)
        let entries = sections.sections.first { $0.kind == .recent }?.entries ?? []
        #expect(entries.compactMap(\.place?.path) == [one, other] + below)
        #expect(entries.compactMap(\.count?.photos) == [1, 2])
        #expect(sections.selected == .place(.folder(other)))
    }

    @Test func aFolderThatBeginsWithACombiningMarkIsAPlace() {
        let folder: FilePath = "/\u{301}a"
        #expect(Place(Place.folder(folder).text) == .folder(folder))
        #expect(FolderPath.steps(to: folder, home: nil).map(\.path) == ["/", folder])
    }
}
