// Drafts of a process that was killed: gone at the next start, and nothing else with them.
import CGLib
import Fixtures
import Foundation
import Glibc
import Photos
import Synchronization
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(3)))
struct DraftRecordTests {
    private let scratch = ScratchFolder()
    private var state: String { scratch.path + "/state" }
    private var photos: String { scratch.path + "/photos" }

    init() {
        scratch.folder("state")
        scratch.folder("photos")
    }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// The next start, as if the process had been killed now: its record is one that nobody locks.
    private static func start(after state: String, in scratch: ScratchFolder) {
        let later = scratch.folder("later")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? [] {
            let content = FileManager.default.contents(atPath: state + "/" + name) ?? Data()
            _ = FileManager.default.createFile(atPath: later + "/" + name, contents: content)
        }
        DraftRecord.settleAbandoned(in: later)
        #expect((try? FileManager.default.contentsOfDirectory(atPath: later)) == [])
    }

    /// The photo is whole at each moment, and after the next start nothing is beside it.
    @Test(arguments: FileReplacementCalls.Step.allCases, ["write", "create", "splice", "stream", "takeBack"])
    func aKillAtAnyStepLeavesNothingBehind(step: FileReplacementCalls.Step, act: String) throws {
        let old = Array("the old content".utf8), new = Array("the new content".utf8), path = photos + "/a.jpg"
        if act != "create" { scratch.write("photos/a.jpg", old) }
        let change = act == "takeBack" ? try FileReplacement().write(new, to: FilePath(path)) : nil
        let isFirst = Once()
        let calls = FileReplacementCalls { [scratch, state, photos] now in
            guard now == step, isFirst.isFirst() else { return 0 }
            Self.start(after: state, in: scratch)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: photos)) ?? []
            #expect(names == ["a.jpg"] || names == [] && act == "create", "\(names)")
            let content = FileManager.default.contents(atPath: path).map(Array.init)
            #expect(content == old || content == new || content == nil && act == "create")
            return EIO
        }
        let replacement = FileReplacement(calls: calls, drafts: DraftRecord(folder: state))
        switch act {
        case "splice":
            let stamp = FileStamp(try #require(FilePath.status(of: path)))
            _ = try? replacement.splice(Array("new".utf8), in: 4..<7, of: FilePath(path), expected: stamp)
        case "stream":
            try? replacement.stream(to: FilePath(path)) { file throws(FileReplacement.Failure) in
                try replacement.put(new, in: file, at: 0)
            }
        case "takeBack": if let change { _ = try? replacement.takeBack(change) }
        default: _ = try? replacement.write(new, to: FilePath(path))
        }
        #expect(names(photos).allSatisfy { $0 == "a.jpg" })
    }

    @Test func aRecordIsEmptyWhenNothingIsWrittenAndGoneWithItsProcess() throws {
        do {
            let drafts = DraftRecord(folder: state)
            _ = try FileReplacement(drafts: drafts).write([1], to: FilePath(photos + "/a.xmp"))
            let record = try #require(names(state).first)
            #expect(try #require(FilePath.status(of: state + "/" + record)).st_size == 0)
            // Of one that runs nothing is taken.
            DraftRecord.settleAbandoned(in: state)
            #expect(names(state) == [record])
        }
        #expect(names(state) == [])
    }

    /// What another program has put there, what is no draft, and what is no file.
    @Test func onlyDraftsGo() throws {
        let own = scratch.write("photos/.tessera-1-own", [1]),
            foreign = scratch.write("photos/.tessera-1-foreign", [1, 2])
        let photo = scratch.write("photos/a.jpg", [1]), link = scratch.link("photos/.tessera-1-link", to: photo)
        func line(_ number: Int, _ path: String, of stamp: EntryStamp?) -> String {
            "draft \(number) \(path) -\n" + (stamp.map { "own \(number) \($0.text)\n" } ?? "")
        }
        let stamp = EntryStamp(try #require(FilePath.status(of: own)))
        let other = EntryStamp(try #require(FilePath.status(of: photo)))
        let lines =
            line(1, own, of: stamp) + line(2, foreign, of: other) + line(3, photo, of: other)
            + line(4, link, of: other) + line(5, photos + "/.tessera-1-x/../a.jpg", of: other) + "draft x\n\n"
        scratch.write("state/1-a.drafts", Array(lines.utf8))
        DraftRecord.settleAbandoned(in: state)
        #expect(names(photos) == [".tessera-1-foreign", ".tessera-1-link", "a.jpg"])
        #expect(names(state) == [])
    }

    @Test func whatLiesOnADriveThatIsAwayIsRemembered() {
        scratch.write("state/1-a.drafts", Array("draft 1 /nowhere/at/all/.tessera-1-a -\n".utf8))
        DraftRecord.settleAbandoned(in: state)
        #expect(names(state) == ["1-a.drafts"])
    }

    /// The real thing: `tessera-lab torture-marks` marks, turns and saves until it is killed.
    @Test func kills() throws {
        let lab = try LabBinary.path()
        scratch.write("photos/a.jpg", TestPictures.oriented(Painting.quarters(64, 48).encoded("jpeg"), orientation: 1))
        for run in 0..<40 {
            let process = Process(), output = Pipe()
            process.executableURL = URL(fileURLWithPath: lab)
            process.arguments = ["torture-marks", "--directory", scratch.path]
            process.standardOutput = output
            try process.run()
            _ = output.fileHandleForReading.availableData
            usleep(UInt32(run * 397 % 20_000))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            DraftRecord.settleAbandoned(in: state)
            #expect(names(photos).filter { !["a.jpg", "a.jpg.xmp", "b.jpg"].contains($0) } == [], "kill \(run)")
            let sidecar = FileManager.default.contents(atPath: photos + "/a.jpg.xmp").map(Array.init)
            if let sidecar { #expect((try? SidecarDocument(sidecar)) != nil, "kill \(run)") }
        }
    }

    /// A limit of the length of files is an error of a write, and ends nothing.
    @Test func aFileThatMayNotGrowIsAnErrorOfTheWrite() throws {
        scratch.write("photos/a.jpg", TestPictures.oriented(Painting.quarters(64, 48).encoded("jpeg"), orientation: 1))
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", "ulimit -f 0; exec \"$0\" torture-marks --once --directory \"$1\"", try LabBinary.path(),
            scratch.path,
        ]
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(said.contains(systemMessage(EFBIG)), "\(said)")
        #expect(names(photos) == ["a.jpg"])
    }
}
