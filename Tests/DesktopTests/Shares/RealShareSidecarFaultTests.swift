// Marks on real servers of which every step fails: a sidecar is the old one or the new one, whole.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(ShareFault.minutes)), .enabled(if: ShareServers.running != nil, "\(ShareServers.absence)"))
struct RealShareSidecarFaultTests {
    private enum Act: CaseIterable { case replace, create, takeBack }

    private static let kinds = servedKinds.filter { $0 != "wsgidav" }

    private let client = ShareClient { try await ShareMounting.shared.connect($0) }
    private let store = MarkStore(path: nil)
    private let state = ScratchFolder()
    private let folder: ServedFolder

    init() throws { folder = try ServedFolder() }

    /// What marks photos after a start.
    private func marking(limit: Duration = .seconds(5)) -> PhotoMarking {
        let patience = SharePatience(answering: limit, pause: .seconds(20))
        let disk = MountedShareDisk(patience: patience) { [client] in await client.closeFiles(on: $0) }
        let place = ShareMarkPlace(disk, sidecars: ShareSidecars(), folder: state.path)
        return PhotoMarking(
            store: store, reader: MarkReader(engine: nil, place: place),
            replacement: FileReplacement(shares: ShareReplacement(place)))
    }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    /// The names in a folder, but for what a process of Apache has left that was killed.
    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".davfs.tmp") }
            .sorted()
    }

    /// A photo in a folder of its own.
    private final class Scene {
        let act: Act
        let disk: String
        let photo: FilePath
        /// The sidecar before what is done, and the change that is taken back.
        var before: [UInt8]?
        var change: KeptChange?
        var isSettled = false

        init(_ act: Act, _ disk: String, _ share: ShareAddress) {
            (self.act, self.disk) = (act, disk)
            photo = share.appending(path: "a.jpg").path
        }
    }

    private func scene(_ act: Act, _ number: String, _ share: ShareAddress) async throws -> Scene {
        let scene = Scene(act, folder.disk.folder(number), share.appending(path: FilePath(number)))
        folder.disk.write(number + "/a.jpg", [1, 2, 3])
        switch act {
        case .replace:
            scene.before = Array(SidecarSamples.digiKam.utf8)
            folder.disk.write(number + "/a.jpg.xmp", scene.before ?? [])
        case .create: break
        case .takeBack:
            let change: KeptChange = try #require(await marking().set(.stars(1), of: scene.photo.text).change)
            scene.change = change
            scene.before = bytes(scene.disk + "/a.jpg.xmp")
        }
        return scene
    }

    /// What one act has come to: whether it was done, and how it is taken back.
    private struct Result: Sendable { let isDone: Bool, change: KeptChange? }

    private static func act(_ act: Act, _ photo: FilePath, _ change: KeptChange?, by marking: PhotoMarking) async
        -> Result
    {
        if act == .takeBack, let change {
            return Result(isDone: (try? await marking.takeBack(change)) != nil, change: nil)
        }
        let outcome = await marking.set(.stars(1), of: photo.text)
        return Result(isDone: outcome.place == .sidecar, change: outcome.change)
    }

    /// Whether a sidecar is as it was wanted.
    private func isDone(_ scene: Scene, _ now: [UInt8]?) throws -> Bool {
        if scene.act == .takeBack { return now == nil }
        return try now.flatMap { try MarkReader().marks(in: Sidecar(path: "/a", content: $0)) }?.stars == 1
    }

    /// Checks that the sidecar is the old one or the new one.
    /// - Returns: Whether it is the new one.
    private func check(_ scene: Scene, _ label: String) throws -> Bool {
        let now = bytes(scene.disk + "/a.jpg.xmp"), isDone = try isDone(scene, now)
        #expect(now == scene.before || isDone, "\(now.map { "\($0.count) bytes" } ?? "none"): \(label)")
        #expect(names(scene.disk) == ["a.jpg"] + (now == nil ? [] : ["a.jpg.xmp"]), "\(label)")
        #expect(bytes(scene.disk + "/a.jpg") == [1, 2, 3])
        return isDone
    }

    private func run(_ kind: String, _ fault: ShareFault) async throws {
        let line = try FaultyLine(kind)
        let share = try folder.address(below: line.address)
        try await line.connect(share)
        var bytes: [Act: Int] = [:]
        for act in Act.allCases {
            let scene = try await scene(act, "whole \(act)", share), before = line.passed
            let result = await Self.act(act, scene.photo, scene.change, by: marking())
            bytes[act] = line.passed - before
            #expect(try result.isDone && check(scene, "\(act)"))
        }
        var tally = FaultTally(), scenes: [(Scene, isDone: Bool, label: String)] = [], away = 0
        let rounds = ShareFault.rounds, acts = Act.allCases, steps = (rounds + acts.count - 1) / acts.count
        for round in 0..<rounds {
            let act = acts[round % acts.count], step = round / acts.count, all = bytes[act] ?? 0
            let point = all * (2 * step + 1) / (2 * steps), isShort = fault == .stalled && step % 2 == 1
            let label = "\(kind) \(fault) \(act) \(round) after \(point) of \(all)"
            try await line.connect(share)
            let scene = try await scene(act, "\(round)", share)
            var marking: PhotoMarking? = marking(
                limit: fault == .stalled && !isShort ? .milliseconds(400) : .seconds(5))
            let (photo, change) = (scene.photo, scene.change)
            let (result, wasMet) = try await line.strike(fault, after: point, isShort: isShort, giveUp: {}) {
                [marking] in
                if let marking {
                    await Self.act(act, photo, change, by: marking)
                } else {
                    Result(isDone: false, change: nil)
                }
            }
            marking = nil
            line.mend()
            tally.rounds += 1
            if wasMet { tally.met += 1 }
            if result.isDone { tally.done += 1 }
            // GVfs's process for WebDAV may not answer any more (1.50).
            #expect(result.isDone || wasMet && !isShort || kind == "dav", "\(label)")
            if names(scene.disk).contains(where: { $0.hasPrefix(".") }) { tally.left += 1 }
            if scene.before != nil, act == .replace, self.bytes(scene.disk + "/a.jpg.xmp") == nil { away += 1 }
            let next = try await restart(scene, on: line, share)
            let isDone = try check(scene, label)
            #expect(isDone || !result.isDone, "\(label)")
            if let change = result.change, isDone {
                _ = try await next.takeBack(change)
                #expect(self.bytes(scene.disk + "/a.jpg.xmp") == scene.before, "undo of \(label)")
                tally.undone += 1
            } else {
                scenes.append((scene, isDone, label))
            }
        }
        // What a silent server was asked for may have come late.
        for (scene, isDone, label) in scenes { #expect(try check(scene, "in the end: \(label)") == isDone) }
        tally.tell("\(kind) sidecar \(fault), for a while without any in \(away)")
    }

    /// Does what the next start does, once the share is there again and the photo is looked at.
    private func restart(_ scene: Scene, on line: FaultyLine, _ share: ShareAddress) async throws -> PhotoMarking {
        for _ in 0..<100 {
            try await line.connect(share)
            let marking = marking()
            _ = await marking.marks(of: scene.photo)
            if !names(scene.disk).contains(where: { $0.hasPrefix(".") }) { return marking }
            try await Task.sleep(for: .milliseconds(20))
        }
        return marking()
    }

    @Test(arguments: kinds) func aServerThatIsKilledAtAnyStepLeavesTheSidecarWhole(kind: String) async throws {
        try await run(kind, .killed)
    }

    @Test(arguments: kinds) func aLineThatIsCutAtAnyStepLeavesTheSidecarWhole(kind: String) async throws {
        try await run(kind, .cut)
    }

    @Test(arguments: kinds) func aLineThatStallsAtAnyStepLeavesTheSidecarWhole(kind: String) async throws {
        try await run(kind, .stalled)
    }

    @Test(arguments: servedKinds) func aDiskThatIsFullAtAnyStepLeavesTheSidecarWhole(kind: String) async throws {
        guard let small = SmallDisk() else { return }
        let root = try #require(ShareServers.running?.addresses[kind].flatMap { ShareAddress($0) })
        try await ShareMounting.shared.connect(root)
        // A sidecar of many pages of the disk.
        let end = "</x:xmpmeta>", padding = String(repeating: " ", count: 300_000)
        let old = Array(SidecarSamples.digiKam.replacing(end, with: padding + end).utf8)
        let rounds = ShareFault.rounds, need = old.count * 5 / 4
        var tally = FaultTally()
        for round in 0..<rounds {
            let disk = small.path + "/\(round)", room = need * (2 * round + 1) / (2 * rounds)
            let label = "\(kind) full, \(room) bytes of \(need)"
            mkdir(disk, 0o755)
            let scene = Scene(.replace, disk, root.appending(path: FilePath("full/\(round)")))
            (scene.before) = old
            _ = FileManager.default.createFile(atPath: disk + "/a.jpg", contents: Data([1, 2, 3]))
            _ = FileManager.default.createFile(atPath: disk + "/a.jpg.xmp", contents: Data(old))
            small.fill(leaving: room)
            defer {
                small.empty()
                for name in names(disk) { unlink(disk + "/" + name) }
                rmdir(disk)
            }
            let marking = marking()
            let result = await Self.act(.replace, scene.photo, nil, by: marking)
            tally.rounds += 1
            if result.isDone { tally.done += 1 } else { tally.met += 1 }
            #expect(try check(scene, label) == result.isDone, "\(label)")
            small.empty()
            guard let change = result.change else { continue }
            _ = try await marking.takeBack(change)
            #expect(bytes(disk + "/a.jpg.xmp") == old, "undo of \(label)")
            tally.undone += 1
        }
        #expect(rounds == 1 || tally.met > 0 && tally.done > 0)
        tally.tell("\(kind) sidecar full")
    }
}
