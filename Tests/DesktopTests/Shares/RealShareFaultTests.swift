// Copies and moves on real servers of which every step fails: no photo is lost, there twice, or half there.
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

@Suite(.timeLimit(.minutes(ShareFault.minutes)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareFaultTests {
    enum Act: String, CaseIterable {
        case copyOut, copyIn, moveOut, moveIn, moveWithin

        var isCopy: Bool { self == .copyOut || self == .copyIn }
        var isFromShare: Bool { self != .copyOut && self != .moveOut }
        var isToShare: Bool { self != .copyIn && self != .moveIn }
        /// Whether it is among those that TESSERA_SHARE_ACTS names, by commas; all are where that is not set.
        var isWanted: Bool {
            ProcessInfo.processInfo.environment["TESSERA_SHARE_ACTS"].map { acts in
                acts.split(separator: ",").contains { $0 == rawValue }
            } ?? true
        }
    }

    /// What is done by which kind of share.
    struct Case: CustomTestStringConvertible {
        let kind: String
        let act: Act
        var testDescription: String { "\(kind) \(act.rawValue)" }

        static let all = servedKinds.flatMap { kind in
            let isChanged = kind == "sftp" || kind == "smb"
            return (isChanged ? Act.allCases : [.copyIn]).filter(\.isWanted).map { Case(kind: kind, act: $0) }
        }
        /// Those whose lines are cut. WsgiDAV has one process for all connections.
        static let ofLines = all.filter { $0.kind != "wsgidav" }
    }

    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    // MARK: One round

    /// A photo of three files between two folders, and the folders' paths for the test and for the program.
    private final class Scene {
        let shelf = PhotoShelf()
        let act: Act
        let contents: [String: [UInt8]]
        let from: String, to: String
        private let source: FilePath, target: FilePath

        /// - Parameters:
        ///   - served: Paths of folders of the share, with what leads to them below it.
        init(_ act: Act, _ contents: [String: [UInt8]], from: (String, FilePath)?, to: (String, FilePath)?) {
            self.act = act
            self.contents = contents
            let here = shelf.scratch.folder("here"), there = shelf.scratch.folder("there")
            (self.from, source) = from ?? (here, FilePath(here))
            (self.to, target) = to ?? (there, FilePath(there))
            for (name, bytes) in contents {
                _ = FileManager.default.createFile(atPath: self.from + "/" + name, contents: Data(bytes))
            }
        }

        var operation: FileOperation {
            let photo = PhotoFiles(path: source.appending("a.jpg"), companions: ["a.cr2"])
            return act.isCopy
                ? .copy([photo], to: target.text, .keepBoth) : .move([photo], to: target.text, .keepBoth)
        }

        private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

        /// The names of the photo's files that are whole in a folder.
        func whole(_ folder: String) -> Set<String> {
            Set(contents.keys.filter { bytes(folder + "/" + $0) == contents[$0] })
        }

        /// Everything in both folders that is no whole file of the photo under its name.
        var litter: [String] {
            [from, to].flatMap { folder in
                let whole = whole(folder)
                return shelf.names(folder).filter { !whole.contains($0) }.map { folder.suffix(6) + "/" + $0 }
            }
        }

        /// Checks what holds at any time: a file that has its name is whole, and each is there.
        func checkAtOnce(_ label: String) {
            let drafts = litter.filter { $0.contains(OperationStep.draftEnding) }
            #expect(litter == drafts, "half at once: \(label)")
            let there = whole(from).union(whole(to))
            #expect(there.count == contents.count, "lost at once, \(there): \(label)")
            if act.isCopy { #expect(whole(from).count == contents.count, "original at once: \(label)") }
        }

        /// Checks what holds after the next start.
        /// - Returns: Whether the photo is at its target.
        @discardableResult
        func checkSettled(_ label: String) -> Bool {
            #expect(litter == [], "left: \(label)")
            #expect(shelf.journals == [], "journal: \(label)")
            let counts = [whole(from).count, whole(to).count], all = contents.count
            #expect(
                counts == [all, 0] || counts == (act.isCopy ? [all, all] : [0, all]),
                "\(whole(from)) here and \(whole(to)) there: \(label)")
            return counts[1] == all
        }
    }

    private static func contents(_ size: Int, _ seed: Int) -> [String: [UInt8]] {
        func bytes(_ count: Int, _ salt: Int) -> [UInt8] {
            var state = UInt32(truncatingIfNeeded: count &+ salt &* 7919 &+ seed &* 104_729)
            return (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        }
        return ["a.jpg": bytes(size, 1), "a.cr2": bytes(size / 2, 2), "a.jpg.xmp": bytes(700, 3)]
    }

    /// Operations that do not wait for long where a share is silent.
    private static func operations(_ shelf: PhotoShelf, settling: Duration = .seconds(3)) -> FileOperations {
        shelf.operations(
            calls: FileSystemCalls(patience: SharePatience(answering: .seconds(5), settling: settling)))
    }

    private func scene(_ act: Act, _ number: String, _ size: Int, _ root: ShareAddress, small: SmallDisk? = nil)
        -> Scene
    {
        func served(_ name: String) -> (String, FilePath) {
            let path = "\(number)/\(name)"
            return (folder.disk.folder(path), root.path.appending(path: FilePath(path)))
        }
        var to = act.isToShare ? served("to") : nil
        if let small {
            mkdir(small.path + "/to", 0o755)
            let share = root.folder?.path.appending(path: "full/to")
            to = (small.path + "/to", act.isToShare ? share ?? "" : FilePath(small.path + "/to"))
        }
        return Scene(
            act, Self.contents(size, number.hashValue & 0xffff), from: act.isFromShare ? served("from") : nil, to: to)
    }

    // MARK: Lines

    /// The sizes of the photo: where half of the bytes that pass are those of questions, and where most are the
    /// photo's.
    private static let sizes = [2_000, 300_000]

    private func run(_ which: Case, _ fault: ShareFault) async throws {
        let line = try FaultyLine(which.kind)
        let share = try folder.address(below: line.address)
        try await line.connect(share)
        var bytes: [Int] = []
        for size in Self.sizes {
            let scene = scene(which.act, "whole \(size)", size, share), before = line.passed
            let outcome = await Self.operations(scene.shelf).perform(scene.operation)
            bytes.append(line.passed - before)
            #expect(outcome.done == 1 && scene.checkSettled("no fault"))
        }
        var tally = FaultTally(), scenes: [(Scene, isThere: Bool, label: String)] = []
        let rounds = ShareFault.rounds, steps = (rounds + 1) / 2
        for round in 0..<rounds {
            let size = rounds == 1 ? 1 : round % 2, step = round / 2
            let point = bytes[size] * (2 * step + 1) / (2 * steps)
            let label = "\(which.testDescription) \(fault) \(round) after \(point) of \(bytes[size])"
            let scene = scene(which.act, "\(round)", Self.sizes[size], share)
            try await line.connect(share)
            let control = OperationControl(), isShort = fault == .stalled && step % 2 == 1
            // Its journal is that of a living process until then.
            var operations: FileOperations? = Self.operations(scene.shelf, settling: .milliseconds(300))
            let operation = scene.operation
            let (outcome, wasMet) = try await line.strike(
                fault, after: point, isShort: isShort, giveUp: { control.cancel() }
            ) { [operations] in await operations?.perform(operation, control: control) }
            operations = nil
            scene.checkAtOnce(label)
            line.mend()
            tally.rounds += 1
            if wasMet { tally.met += 1 }
            if outcome?.done == 1 { tally.done += 1 }
            #expect(outcome?.done == 1 || wasMet && !isShort, "\(outcome?.failures ?? []): \(label)")
            if !scene.shelf.journals.isEmpty { tally.left += 1 }
            try await recover(scene, on: line, share)
            scene.checkAtOnce(label)
            var isThere = scene.checkSettled(label)
            if outcome?.done == 1 { #expect(isThere, "not there: \(label)") }
            if outcome?.isUndoable == true {
                try await line.connect(share)
                let undone = await Self.operations(scene.shelf).undo()
                #expect(undone?.done == 1, "\(undone?.failures ?? []): undo of \(label)")
                isThere = scene.checkSettled("undo of \(label)")
                #expect(!isThere, "undo of \(label)")
                tally.undone += 1
            }
            scenes.append((scene, isThere, label))
        }
        // What a silent server was asked for may have come late.
        for (scene, isThere, label) in scenes {
            #expect(scene.checkSettled("in the end: \(label)") == isThere, "in the end: \(label)")
        }
        tally.tell("\(which.testDescription) \(fault)")
    }

    /// Does what the next start does, once the share is there again.
    private func recover(_ scene: Scene, on line: FaultyLine, _ share: ShareAddress) async throws {
        for _ in 0..<100 {
            if scene.shelf.journals.isEmpty { return }
            try await line.connect(share)
            await Self.operations(scene.shelf).recover()
            if !scene.shelf.journals.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    @Test(arguments: Case.ofLines) func aServerThatIsKilledAtAnyStepCostsNoPhoto(which: Case) async throws {
        try await run(which, .killed)
    }

    @Test(arguments: Case.ofLines) func aLineThatIsCutAtAnyStepCostsNoPhoto(which: Case) async throws {
        try await run(which, .cut)
    }

    @Test(arguments: Case.ofLines) func aLineThatStallsAtAnyStepCostsNoPhoto(which: Case) async throws {
        try await run(which, .stalled)
    }

    // MARK: Full disks

    /// Connects a share by sftp anew, by another process of GVfs: the one before answers for about a second after it
    /// was disconnected, and says of each file that the share is being unmounted.
    private func renewConnection(to share: ShareAddress) async throws {
        try? await ShareMounting.shared.disconnect(share)
        // GVfs fails now and then to connect just after it ("Protocol error").
        for _ in 0..<20 {
            if (try? await ShareMounting.shared.connect(share)) != nil { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        try await ShareMounting.shared.connect(share)
    }

    @Test(arguments: Case.all) func aDiskThatIsFullAtAnyStepCostsNoPhoto(which: Case) async throws {
        guard let small = SmallDisk() else { return }
        let share = try folder.address(by: which.kind)
        try await ShareMounting.shared.connect(share)
        let size = 400_000, need = (size + size / 2) * 9 / 8
        var tally = FaultTally()
        for round in 0..<ShareFault.rounds {
            let room = need * (2 * round + 1) / (2 * ShareFault.rounds)
            let label = "\(which.testDescription) full, \(room) bytes of \(need)"
            // GVfs leaves the server's file open after a copy has failed (1.50), which keeps its room.
            if which.kind == "sftp" { try await renewConnection(to: share) }
            let scene = scene(which.act, "\(round)", size, share, small: small)
            small.fill(leaving: room)
            defer {
                small.empty()
                for name in scene.shelf.names(scene.to) { unlink(scene.to + "/" + name) }
                rmdir(scene.to)
            }
            var operations: FileOperations? = Self.operations(scene.shelf)
            let outcome = await operations?.perform(scene.operation)
            operations = nil
            scene.checkAtOnce(label)
            tally.rounds += 1
            if outcome?.done == 1 { tally.done += 1 } else { tally.met += 1 }
            if !scene.shelf.journals.isEmpty { tally.left += 1 }
            await Self.operations(scene.shelf).recover()
            let isThere = scene.checkSettled(label)
            #expect(isThere == (outcome?.done == 1), "\(label)")
            let reasons = Set(outcome?.failures.map { "\($0.reason)" } ?? [])
            #expect(isThere || reasons == ["\(FileFailure.Reason.noSpace)"], "\(reasons): \(label)")
            guard outcome?.isUndoable == true else { continue }
            // What is undone goes to the trash, whose notes take room.
            small.drain()
            let undone = await Self.operations(scene.shelf).undo()
            #expect(undone?.done == 1 && !scene.checkSettled("undo of \(label)"), "undo of \(label)")
            tally.undone += 1
        }
        tally.tell("\(which.testDescription) full")
    }
}
