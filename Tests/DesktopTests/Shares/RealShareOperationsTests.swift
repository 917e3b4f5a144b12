// Operations on photos on real servers: as on the disk.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareOperationsTests {
    private let shelf = PhotoShelf()
    private let folder: ServedFolder

    init() throws {
        folder = try ServedFolder()
        folder.disk.folder("from")
        folder.disk.folder("to")
        for name in PhotoShelf.names { folder.disk.write("from/" + name, PhotoShelf.bytes(name)) }
    }

    private func connected(_ kind: String) async throws -> FilePath {
        let address = try folder.address(by: kind)
        try await ShareMounting.shared.connect(address)
        return address.path
    }

    private func photos(in folder: FilePath) -> [PhotoFiles] {
        ["a.jpg", "b.jpg"].map { PhotoFiles(path: folder.appending($0)) }
    }

    private func served(_ name: String) -> [String] { shelf.names(folder.disk.path + "/" + name) }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    private func hasAll(_ folder: String) -> Bool {
        shelf.names(folder) == PhotoShelf.names.sorted()
            && PhotoShelf.names.allSatisfy { bytes(folder + "/" + $0) == PhotoShelf.bytes($0) }
    }

    @Test(arguments: servedKinds) func photosAreCopiedToTheDiskWithWhatBelongsToThem(kind: String) async throws {
        let share = try await connected(kind), operations = shelf.operations()
        let time = timeval(tv_sec: 1_000_000_000, tv_usec: 0), times = [time, time]
        #expect(utimes(folder.disk.path + "/from/a.jpg", times) == 0)
        let outcome = await operations.perform(.copy(photos(in: share.appending("from")), to: shelf.to, .keepBoth))
        #expect(outcome.done == 2 && outcome.failures == [] && outcome.isUndoable)
        #expect(hasAll(shelf.to) && hasAll(folder.disk.path + "/from"))
        #expect(FilePath(shelf.to + "/a.jpg").status?.st_mtim.tv_sec == 1_000_000_000)
        #expect(await operations.undo()?.done == 2)
        #expect(shelf.names(shelf.to) == [] && hasAll(folder.disk.path + "/from"))
    }

    @Test(arguments: servedKinds) func photosAreMovedToTheShareAndBack(kind: String) async throws {
        let share = try await connected(kind), operations = shelf.operations()
        let to = share.appending("to").text
        let outcome = await operations.perform(.move(shelf.photos, to: to, .keepBoth))
        #expect(outcome.done == 2 && outcome.failures == [])
        #expect(hasAll(folder.disk.path + "/to") && shelf.names(shelf.from) == [])
        #expect(await operations.undo()?.done == 2)
        #expect(hasAll(shelf.from) && served("to") == [])
        #expect(await operations.redo()?.done == 2)
        #expect(hasAll(folder.disk.path + "/to") && shelf.names(shelf.from) == [])
    }

    @Test(arguments: servedKinds)
    func photosAreMovedRenamedAndDeletedOnTheShare(kind: String) async throws {
        let share = try await connected(kind), operations = shelf.operations()
        let moved = await operations.perform(
            .move(photos(in: share.appending("from")), to: share.appending("to").text, .keepBoth))
        #expect(moved.done == 2 && hasAll(folder.disk.path + "/to") && served("from") == [])
        let list = photos(in: share.appending("to"))
        // The names change places.
        let renamed = await operations.perform(.rename([.init(list[0], to: "b.jpg"), .init(list[1], to: "a.jpg")]))
        #expect(renamed.done == 2 && renamed.failures == [])
        #expect(bytes(folder.disk.path + "/to/b.jpg") == PhotoShelf.bytes("a.jpg"))
        #expect(bytes(folder.disk.path + "/to/b.cr2") == PhotoShelf.bytes("a.cr2"))
        #expect(await operations.undo()?.done == 2)
        #expect(hasAll(folder.disk.path + "/to"))
        let trashed = await operations.perform(.trash(list))
        #expect(trashed.withoutTrash.count == 2 && hasAll(folder.disk.path + "/to"))
        let made = await operations.perform(.makeFolder(share.appending("made").text))
        #expect(made.done == 1 && served("made") == [])
        let deleted = await operations.perform(.delete(list))
        #expect(deleted.done == 2 && !deleted.isUndoable && served("to") == [])
    }

    @Test(arguments: servedKinds) func aNameThatIsInUseGetsANumber(kind: String) async throws {
        let share = try await connected(kind), operations = shelf.operations()
        folder.disk.write("to/a.jpg", [1, 2, 3])
        let to = share.appending("to").text
        #expect(await operations.clashes(of: shelf.photos, in: to).map(\.photo.name) == ["a.jpg"])
        let outcome = await operations.perform(.copy(shelf.photos, to: to, .keepBoth))
        // A share has no trash for copies that are taken back.
        #expect(outcome.done == 2 && !outcome.isUndoable)
        #expect(bytes(folder.disk.path + "/to/a.jpg") == [1, 2, 3])
        #expect(bytes(folder.disk.path + "/to/a (2).jpg") == PhotoShelf.bytes("a.jpg"))
    }

    @Test(arguments: servedKinds) func aFullShareGetsNothing(kind: String) async throws {
        let root = try #require(ShareServers.running?.addresses[kind].flatMap { ShareAddress($0) })
        try await ShareMounting.shared.connect(root)
        shelf.scratch.write("from/big.jpg", [UInt8](repeating: 9, count: 3 << 20))
        let big = PhotoFiles(path: FilePath(shelf.from + "/big.jpg"))
        let outcome = await shelf.operations().perform(.move([big], to: root.path.appending("full").text, .keepBoth))
        let reasons = outcome.failures.map(\.reason)
        #expect(
            outcome.done == 0
                && (reasons == [.noSpace] || ["sftp", "wsgidav"].contains(kind) && reasons == [.system(EIO)]))
        #expect(FilePath(shelf.from + "/big.jpg").status?.st_size == 3 << 20)
        #expect(shelf.names((ShareServers.running?.folder ?? "") + "/full") == [])
    }

    // MARK: Long files

    /// A file that is carried by a line which is cut in the middle. The line counts what passes.
    @Test(arguments: servedKinds, [false, true])
    func aLongFileGoesOnWhereItsLineWasCut(kind: String, isOut: Bool) async throws {
        let servers = try #require(ShareServers.running)
        let program = try #require(getenv("TESSERA_LAB").map { String(cString: $0) })
        // By WebDAV nothing is appended.
        guard !isOut || !kind.contains("dav") else { return }
        let part = (0..<1 << 18).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let bytes = (0..<96).flatMap { [UInt8($0)] + part.dropFirst() }, size = bytes.count
        if isOut { shelf.scratch.write("from/long.jpg", bytes) } else { folder.disk.write("from/long.jpg", bytes) }
        let line = try ShareLine(to: try #require(servers.addresses[kind]), program: program)
        let share = try folder.address(below: line.address)
        try await ShareMounting.shared.connect(share)
        let rules = TransferRules(longest: 1 << 20, tail: 1 << 20) { _ in usleep(100_000) }
        let calls = FileSystemCalls(shares: { MountedShareDisk(patience: $0) }, transfers: rules)
        let waits = Mutex(0)
        let control = OperationControl { progress in
            if progress.isWaiting { waits.withLock { $0 += 1 } }
        }
        line.tell("cut \(size * 2 / 3)")
        let there = share.path
        let outcome = await shelf.operations(calls: calls).perform(
            isOut
                ? .copy(
                    [PhotoFiles(path: FilePath(shelf.from + "/long.jpg"))], to: there.appending("to").text, .keepBoth)
                : .copy([PhotoFiles(path: there.appending("from").appending("long.jpg"))], to: shelf.to, .keepBoth),
            control: control)
        #expect(outcome.done == 1 && outcome.failures == [])
        let (names, copy) =
            isOut ? (served("to"), folder.disk.path + "/to/long.jpg") : (shelf.names(shelf.to), shelf.to + "/long.jpg")
        #expect(names == ["long.jpg"] && self.bytes(copy) == bytes)
        let passed = line.tell("count").split(separator: " ").compactMap { Int($0) }.suffix(2)
        // Anew it would be two thirds and the whole.
        #expect(passed.reduce(0, +) < size * 3 / 2, "\(passed) of \(size) by \(kind)")
        if kind == "sftp" { #expect(waits.withLock { $0 } == 1) }
    }

    // MARK: Lines

    enum Order: String, CaseIterable { case cut, stall }

    /// How often each is cut and stalled; more of it by TESSERA_CUTS.
    private static let rounds = getenv("TESSERA_CUTS").flatMap { Int(String(cString: $0)) } ?? 3

    @Test(arguments: servedKinds, Order.allCases)
    func aLineThatBreaksAnywhereLeavesNothingLostDoubledOrHalf(kind: String, order: Order) async throws {
        let servers = try #require(ShareServers.running)
        let program = try #require(getenv("TESSERA_LAB").map { String(cString: $0) })
        let size = 300_000
        for round in 0..<Self.rounds {
            for isOut in [true, false] {
                let (here, there) = ("here-\(round)-\(isOut).jpg", "there-\(round)-\(isOut).jpg")
                shelf.scratch.write("from/" + here, [UInt8](repeating: UInt8(round & 255), count: size))
                folder.disk.write("from/" + there, [UInt8](repeating: UInt8(round & 255), count: size))
                let line = try ShareLine(to: try #require(servers.addresses[kind]), program: program)
                let share = try folder.address(below: line.address)
                try await ShareMounting.shared.connect(share)
                // At another step in each round: from the first words to the last.
                line.tell("\(order.rawValue) \((size + 12_000) * (round * 7 % 200 + 1) / 200)")
                let control = OperationControl()
                // Its journal is that of a living process until then.
                var operations: FileOperations? = shelf.operations()
                let stop = Task.detached {
                    guard order == .stall else { return }
                    try await Task.sleep(for: .milliseconds(400))
                    control.cancel()
                }
                let operation: FileOperation =
                    isOut
                    ? .move(
                        [PhotoFiles(path: FilePath(shelf.from + "/" + here))],
                        to: share.path.appending("to").text, .keepBoth)
                    : .move(
                        [PhotoFiles(path: share.path.appending("from").appending(FileName(there)))], to: shelf.to,
                        .keepBoth)
                _ = await operations?.perform(operation, control: control)
                operations = nil
                _ = await stop.result
                line.tell("resume")
                // What the next start does, once the share is there again.
                for _ in 0..<200 where !shelf.journals.isEmpty {
                    _ = try? await ShareMounting.shared.connect(share)
                    await shelf.operations().recover()
                    if !shelf.journals.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
                }
                let name = isOut ? here : there
                let places = [shelf.from, shelf.to, folder.disk.path + "/from", folder.disk.path + "/to"]
                let whole = places.filter { bytes($0 + "/" + name)?.count == size }
                let label = "\(kind) \(order) round \(round) \(isOut ? "out" : "in")"
                #expect(whole.count == 1, "\(whole): \(label)")
                let all = places.flatMap { shelf.names($0) }
                #expect(!all.contains { $0.hasSuffix(OperationStep.draftEnding) }, "\(all): \(label)")
                #expect(
                    all.count { $0.contains("here-\(round)-") || $0.contains("there-\(round)-") } == 2 + (isOut ? 0 : 2)
                )
                #expect(shelf.journals == [], "\(label)")
            }
        }
    }
}
