// Real servers with what no user wants there: names of any bytes, links to elsewhere, files that change while they are
// read, hosts that answer too late, and another program at the same photos.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareHostileTests {
    private static let changedKinds = ["sftp", "smb"].filter(servedKinds.contains)
    private static let lineKinds = servedKinds.filter { $0 != "wsgidav" }

    private let client = ShareClient { try await ShareMounting.shared.connect($0) }
    private let shelf = PhotoShelf()
    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    private func connected(_ kind: String) async throws -> ShareAddress {
        let address = try folder.address(by: kind)
        try await ShareMounting.shared.connect(address)
        return address
    }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    private func served(_ name: String) -> String { folder.disk.path + "/" + name }
    private func has(_ folder: FilePath, _ name: FileName) -> [UInt8]? {
        folder.appending(name).withC { path in
            var text: UnsafeMutablePointer<CChar>?, length: gsize = 0
            guard g_file_get_contents(path, &text, &length, nil) != 0, let text else { return nil }
            defer { g_free(text) }
            return Array(UnsafeRawBufferPointer(start: text, count: Int(length)))
        }
    }

    // MARK: Names and links

    /// Neither Samba nor WsgiDAV shows such a name.
    @Test func aNameOf255BytesThatIsNoUTF8IsCopiedAndMovedAndMarked() async throws {
        let share = try await connected("sftp"), operations = shelf.operations()
        let name = FileName(FilePath.text([UInt8](repeating: 0xE9, count: 251) + Array(".jpg".utf8)))
        let content = (0..<3000).map { UInt8($0 & 255) }, here = FilePath(shelf.to)
        let file = FilePath(folder.disk.path).appending(name).withC { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o644) }
        #expect(Glibc.write(file, content, content.count) == content.count)
        close(file)
        let photo = PhotoFiles(path: share.path.appending(name))
        let copied = await operations.perform(.copy([photo], to: shelf.to, .keepBoth))
        #expect(copied.done == 1, "\(copied.failures), \(ShareThreads.shared.left) threads left")
        #expect(has(here, name) == content)
        // Not taken back: its note in the trash would have a name of 265 bytes.
        #expect(here.appending(name).withC { unlink($0) } == 0)
        #expect(await operations.perform(.move([photo], to: shelf.to, .keepBoth)).done == 1)
        #expect(has(here, name) == content && has(FilePath(folder.disk.path), name) == nil)
        #expect(await operations.undo()?.done == 1 && has(here, name) == nil)
        #expect(has(FilePath(folder.disk.path), name) == content)
        // A sidecar would have a name of 259 bytes: what cannot be written is said, and leaves nothing.
        let marking = PhotoMarking(
            store: MarkStore(path: nil), engine: nil, shares: ShareMarkPlace(client, sidecars: ShareSidecars()))
        guard case .nowhere = await marking.set(.stars(3), of: photo.path.text).place else {
            Issue.record("written")
            return
        }
        #expect(try FileSystemCalls().names(in: folder.disk.path).count == 1)
    }

    @Test func aLinkToElsewhereIsNoPhotoThatIsCopiedAndTakesNothingAlong() async throws {
        let share = try await connected("sftp"), operations = shelf.operations()
        let secret = shelf.scratch.write("secret.jpg", [1, 2, 3])
        folder.disk.folder("to")
        folder.disk.link("link.jpg", to: secret)
        let photo = PhotoFiles(path: share.path.appending("link.jpg"))
        let copied = await operations.perform(.copy([photo], to: shelf.to, .keepBoth))
        #expect(copied.done == 0 && copied.failures.map(\.reason) == [.isNoFile] && shelf.names(shelf.to) == [])
        let moved = await operations.perform(.move([photo], to: shelf.to, .keepBoth))
        #expect(moved.done == 0 && shelf.names(shelf.to) == [])
        #expect(await operations.perform(.move([photo], to: share.path.appending("to").text, .keepBoth)).done == 1)
        #expect(bytes(served("to/link.jpg")) == [1, 2, 3])
        let there = PhotoFiles(path: share.path.appending("to").appending("link.jpg"))
        #expect(await operations.perform(.delete([there])).done == 1)
        #expect(shelf.names(served("to")) == [] && bytes(secret) == [1, 2, 3])
    }

    /// Samba shows a link to a folder as a folder: the listing ends with the length of the path.
    @Test(arguments: changedKinds) func aLoopOfLinksHasAnEnd(kind: String) async throws {
        let share = try await connected(kind)
        folder.write("a/1.jpg", 10)
        folder.disk.link("a/loop", to: served("a"))
        folder.disk.link("a/up", to: folder.disk.path)
        let source = ShareSource(
            share, shares: client, listings: KeptListings(), limits: ShareWalk.Limits(entries: 5000, folders: 200))
        let listing = ServedListing(source)
        try await listing.list()
        #expect(kind == "sftp" ? listing.ids == ["a/1.jpg"] : listing.ids.count <= 200)
    }

    @Test(arguments: servedKinds) func aFolderOfTooManyEntriesIsRefused(kind: String) async throws {
        let share = try await connected(kind)
        for number in 0..<5 { folder.write(FilePath("\(number).jpg"), 1) }
        #expect(throws: SystemFailure(EFBIG)) { try MountedShareDisk(mostEntries: 4).entries(in: share) }
        #expect(try MountedShareDisk(mostEntries: 5).entries(in: share).count == 5)
    }

    // MARK: Changes

    /// Another program cuts a file short, or writes another one, while it is read: it is copied as it is then.
    @Test(arguments: lineKinds, [true, false])
    func aFileThatChangesWhileItIsReadIsCopiedAnew(kind: String, isShort: Bool) async throws {
        let line = try FaultyLine(kind)
        let share = try folder.address(below: line.address)
        folder.write("a.jpg", 3_000_000)
        try await line.connect(share)
        let photo = PhotoFiles(path: share.path.appending("a.jpg"))
        var operations: FileOperations? = shelf.operations()
        let to = shelf.to, path = served("a.jpg")
        let (outcome, wasMet) = try await line.strike(
            .stalled, after: 500_000, isShort: false,
            giveUp: {
                if isShort {
                    truncate(path, 400_000)
                } else {
                    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 1, count: 3_000_001))
                }
                line.mend()
            }
        ) { [operations] in await operations?.perform(.copy([photo], to: to, .keepBoth)) }
        operations = nil
        #expect(wasMet && outcome?.done == 1 && outcome?.failures.count == 0)
        #expect(shelf.names(shelf.to) == ["a.jpg"] && shelf.journals == [])
        #expect(bytes(path)?.count == (isShort ? 400_000 : 3_000_001) && bytes(shelf.to + "/a.jpg") == bytes(path))
    }

    // MARK: Late answers

    @Test(arguments: lineKinds) func aHostThatAnswersTooLateIsSaidAndThenAskedAgain(kind: String) async throws {
        let line = try FaultyLine(kind)
        let share = try folder.address(below: line.address)
        folder.write("a.jpg", 1000)
        try await line.connect(share)
        let file = share.appending(path: "a.jpg"), new = share.appending(path: "new.xmp")
        let hasty = MountedShareDisk(patience: SharePatience(answering: .milliseconds(200), pause: .zero))
        line.stall()
        func code(_ body: () throws(SystemFailure) -> Void) -> Int32 {
            do throws(SystemFailure) { try body() } catch { return error.code }
            return 0
        }
        #expect(code { () throws(SystemFailure) in _ = try hasty.statuses(of: [file]) } == ETIMEDOUT)
        #expect(code { () throws(SystemFailure) in _ = try hasty.entries(in: share) } == ETIMEDOUT)
        #expect(code { () throws(SystemFailure) in _ = try hasty.beginning(of: file, count: 10) } == ETIMEDOUT)
        #expect(code { () throws(SystemFailure) in try hasty.make(new, of: EncodedBytes([1])) } == ETIMEDOUT)
        line.mend()
        let disk = MountedShareDisk()
        #expect(try disk.statuses(of: [file]).map { $0?.byteCount } == [1000])
        #expect(try disk.beginning(of: file, count: 10).count == 10)
        // Whether it was made after all, it can be settled.
        if try disk.exists(new) { try disk.remove(new) }
        #expect(shelf.names(folder.disk.path) == ["a.jpg"])
    }

    @Test(arguments: lineKinds) func aHostThatAnswersLateIsConnectedThen(kind: String) async throws {
        let line = try FaultyLine(kind)
        let share = try folder.address(below: line.address)
        folder.write("a.jpg", 1000)
        line.stall()
        let listing = ServedListing(ShareSource(share, shares: client, listings: KeptListings()))
        let listed = Task {
            try await listing.list()
            return listing.ids
        }
        while line.connections == 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!listed.isCancelled)
        line.mend()
        #expect(try await listed.value == ["a.jpg"])
    }

    // MARK: Two programs

    @Test(arguments: changedKinds) func ofTwoProgramsOneMovesAPhotoWithAllThatBelongsToIt(kind: String) async throws {
        let share = try await connected(kind), other = PhotoShelf()
        let targets = ["one", "two"]
        for name in ["from"] + targets { folder.disk.folder(name) }
        for round in 0..<5 {
            for name in PhotoShelf.names { folder.disk.write("from/" + name, PhotoShelf.bytes(name)) }
            let photos = ["a.jpg", "b.jpg"].map {
                PhotoFiles(path: share.path.appending("from").appending(FileName($0)))
            }
            var programs = [shelf.operations(), other.operations()]
            let done = await withTaskGroup(of: Int.self) { [programs] group in
                for (program, target) in zip(programs, targets) {
                    let to = share.path.appending(FileName(target)).text
                    group.addTask { await program.perform(.move(photos, to: to, .keepBoth)).done }
                }
                return await group.reduce(0, +)
            }
            for letter in PhotoShelf.letters {
                let names = PhotoShelf.names.filter { $0.hasPrefix(letter) }.sorted()
                let places = (["from"] + targets).map { place in
                    shelf.names(served(place)).filter { $0.hasPrefix(letter) }
                }
                #expect(places.filter { !$0.isEmpty } == [names], "round \(round): \(places)")
            }
            programs = []
            #expect(done >= 1 && done <= 2 && shelf.journals == [] && other.journals == [])
            for place in ["from"] + targets {
                for name in shelf.names(served(place)) { unlink(served(place + "/" + name)) }
            }
        }
    }

    @Test(arguments: lineKinds) func theSidecarOfTwoProgramsIsWhole(kind: String) async throws {
        let share = try await connected(kind)
        folder.write("a.jpg", 100)
        let photo = share.appending(path: "a.jpg").path.text
        let programs = (0..<2).map { _ in
            PhotoMarking(
                store: MarkStore(path: nil), engine: nil, shares: ShareMarkPlace(client, sidecars: ShareSidecars()))
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, program) in programs.enumerated() {
                group.addTask {
                    for round in 0..<10 {
                        _ = await program.set(
                            number == 0 ? .stars(round % 5 + 1) : .favourite(round % 2 == 0), of: photo)
                    }
                }
            }
        }
        _ = await programs[0].set(.stars(4), of: photo)
        let marks = try bytes(served("a.jpg.xmp")).flatMap {
            try MarkReader().marks(in: Sidecar(path: "/a", content: $0))
        }
        #expect(marks?.stars == 4)
        #expect(shelf.names(folder.disk.path) == ["a.jpg", "a.jpg.xmp"])
    }
}
