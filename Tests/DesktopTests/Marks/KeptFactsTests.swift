// What the program keeps itself: known by the file that it was kept of, and with it on its way.
import CGLib
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import PhotoFormats
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct KeptFactsTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)
    private var turner: PhotoTurner { PhotoTurner(store: store) }
    private static let bmp = Painting.quarters(64, 48).encoded("bmp")
    private static let jpeg = TestPictures.oriented(Painting.quarters(64, 48).encoded("jpeg"), orientation: 1)

    init() { for name in ["card", "disk", "state"] { scratch.folder(name) } }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    private func stamp(_ path: String) throws -> FileStamp { FileStamp(try #require(FilePath.status(of: path))) }
    private func turn(_ path: String) throws -> Int {
        let stamp = try stamp(path)
        return store.quarterTurns(of: { path }, { stamp })
    }
    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/" + folder).sorted()
    }
    /// - Parameter isApart: Whether the folders are on two file systems.
    private func operations(isApart: Bool = false) -> FileOperations {
        let calls = FileSystemCalls { call throws(SystemFailure) in
            guard isApart, case .rename(let from, let to) = call else { return }
            if FilePath.folder(of: from) != FilePath.folder(of: to) { throw SystemFailure(EXDEV) }
        }
        return FileOperations(
            folder: scratch.path + "/state", trash: scratch.path + "/data/Trash", turner: turner, calls: calls)
    }

    /// Copies a photo to the disk; returns how many were copied.
    private func copy(_ path: String, by operations: FileOperations) async -> Int {
        await operations.perform(.copy([PhotoFiles(path: FilePath(path))], to: scratch.path + "/disk", .keepBoth)).done
    }

    // MARK: Whose it is

    private static let kept = FileStamp(device: 1, inode: 2, byteCount: 3, modified: 4)

    @Test(arguments: [
        // The file itself; edited in place; one of other inodes; the next file with the inode; that of the same length
        // and time.
        (kept, 9, true), (FileStamp(device: 1, inode: 2, byteCount: 30, modified: 40), 9, true),
        (FileStamp(device: 7, inode: 8, byteCount: 3, modified: 4), 0, true),
        (FileStamp(device: 1, inode: 2, byteCount: 30, modified: 40), 10, false),
        (FileStamp(device: 1, inode: 2, byteCount: 30, modified: 40), 0, false),
        (FileStamp(device: 1, inode: 2, byteCount: 3, modified: 4), 10, false),
        (FileStamp(device: 1, inode: 5, byteCount: 30, modified: 40), 9, false),
    ])
    func anEntryIsGivenToItsFileAlone(now: FileStamp, birth: Int64, isHeld: Bool) {
        let entry = MarkStore.Entry(stamp: Self.kept, birth: 9, quarterTurns: 1)
        // Another inode of the same birth is another file that is made in the same moment: the length decides.
        #expect(entry.holds(for: now, born: { birth }) == isHeld)
    }

    @Test func aTurnIsNotGivenToTheNextFileOfTheNameAndTheInode() throws {
        let path = scratch.write("card/scan.bmp", Self.bmp)
        _ = try turner.turn(path, by: 1)
        let old = try stamp(path)
        #expect(unlink(path) == 0)
        scratch.write("card/scan.bmp", Self.bmp + [0])
        #expect(try turn(path) == 0)
        // As a file system that gives the inode away at once has it.
        var same = try stamp(path)
        (same.device, same.inode) = (old.device, old.inode)
        #expect(store.quarterTurns(of: { path }, { same }) == 0)
    }

    @Test func aTurnStaysWithAFileThatIsEditedInPlace() throws {
        let path = scratch.write("card/scan.bmp", Self.bmp)
        _ = try turner.turn(path, by: 1)
        let file = open(path, O_WRONLY | O_APPEND)
        #expect(write(file, "more", 4) == 4)
        close(file)
        #expect(try turn(path) == (MarkStore.birth(of: path) == 0 ? 0 : 1))
    }

    // MARK: A database that is locked

    @Test func aLockedDatabaseIsReadLater() throws {
        let path = scratch.write("card/scan.bmp", Self.bmp), data = scratch.path + "/data/marks.sqlite"
        _ = try PhotoTurner(store: MarkStore(path: data)).turn(path, by: 1)
        let other = try Database(.file(data), patience: 0)
        try other.execute("BEGIN EXCLUSIVE")
        let late = MarkStore(path: data, patience: 0, pause: .zero),
            slow = MarkStore(path: data, patience: 0, pause: .seconds(600))
        let stamp = try stamp(path)
        for store in [late, slow] {
            #expect(store.quarterTurns(of: { path }, { stamp }) == 0)
            // Nothing is kept over what is not known.
            #expect(throws: DatabaseFailure.self) { try store.keep(quarterTurns: 2, of: path, stamp) }
        }
        try other.execute("ROLLBACK")
        #expect(late.quarterTurns(of: { path }, { stamp }) == 1)
        // Not asked at each look while it stays locked.
        #expect(slow.quarterTurns(of: { path }, { stamp }) == 0)
    }

    // MARK: On its way

    @Test(arguments: [false, true])
    func aKeptTurnGoesWithAMoveAndComesBackWithIt(isApart: Bool) async throws {
        let path = scratch.write("card/a.bmp", Self.bmp), moved = scratch.path + "/disk/a.bmp"
        _ = try turner.turn(path, by: 1)
        let operations = operations(isApart: isApart)
        let outcome = await operations.perform(
            .move([PhotoFiles(path: FilePath(path))], to: scratch.path + "/disk", .keepBoth))
        #expect(outcome.done == 1)
        #expect(try turn(moved) == 1)
        // By its name now: an edit in place changes length and time.
        #expect(store.row(of: moved, try stamp(moved))?.path == FilePath(moved))
        _ = await operations.undo()
        #expect(try turn(path) == 1 && store.row(of: path, stamp(path))?.path == FilePath(path))
    }

    @Test func turnsOfPhotosThatChangeNamesGoWithThem() async throws {
        var paths: [FilePath] = []
        for (turns, name) in ["a.bmp", "b.bmp", "c.bmp", "d.bmp"].enumerated() {
            paths.append(FilePath(scratch.write("card/" + name, Self.bmp + [UInt8(turns)])))
            // The second one lies as its file says.
            if turns != 1 { _ = try turner.turn(paths[turns].text, by: turns == 0 ? 1 : turns) }
        }
        let operations = operations()
        // A ring of three, and a swap with one of which nothing is kept.
        for (ring, before, after) in [
            ([0, 2, 3], [1, 0, 2, 3], [3, 0, 1, 2]), ([0, 1], [3, 0, 1, 2], [0, 3, 1, 2]),
        ] {
            let renames = ring.indices.map { place in
                FileOperation.Renaming(
                    PhotoFiles(path: paths[ring[place]]), to: paths[ring[(place + 1) % ring.count]].name)
            }
            #expect(try paths.map { try turn($0.text) } == before)
            #expect(await operations.perform(.rename(renames)).done == ring.count)
            #expect(try paths.map { try turn($0.text) } == after)
            #expect(await operations.undo()?.done == ring.count)
            #expect(try paths.map { try turn($0.text) } == before)
            #expect(await operations.redo()?.done == ring.count)
            #expect(try paths.map { try turn($0.text) } == after)
        }
        // Rows are under the present names, and no others are left.
        for path in paths {
            let row = store.row(of: path.text, try stamp(path.text))
            #expect(try row == nil ? turn(path.text) == 0 : row?.path == path)
        }
    }

    @Test func aCopyOfAPNGIsTurnedAsItsOriginal() async throws {
        let path = scratch.write("card/a.bmp", Self.bmp), copy = scratch.path + "/disk/a.bmp"
        _ = try turner.turn(path, by: 3)
        let operations = operations()
        #expect(await self.copy(path, by: operations) == 1)
        #expect(try turn(copy) == 3 && turn(path) == 3 && bytes(copy) == Self.bmp)
        #expect(await operations.undo()?.done == 1)
        #expect(try turn(path) == 3 && names("disk") == [])
    }

    @Test(arguments: [nil, 2])
    func starsOfACardBecomeASidecarOfTheCopy(beside: Int?) async throws {
        let path = scratch.write("card/a.jpg", Self.jpeg), copy = scratch.path + "/disk/a.jpg"
        if beside != nil { scratch.write("card/a.jpg.xmp", Array(SidecarSamples.darktable.utf8)) }
        try store.keep(.stars(5), of: path, stamp(path))
        try store.keep(.favourite(true), of: path, stamp(path))
        try store.keep(quarterTurns: 1, of: path, stamp(path))
        let operations = operations()
        #expect(await self.copy(path, by: operations) == 1)
        #expect(
            try SidecarDocument(try #require(bytes(copy + ".xmp"))).marks == StatedMarks(stars: 5, isFavourite: true))
        #expect(PictureHeader(EncodedBytes(try #require(bytes(copy)))).orientation == 6)
        // Nothing is said twice, and the card's photo is as it was.
        #expect(store.entry(of: copy, try stamp(copy)) == nil)
        #expect(store.entry(of: path, try stamp(path))?.stated == StatedMarks(stars: 5, isFavourite: true))
        #expect(try bytes(path) == Self.jpeg && turn(path) == 1)
        #expect(await operations.undo()?.done == 1)
        #expect(try names("disk") == [])
    }

    @Test func whatCannotBeWrittenAtTheNewPlaceStaysKept() async throws {
        let path = scratch.write("card/a.jpg", Self.jpeg), moved = scratch.path + "/disk/b.jpg"
        try store.keep(quarterTurns: 1, of: path, stamp(path))
        chmod(path, 0o444)
        let renamed = await operations().perform(.rename([.init(PhotoFiles(path: FilePath(path)), to: "b.jpg")]))
        #expect(renamed.done == 1)
        #expect(try turn(scratch.path + "/card/b.jpg") == 1)
        let files = [PhotoFiles(path: FilePath(scratch.path + "/card/b.jpg"))]
        #expect(await operations().perform(.move(files, to: scratch.path + "/disk", .keepBoth)).done == 1)
        #expect(try turn(moved) == 1 && bytes(moved) == Self.jpeg)
    }

    @Test func whatIsInTheTrashIsKeptAndComesBack() async throws {
        let path = scratch.write("card/a.jpg", Self.jpeg)
        scratch.folder("data")
        try store.keep(.stars(4), of: path, stamp(path))
        let operations = operations()
        #expect(await operations.perform(.trash([PhotoFiles(path: FilePath(path))])).done == 1)
        #expect(try names("data/Trash/files") == ["a.jpg"])
        #expect(await operations.undo()?.done == 1)
        #expect(bytes(path) == Self.jpeg)
        let facts = try await FileFactsReader { [store] in store.stated(of: $0, $1) }.facts(of: path)
        #expect(facts?.marks == PhotoMarks(stars: 4))
    }
}
