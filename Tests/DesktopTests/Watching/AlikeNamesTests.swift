// Names that are the same to Swift and to people and others on the disk: each is a photo of its own, in a watched
// folder and on the command line.
import Codecs
import Fixtures
import Library
import Photos
import Testing

@testable import Desktop

/// Two names of equal text and other bytes.
struct AlikePair: Sendable {
    let one, other: String

    /// Composed and decomposed, Hangul, the sign of the unit and the letter, marks in another order.
    static let all = [
        AlikePair(one: "\u{E9}", other: "e\u{301}"), AlikePair(one: "\u{AC00}", other: "\u{1100}\u{1161}"),
        AlikePair(one: "\u{212B}", other: "\u{C5}"), AlikePair(one: "q\u{307}\u{323}", other: "q\u{323}\u{307}"),
    ]
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AlikeNamesTests {
    private static func ids(_ names: [String]) -> Set<PhotoID> { Set(names.map { PhotoID($0) }) }
    private func ids(_ folder: FollowedFolder) -> Set<PhotoID> { Set(folder.listed.map(\.id)) }

    @Test(arguments: AlikePair.all) func bothFilesAreListedEachWithItsOwnContent(pair: AlikePair) async throws {
        let folder = try await FollowedFolder(before: { folder in
            folder.write(pair.one + ".png", "1")
            folder.write(pair.other + ".png", "12")
        })
        #expect(folder.listed.count == 2 && ids(folder) == Self.ids([pair.one + ".png", pair.other + ".png"]))
        for (name, length) in [(pair.one, 1), (pair.other, 2)] {
            let ref = try #require(await folder.ref(name + ".png"))
            #expect(folder.snapshot.store.facts(ref.slot).byteCount == Int64(length))
        }
        #expect(await folder.ref(pair.one + ".png") != folder.ref(pair.other + ".png"))
    }

    @Test(arguments: AlikePair.all) func eachIsFollowed(pair: AlikePair) async throws {
        let folder = try await FollowedFolder(["a.png"])
        let (one, other) = (pair.one + ".png", pair.other + ".png")
        folder.write(one)
        try await folder.until { self.ids(folder) == Self.ids(["a.png", one]) }
        folder.write(other, "12")
        try await folder.until { self.ids(folder) == Self.ids(["a.png", one, other]) }
        let refs = (await folder.ref(one), await folder.ref(other))
        folder.write(other, "123")
        try await folder.until { folder.changed.contains { FilePath($0) == FilePath(other) } }
        #expect(!folder.changed.contains { FilePath($0) == FilePath(one) })
        folder.move(one, "b.png")
        try await folder.until { self.ids(folder) == Self.ids(["a.png", "b.png", other]) }
        #expect(await folder.ref("b.png") == refs.0)
        #expect(await folder.ref(other) == refs.1)
        // To the name that was the other's a moment ago, and one that is the same to people.
        folder.move(other, one)
        try await folder.until { self.ids(folder) == Self.ids(["a.png", "b.png", one]) }
        #expect(await folder.ref(one) == refs.1)
        folder.move("b.png", other)
        try await folder.until { self.ids(folder) == Self.ids(["a.png", one, other]) }
        folder.delete(one)
        try await folder.until { self.ids(folder) == Self.ids(["a.png", other]) }
        try await folder.untilCurrent()
    }

    @Test(arguments: AlikePair.all) func bothFoldersAreWatched(pair: AlikePair) async throws {
        let folder = try await FollowedFolder(["\(pair.one)/a.png", "\(pair.other)/a.png"])
        #expect(ids(folder) == Self.ids(["\(pair.one)/a.png", "\(pair.other)/a.png"]))
        folder.write("\(pair.one)/b.png")
        folder.write("\(pair.other)/c.png")
        try await folder.until {
            self.ids(folder)
                == Self.ids(["\(pair.one)/a.png", "\(pair.other)/a.png", "\(pair.one)/b.png", "\(pair.other)/c.png"])
        }
        folder.delete("\(pair.other)/a.png")
        folder.move("\(pair.one)/a.png", "\(pair.other)/a.png")
        try await folder.until {
            self.ids(folder) == Self.ids(["\(pair.other)/a.png", "\(pair.one)/b.png", "\(pair.other)/c.png"])
        }
        // A new folder whose name is the same to people as that of one which is there.
        folder.move(pair.one, "x")
        try await folder.until { self.ids(folder).contains(PhotoID("x/b.png")) }
        folder.write("\(pair.one)/deep/\(pair.one).png")
        folder.write("\(pair.one)/deep/\(pair.other).png")
        try await folder.until { folder.listed.count == 5 }
        folder.move("\(pair.one)/deep/\(pair.other).png", "\(pair.one)/deep/z.png")
        try await folder.until { self.ids(folder).contains(PhotoID("\(pair.one)/deep/z.png")) }
        #expect(ids(folder).contains(PhotoID("\(pair.one)/deep/\(pair.one).png")))
        try await folder.untilCurrent()
    }

    @Test func namesThatAreNoTextAreFollowed() async throws {
        let bytes: [[UInt8]] = [[0xE9], [0xE8], [0xFF, 0x65, 0xCC, 0x81], [0xEA]]
        let all = bytes.map { FilePath.text($0) + ".png" }, names = Array(all.prefix(3))
        let folder = try await FollowedFolder(names)
        #expect(ids(folder) == Self.ids(names))
        folder.delete(names[0])
        folder.move(names[1], all[3])
        try await folder.until { self.ids(folder) == Self.ids([all[3], names[2]]) }
        try await folder.untilCurrent()
    }

    /// A combining mark behind a slash, and behind a dot, belongs to that for Swift.
    @Test func namesThatBeginWithACombiningMarkAreFollowed() async throws {
        let folder = try await FollowedFolder(["\u{301}/\u{302}a.png", "b.\u{301}png"])
        #expect(ids(folder) == Self.ids(["\u{301}/\u{302}a.png"]))
        folder.write("\u{301}/\u{303}.png")
        try await folder.until { self.ids(folder) == Self.ids(["\u{301}/\u{302}a.png", "\u{301}/\u{303}.png"]) }
        try await folder.untilCurrent()
    }

    @Test(arguments: AlikePair.all) func bothAreListedFromTheCommandLine(pair: AlikePair) async throws {
        let scratch = ScratchFolder()
        let paths = [pair.one, pair.other].map { scratch.write($0 + ".png", Array($0.utf8)) }
        let source = FileListSource(paths: paths + paths)
        let photos = try await source.page(after: nil).photos
        #expect(photos.map(\.id) == paths.map { PhotoID($0) })
        #expect(photos.map { source.original(of: $0) } == paths.map { ImageLocation.file(FilePath($0)) })
        let named = await FolderSource(path: scratch.path).photo(of: FileName(pair.other + ".png"))
        #expect(named?.photo.id == PhotoID(pair.other + ".png"))
    }

    @Test(arguments: AlikePair.all) func bothSubfoldersAreNamedAndCounted(pair: AlikePair) async throws {
        let scratch = ScratchFolder()
        for (folder, count) in [(pair.one, 1), (pair.other, 2)] {
            scratch.folder(folder)
            for number in 0..<count { scratch.write("\(folder)/\(number).png", [1]) }
        }
        let survey = FolderSurvey(), root = FilePath(scratch.path)
        let found = await survey.subfolders(of: root).paths
        #expect(Set(found) == Set([pair.one, pair.other].map { root.appending(FileName($0)) }))
        #expect(try await survey.count(root.appending(FileName(pair.one)), withSubfolders: true).photos == 1)
        #expect(try await survey.count(root.appending(FileName(pair.other)), withSubfolders: true).photos == 2)
        #expect(try await survey.count(root, withSubfolders: true).photos == 3)
    }

    /// What is not a link to itself is never taken for one: the names of links are compared by bytes, too.
    @Test func ofTwoLinksTheOneWhoseTargetChangesIsLookedAtAgain() async throws {
        let folder = try await FollowedFolder(
            ["a.png", "b.png"],
            before: { folder in
                folder.scratch.link("root/\u{E9}.png", to: "a.png")
                folder.scratch.link("root/e\u{301}.png", to: "../away.png")
            })
        #expect(ids(folder) == Self.ids(["a.png", "b.png", "\u{E9}.png"]))
        folder.write("../away.png")
        await folder.source.refresh(.lookedAt)
        try await folder.until { self.ids(folder).contains(PhotoID("e\u{301}.png")) }
        #expect(folder.listed.count == 4)
    }
}
