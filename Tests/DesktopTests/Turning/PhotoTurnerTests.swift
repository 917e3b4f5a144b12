// Photos that are turned for good: in their files, byte for byte as they were else, or in the user's own database.
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

struct PhotoTurnerTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)
    private var turner: PhotoTurner { PhotoTurner(store: store) }

    private static func jpeg(_ orientation: Int? = nil) -> [UInt8] {
        let plain = Painting.quarters(64, 48).encoded("jpeg")
        return orientation.map { TestPictures.oriented(plain, orientation: $0) } ?? plain
    }

    private func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }
    private func status(_ path: String) throws -> stat { try #require(FilePath.status(of: path)) }
    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func orientation(_ path: String) -> Int { PictureHeader(EncodedBytes(bytes(path))).orientation }
    private func kept(_ path: String) throws -> Int { KeptTurns(store: store).quarters(of: path, try status(path)) }
    private func version(_ path: String) throws -> String {
        let photo = PhotoFile.listed(PhotoID(path), path: FilePath(path), turns: KeptTurns(store: store)).photo
        return photo.version
    }

    // MARK: In the file

    @Test(arguments: 1...8)
    func aTurnThereAndBackLeavesTheFileAsItWas(orientation: Int) throws {
        let file = Self.jpeg(orientation)
        let path = scratch.write("a.jpg", file)
        for quarters in [1, 2, 3, -1] {
            let before = try version(path)
            let turn = try turner.turn(path, by: quarters)
            #expect(
                try turn.place == .file && turn.before == before && turn.after == version(path) && turn.after != before)
            #expect(self.orientation(path) == PictureOrientation.turned(orientation, by: quarters))
            #expect(zip(file, bytes(path)).count { $0 != $1 } == 1)
            #expect(try turner.turn(path, by: -quarters).place == .file)
            #expect(bytes(path) == file)
        }
        #expect(try names(scratch.path) == ["a.jpg"])
    }

    @Test func aJPEGWithoutEXIFAndATIFFAreTurnedInTheirFiles() throws {
        let plain = scratch.write("a.jpg", Self.jpeg()), tiff = scratch.write("b.tif", TestPictures.tiff)
        #expect(try turner.turn(plain, by: 1).place == .file)
        #expect(orientation(plain) == 6 && bytes(plain).count == Self.jpeg().count + 36)
        #expect(try turner.turn(plain, by: 1).place == .file)
        #expect(orientation(plain) == 3 && bytes(plain).count == Self.jpeg().count + 36)
        #expect(try turner.turn(tiff, by: -1).place == .file)
        #expect(FileFactsReader.read(tiff)?.camera.orientation == 8)
        #expect(FileFactsReader.read(tiff)?.size == PixelSize(width: 3, height: 5))
        #expect(zip(TestPictures.tiff, bytes(tiff)).count { $0 != $1 } == 1)
    }

    @Test func modeAttributesAndALinkStay() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        chmod(path, 0o640)
        let hasAttributes = setxattr(path, "user.tessera.test", "x", 1, 0) == 0
        let link = scratch.link("link.jpg", to: path)
        #expect(try turner.turn(link, by: 1).place == .file)
        #expect(try orientation(path) == 6 && status(path).st_mode & 0o777 == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        var value: [UInt8] = [0]
        if hasAttributes {
            #expect(getxattr(path, "user.tessera.test", &value, 1) == 1 && value == [UInt8(ascii: "x")])
        }
    }

    @Test func turnsInQuickSuccessionAreVersionsOfTheirOwn() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        var versions = [try version(path)]
        for _ in 0..<50 { versions.append(try turner.turn(path, by: 1).after) }
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 != $1 })
        #expect(orientation(path) == 3)
    }

    @Test func aFileWhoseTimeIsAheadOfTheClockGetsAnotherOne() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        let later = timespec(tv_sec: time(nil) + 100_000, tv_nsec: 999_999_999)
        #expect(utimensat(AT_FDCWD, path, [later, later], 0) == 0)
        let before = try version(path)
        #expect(try turner.turn(path, by: 1).after != before)
    }

    // MARK: Faults

    @Test(arguments: FileReplacementCalls.Step.allCases, [false, true])
    func aPhotoIsWholeWhateverCallFails(step: FileReplacementCalls.Step, isInserted: Bool) throws {
        let file = Self.jpeg(isInserted ? nil : 1)
        for code in [EIO, ENOSPC] {
            let path = scratch.write("a.jpg", file)
            let before = try version(path)
            var calls = FileReplacementCalls()
            calls.failure = { $0 == step ? code : 0 }
            let faulty = PhotoTurner(store: store, replacement: FileReplacement(calls: calls))
            if step == .syncFolder {
                #expect(try faulty.turn(path, by: 1).place == .file)
            } else {
                let failure = #expect(throws: FileFailure.self) { try faulty.turn(path, by: 1) }
                #expect(failure?.path == path)
                if step == .compare { #expect(failure?.reason == .changed) }
                #expect(try bytes(path) == file && version(path) == before && kept(path) == 0)
            }
            #expect(try names(scratch.path) == ["a.jpg"])
        }
    }

    @Test func aFailureInTheMiddleOfTheBytesLeavesNothingBehind() throws {
        let file = Self.jpeg(1) + [UInt8](repeating: 7, count: 5 << 20)
        let path = scratch.write("a.jpg", file)
        for number in 1...20 {
            let count = Counter()
            var calls = FileReplacementCalls()
            calls.failure = { step in
                guard step == .write || step == .read else { return 0 }
                return count.next() == number ? EIO : 0
            }
            let faulty = PhotoTurner(store: store, replacement: FileReplacement(calls: calls))
            guard (try? faulty.turn(path, by: 1)) == nil else {
                #expect(number > 10)
                return
            }
            #expect(try bytes(path) == file && names(scratch.path) == ["a.jpg"])
        }
        Issue.record("every call failed")
    }

    private final class Counter: @unchecked Sendable {
        // Used by one thread, that of the turn.
        private var value = 0
        func next() -> Int {
            value += 1
            return value
        }
    }

    @Test(arguments: [FileReplacementCalls.Step.write, .sync, .compare])
    func aFileThatChangesMeanwhileIsLeftAlone(step: FileReplacementCalls.Step) throws {
        let path = scratch.write("a.jpg", Self.jpeg(1)), other = Self.jpeg(3) + [1]
        var calls = FileReplacementCalls()
        calls.failure = { [scratch] now in
            if now == step { scratch.write("a.jpg", other) }
            return 0
        }
        let turner = PhotoTurner(store: store, replacement: FileReplacement(calls: calls))
        #expect(#expect(throws: FileFailure.self) { try turner.turn(path, by: 1) } == FileFailure(path, .changed))
        #expect(try bytes(path) == other && names(scratch.path) == ["a.jpg"] && kept(path) == 0)
    }

    @Test(arguments: [FileReplacementCalls.Step.write, .compare, .rename])
    func aFileThatChangesMeanwhileIsReadAgainAndTurned(step: FileReplacementCalls.Step) throws {
        let path = scratch.write("a.jpg", Self.jpeg(1)), other = Self.jpeg(3) + [1], isFirst = Once()
        let calls = FileReplacementCalls { [scratch] now in
            if now == step, isFirst.isFirst() { scratch.write("a.jpg", other) }
            return 0
        }
        let turner = PhotoTurner(store: store, replacement: FileReplacement(calls: calls))
        #expect(try turner.turn(path, by: 1).place == .file)
        #expect(orientation(path) == PictureOrientation.turned(3, by: 1) && bytes(path).last == 1)
        #expect(try names(scratch.path) == ["a.jpg"])
    }

    @Test(arguments: [1, nil])
    func aTurnIsTakenBackByteForByteAndDoneAgain(orientation: Int?) throws {
        let path = scratch.write("a.jpg", Self.jpeg(orientation)), time = timespec(tv_sec: 1_500_000_000, tv_nsec: 77)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        let before = try version(path)
        let turn = try turner.turn(path, by: 1)
        let change = try #require(KeptChange(turn.change.text))
        #expect(change == turn.change)
        let back = try turner.takeBack(turn)
        #expect(try back.after == before && version(path) == before && bytes(path) == Self.jpeg(orientation))
        #expect(try status(path).st_mtim.tv_nsec == 77)
        #expect(try turner.takeBack(back).after == turn.after && self.orientation(path) == 6)
        scratch.write("a.jpg", Self.jpeg(3))
        #expect(#expect(throws: FileFailure.self) { try turner.takeBack(change) } == FileFailure(path, .changed))
        #expect(bytes(path) == Self.jpeg(3))
    }

    @Test func aKeptTurnIsTakenBackAndDoneAgain() throws {
        let path = scratch.write("a.bmp", Painting.quarters(64, 48).encoded("bmp"))
        _ = try turner.turn(path, by: 1)
        let turn = try turner.turn(path, by: 1)
        let back = try turner.takeBack(turn)
        #expect(try kept(path) == 1 && back.after == turn.before)
        #expect(#expect(throws: FileFailure.self) { try turner.takeBack(turn) } == FileFailure(path, .changed))
        _ = try turner.takeBack(try #require(KeptChange(back.change.text)))
        #expect(try kept(path) == 2)
    }

    /// What the database has kept goes into the file with a turn, and comes back out of it.
    @Test func aTurnThatTakesAKeptOneWithItIsTakenBackWithIt() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        try store.keep(quarterTurns: 1, of: path, FileStamp(try status(path)))
        try store.keep(.stars(4), of: path, FileStamp(try status(path)))
        let turn = try turner.turn(path, by: 1)
        #expect(try orientation(path) == 3 && kept(path) == 0)
        let back = try turner.takeBack(try #require(KeptChange(turn.change.text)))
        #expect(try bytes(path) == Self.jpeg(1) && kept(path) == 1)
        _ = try turner.takeBack(back)
        #expect(try orientation(path) == 3 && kept(path) == 0)
        #expect(try store.stated(of: path, FileStamp(status(path))) == StatedMarks(stars: 4))
    }

    @Test func whatIsNoFileIsNotTurned() throws {
        let missing = scratch.path + "/none.jpg", folder = scratch.folder("folder.jpg")
        #expect(#expect(throws: FileFailure.self) { try turner.turn(missing, by: 1) } == FileFailure(missing, .missing))
        #expect(#expect(throws: FileFailure.self) { try turner.turn(folder, by: 1) } == FileFailure(folder, .isNoFile))
    }

    // MARK: In the database

    @Test func aBMPIsTurnedByTheDatabaseAndStaysAsItIs() throws {
        let file = Painting.quarters(64, 48).encoded("bmp")
        let path = scratch.write("a.bmp", file)
        let before = try version(path)
        let turn = try turner.turn(path, by: 1)
        #expect(try turn.place == .databaseByFormat && turn.before == before && turn.after == version(path))
        #expect(FileVersion.quarterTurns(in: turn.after) == 1 && bytes(path) == file)
        #expect(try turner.turn(path, by: 2).place == .databaseByFormat)
        #expect(try kept(path) == 3)
        #expect(try turner.turn(path, by: 1).after == before)
        #expect(try kept(path) == 0)
    }

    @Test(arguments: [EROFS, EACCES, EPERM])
    func aFileThatCanOnlyBeReadIsTurnedByTheDatabaseUntilItCanBeWritten(code: Int32) throws {
        let path = scratch.write("a.jpg", Self.jpeg(6))
        var calls = FileReplacementCalls()
        calls.failure = { $0 == .open ? code : 0 }
        let readOnly = PhotoTurner(store: store, replacement: FileReplacement(calls: calls))
        #expect(try readOnly.turn(path, by: 1).place == .databaseReadOnly)
        #expect(try bytes(path) == Self.jpeg(6) && kept(path) == 1)
        // Then the file gets the turns of both times.
        #expect(try turner.turn(path, by: 1).place == .file)
        #expect(try orientation(path) == PictureOrientation.turned(6, by: 2) && kept(path) == 0)
        #expect(try readOnly.turn(path, by: 1).place == .databaseReadOnly)
        #expect(try turner.turn(path, by: -1).place == .file)
        #expect(try orientation(path) == PictureOrientation.turned(6, by: 2) && kept(path) == 0)
    }

    @Test func aFileThatNobodyMayWriteIsNotReplacedInItsFolder() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        chmod(path, 0o444)
        #expect(try turner.turn(path, by: 1).place == .databaseReadOnly)
        #expect(try bytes(path) == Self.jpeg(1) && kept(path) == 1)
    }

    @Test func aKeptTurnOutlivesTheProgramAndFollowsARenamedFile() throws {
        let data = scratch.path + "/data/marks.sqlite"
        let path = scratch.write("a.bmp", Painting.quarters(64, 48).encoded("bmp")), other = scratch.path + "/b.bmp"
        #expect(try PhotoTurner(store: MarkStore(path: data)).turn(path, by: 1).place == .databaseByFormat)
        let again = MarkStore(path: data)
        #expect(try KeptTurns(store: again).quarters(of: path, status(path)) == 1)
        #expect(rename(path, other) == 0)
        #expect(try KeptTurns(store: again).quarters(of: other, status(other)) == 1)
        #expect(try PhotoTurner(store: again).turn(other, by: 1).place == .databaseByFormat)
        let last = MarkStore(path: data)
        #expect(try KeptTurns(store: last).quarters(of: other, status(other)) == 2)
        // Another file of the old name is another photo.
        scratch.write("a.bmp", [1, 2, 3])
        #expect(try KeptTurns(store: last).quarters(of: path, status(path)) == 0)
    }

    @Test func aDatabaseOfMarksGetsTheColumnOfTurns() throws {
        let data = scratch.path + "/marks.sqlite"
        scratch.write("marks.sqlite", [])
        let database = try Database(.file(data), patience: 1000)
        try database.execute(
            """
            CREATE TABLE mark (path BLOB PRIMARY KEY, device INTEGER NOT NULL, inode INTEGER NOT NULL, \
            bytes INTEGER NOT NULL, modified INTEGER NOT NULL, stars INTEGER, favourite INTEGER) STRICT, WITHOUT ROWID
            """)
        let path = scratch.write("a.bmp", Painting.quarters(64, 48).encoded("bmp"))
        let stamp = FileStamp(try status(path))
        let row = try database.statement("INSERT INTO mark VALUES (?, ?, ?, ?, ?, 4, NULL)")
        row.bind(1, bytes: FilePath.bytes(of: path))
        row.bind(2, Int64(bitPattern: stamp.device))
        row.bind(3, Int64(bitPattern: stamp.inode))
        row.bind(4, stamp.byteCount)
        row.bind(5, stamp.modified)
        try row.run()
        #expect(try PhotoTurner(store: MarkStore(path: data)).turn(path, by: 3).place == .databaseByFormat)
        let kept = try #require(MarkStore(path: data).entry(of: path, stamp))
        #expect(
            kept.stated == StatedMarks(stars: 4) && kept.quarterTurns == 3 && kept.birth == MarkStore.birth(of: path))
    }

    @Test func marksInTheDatabaseStayWithAPhotoWhoseFileIsTurned() throws {
        let path = scratch.write("a.jpg", Self.jpeg(1))
        try store.keep(.stars(5), of: path, FileStamp(try status(path)))
        #expect(try turner.turn(path, by: 1).place == .file)
        #expect(try store.stated(of: path, FileStamp(status(path))) == StatedMarks(stars: 5))
    }

    @Test func aDatabaseThatCannotBeWrittenIsAFailure() throws {
        let path = scratch.write("a.bmp", Painting.quarters(64, 48).encoded("bmp"))
        scratch.write("file", [])
        let turner = PhotoTurner(store: MarkStore(path: scratch.path + "/file/marks.sqlite"))
        let failure = #expect(throws: FileFailure.self) { try turner.turn(path, by: 1) }
        guard case .notKept? = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func theFactsOfAKeptTurnAreThoseOfTheTurnedPhoto() async throws {
        let path = scratch.write("a.bmp", Painting.quarters(64, 48).encoded("bmp"))
        let turns = KeptTurns(store: store)
        let reader = FileFactsReader(turned: { turns.quarters(of: $0, $1) })
        let before = try #require(try await reader.facts(of: path))
        _ = try turner.turn(path, by: 1)
        let after = try #require(try await reader.facts(of: path))
        #expect(before.size == PixelSize(width: 64, height: 48) && after.size == PixelSize(width: 48, height: 64))
        #expect(after.stamp != before.stamp)
        #expect(after.stamp == PhotoFile.listed(PhotoID("a"), path: FilePath(path), turns: turns).stamp)
    }

    // MARK: Operations

    @Test func severalPhotosAreTurnedAndTurnedBackAsOne() async throws {
        let paths = [
            scratch.write("a.jpg", Self.jpeg(1)), scratch.write("b.jpg", Self.jpeg(8)),
            scratch.write("c.bmp", Painting.quarters(64, 48).encoded("bmp")), scratch.path + "/none.jpg",
        ]
        let operations = FileOperations(folder: scratch.path + "/state", trash: nil, turner: turner)
        let outcome = await operations.perform(.turn(paths.map { PhotoFiles(path: FilePath($0)) }, by: -1))
        #expect(outcome.done == 3 && outcome.isUndoable && outcome.failures == [FileFailure(paths[3], .missing)])
        #expect(
            outcome.turns.map(\.place) == [.file, .file, .databaseByFormat]
                && outcome.turns.map(\.quarters) == [3, 3, 3])
        #expect(try orientation(paths[0]) == 8 && orientation(paths[1]) == 3 && kept(paths[2]) == 3)
        let undone = try #require(await operations.undo())
        #expect(undone.kind == .turn && undone.done == 3)
        #expect(try bytes(paths[0]) == Self.jpeg(1) && bytes(paths[1]) == Self.jpeg(8) && kept(paths[2]) == 0)
        #expect(await operations.undo() == nil)
    }

    @Test func aCopyIsTurnedAsTheDatabaseSaysOfTheOriginal() async throws {
        let path = scratch.write("a.jpg", Self.jpeg(1)), copy = scratch.write("copy.jpg", Self.jpeg(1))
        let operations = FileOperations(folder: scratch.path + "/state", trash: nil, turner: turner)
        #expect(await operations.turnCopy(of: path, at: copy) == nil)
        chmod(path, 0o444)
        _ = try turner.turn(path, by: 1)
        #expect(await operations.turnCopy(of: path, at: copy)?.place == .file)
        #expect(orientation(copy) == 6 && orientation(path) == 1)
    }

    // MARK: Listing

    @Test(.timeLimit(.minutes(1)))
    func aFolderTellsOfAKeptTurnWhenItLooksAgain() async throws {
        let root = scratch.folder("root")
        scratch.folder("root/below")
        let path = scratch.write("root/below/a.bmp", Painting.quarters(64, 48).encoded("bmp"))
        scratch.write("root/b.bmp", [1])
        let source = FolderSource(
            absolute: FilePath(root), turns: KeptTurns(store: store), timing: FollowedFolder.quick)
        let changes = source.changes().makeAsyncIterator()
        guard case .added(let page, isLast: true) = try await changes.next() else {
            Issue.record("no page")
            return
        }
        let turn = try turner.turn(path, by: 1)
        #expect(page.photos.map(\.version).contains(turn.before))
        await source.lookAgain(at: [path, "/elsewhere/a.bmp"])
        while let change = try await changes.next() {
            guard case .changed(let photos) = change else { continue }
            #expect(photos.map(\.photo.id.text) == ["below/a.bmp"] && photos.map(\.photo.version) == [turn.after])
            break
        }
        #expect(await source.look(for: [PhotoID("below/a.bmp")]).map(\.photo.version) == [turn.after])
        let list = FileListSource(paths: [path], turns: KeptTurns(store: store))
        #expect(try await list.page(after: nil).photos.map(\.version) == [turn.after])
    }

    // MARK: Other programs

    private static let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// What exiftool says of a file: its warnings, and the values of tags by their names.
    private func told(_ path: String) throws -> [String: String] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.exiftool))
        process.arguments = ["-j", "-n", "-a", "-G1", "-x", "System:all", path]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return try #require(list.first).mapValues { "\($0)" }
    }

    @Test(.enabled(if: Self.exiftool != nil, "exiftool is not installed"))
    func exiftoolReadsTheNewOrientationAndAllElseAsItWas() throws {
        for (name, file) in [
            ("a.jpg", Self.jpeg(1)), ("b.jpg", Self.jpeg()), ("c.tif", TestPictures.tiff),
            ("d.jpg", TestPictures.oriented(Self.jpeg(), orientation: 1, bigEndian: true)),
        ] {
            let path = scratch.write(name, file)
            var expected = try told(path)
            #expect(try turner.turn(path, by: 1).place == .file)
            let after = try told(path)
            expected["IFD0:Orientation"] = "6"
            if name == "b.jpg" { expected["File:ExifByteOrder"] = "MM" }
            #expect(after == expected, "\(name)")
            #expect(!after.keys.contains { $0.contains("Warning") || $0.contains("Error") }, "\(name)")
        }
    }
}
