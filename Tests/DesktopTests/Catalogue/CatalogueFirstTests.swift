// Which files of a folder tree come first by what the catalogue knows, and which of them are there.
import Codecs
import Fixtures
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct CatalogueFirstTests {
    private let scratch = ScratchFolder()
    private var path: String { scratch.path + "/catalogue.sqlite" }

    /// A file that was taken in a year, or at an unknown time.
    private func file(_ path: String, year: Int?, bytes: Int64 = 1, modified: Int64 = 1) -> CataloguedFile {
        let taken = year.flatMap { WallTime(year: $0, month: 1, day: 1, hour: 0, minute: 0, second: 0) }
            .map { TakenTime($0, origin: .exif) }
        let stamp = CatalogueSamples.stamp(inode: UInt64(year ?? 1), bytes: bytes, modified: modified)
        return CataloguedFile(path: FilePath(path), stamp: stamp, facts: FileFacts(byteCount: Int(bytes)), taken: taken)
    }

    private func first(
        _ count: Int, _ order: Query.Order, descending: Bool = false, below root: String, in catalogue: Catalogue
    ) async -> [String] {
        await catalogue.first(count, by: order, isDescending: descending, below: root).map(\.path)
    }

    @Test func filesBelowAFolderComeInTheOrderThatIsAskedFor() async {
        let catalogue = Catalogue(path: path)
        let files = [
            file("b.jpg", year: 2003, bytes: 5, modified: 30), file("sub/a.jpg", year: 2001, bytes: 7, modified: 10),
            file("sub/deep/c.jpg", year: 2002, bytes: 6, modified: 20),
            file("unknown.jpg", year: nil, bytes: 9, modified: 40),
        ]
        await catalogue.keep(files, below: "/photos")
        for other in ["/photos2", "/photos-x", "/photo", "/"] {
            await catalogue.keep([file("x.jpg", year: 1999, bytes: 1, modified: 1)], below: other)
        }
        #expect(await first(9, .taken, below: "/photos", in: catalogue) == ["sub/a.jpg", "sub/deep/c.jpg", "b.jpg"])
        #expect(
            await first(2, .taken, descending: true, below: "/photos/", in: catalogue) == ["b.jpg", "sub/deep/c.jpg"])
        #expect(
            await first(9, .modified, below: "/photos", in: catalogue)
                == ["sub/a.jpg", "sub/deep/c.jpg", "b.jpg", "unknown.jpg"])
        #expect(await first(1, .size, descending: true, below: "/photos", in: catalogue) == ["unknown.jpg"])
        #expect(await first(9, .taken, below: "/photos/sub", in: catalogue) == ["a.jpg", "deep/c.jpg"])
        #expect(await first(1, .taken, descending: true, below: "/", in: catalogue) == ["photos/b.jpg"])
        #expect(await first(9, .name, below: "/photos", in: catalogue) == [])
        let stamps = await catalogue.first(1, by: .taken, isDescending: true, below: "/photos").map(\.stamp)
        #expect(stamps == [files[0].stamp])
    }

    @Test func namesOfAnyBytesComeBackAsTheyAre() async {
        let name = FilePath.text([0x66, 0xE9, 0x2F, 0xE8, 0x2E, 0x6A, 0x70, 0x67])
        let catalogue = Catalogue(path: path)
        await catalogue.keep([file(name, year: 2001)], below: "/photos")
        #expect(await first(1, .taken, below: "/photos", in: catalogue) == [name])
    }

    @Test func aFolderIsLookedAtByItsOwnRules() async {
        scratch.folder("root/sub/.dot")
        scratch.folder("root/folder.jpg")
        for name in ["a.jpg", ".b.jpg", "sub/c.jpg", "sub/.dot/d.jpg", "e.txt", "f.psd"] {
            scratch.write("root/" + name, [1])
        }
        let names = ["sub/c.jpg", "a.jpg", ".b.jpg", "sub/.dot/d.jpg", "e.txt", "f.psd", "folder.jpg", "gone.jpg"].map {
            PhotoID($0)
        }
        let root = scratch.path + "/root"
        func found(_ source: FolderSource) async -> [String] { await source.look(for: names).map(\.photo.id.text) }
        #expect(await found(FolderSource(path: root)) == ["sub/c.jpg", "a.jpg"])
        #expect(await found(FolderSource(path: root, withSubfolders: false)) == ["a.jpg"])
        #expect(
            await found(FolderSource(path: root, withHidden: true)) == [
                "sub/c.jpg", "a.jpg", ".b.jpg", "sub/.dot/d.jpg",
            ])
        #expect(await found(FolderSource(path: "/nowhere")) == [])
        let looked = await FolderSource(path: root).look(for: [PhotoID("a.jpg")])
        let listed = try? await FollowedFolder.walked(root).filter { $0.id.text == "a.jpg" }
        #expect(looked.map(\.photo) == listed)
    }
}
