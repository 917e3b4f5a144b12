// The replacement of files: whole whatever fails, nothing of others lost, and back byte for byte.
import CGLib
import Dispatch
import Fixtures
import Foundation
import Glibc
import Photos
import Synchronization
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(2)))
struct FileReplacementTests {
    private let scratch = ScratchFolder()
    private var path: FilePath { FilePath(scratch.path + "/a") }
    private static let old = Array("the old content".utf8), new = Array("the new content".utf8)
    private static let other = Array("another content".utf8)

    private func bytes() -> [UInt8]? { FileManager.default.contents(atPath: path.text).map(Array.init) }
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    }
    private func stamp() throws -> EntryStamp { EntryStamp(try #require(FilePath.status(of: path.text))) }

    /// A seam that fails one step.
    private static func failing(_ step: FileReplacementCalls.Step, _ code: Int32 = EIO) -> FileReplacement {
        FileReplacement(calls: FileReplacementCalls { $0 == step ? code : 0 })
    }

    /// A seam that acts before one step, once.
    private static func acting(
        at step: FileReplacementCalls.Step, _ body: @escaping @Sendable () -> Void
    ) -> FileReplacement {
        let isDone = Once()
        return FileReplacement(
            calls: FileReplacementCalls { now in
                if now == step, isDone.isFirst() { body() }
                return 0
            })
    }

    // MARK: Faults

    @Test(arguments: FileReplacementCalls.Step.allCases, [false, true])
    func aFileIsWholeWhateverCallFails(step: FileReplacementCalls.Step, exists: Bool) throws {
        if exists { scratch.write("a", Self.old) }
        let isPassed = step == .syncFolder || !exists && [.mode, .attributes, .time, .settle].contains(step)
        if isPassed {
            _ = try Self.failing(step).write(Self.new, to: path)
            #expect(bytes() == Self.new)
        } else {
            #expect(throws: FileReplacement.Failure.self) { try Self.failing(step).write(Self.new, to: path) }
            #expect(bytes() == (exists ? Self.old : nil))
        }
        #expect(try names() == (exists || isPassed ? ["a"] : []))
    }

    @Test(arguments: FileReplacementCalls.Step.allCases, [false, true])
    func aFileIsWholeWhateverCallOfItsTakingBackFails(step: FileReplacementCalls.Step, existed: Bool) throws {
        if existed { scratch.write("a", Self.old) }
        let change = try FileReplacement().write(Self.new, to: path)
        do {
            _ = try Self.failing(step).takeBack(change)
            #expect(bytes() == (existed ? Self.old : nil))
        } catch {
            #expect(bytes() == Self.new)
        }
        #expect(try names() == (bytes() == nil ? [] : ["a"]))
    }

    // MARK: Others who write

    enum Act: CaseIterable { case replaces, writesInPlace, deletes, touches }

    /// What another program does to the file, as it would.
    private static func perform(_ act: Act, _ path: String) {
        switch act {
        case .replaces:
            _ = FileManager.default.createFile(atPath: path + ".new", contents: Data(other))
            rename(path + ".new", path)
        case .writesInPlace:
            let file = open(path, O_WRONLY)
            _ = other.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
            close(file)
        case .deletes: unlink(path)
        case .touches: utimensat(AT_FDCWD, path, nil, 0)
        }
    }

    /// Between the last look and the renaming, too.
    @Test(arguments: [FileReplacementCalls.Step.write, .sync, .compare, .rename], Act.allCases)
    func whatAnotherProgramDoesMeanwhileStays(step: FileReplacementCalls.Step, act: Act) throws {
        scratch.write("a", Self.old)
        let replacement = Self.acting(at: step) { [path] in Self.perform(act, path.text) }
        if act == .touches {
            _ = try replacement.write(Self.new, to: path)
            #expect(bytes() == Self.new)
        } else {
            #expect(throws: FileReplacement.Failure.changed) { try replacement.write(Self.new, to: path) }
            #expect(bytes() == (act == .deletes ? nil : Self.other))
        }
        #expect(try names() == (act == .deletes ? [] : ["a"]))
    }

    @Test(
        arguments: [FileReplacementCalls.Step.write, .sync, .compare, .rename],
        [Act.replaces, .writesInPlace, .deletes])
    func aSpliceLosesNothingOfAnotherProgram(step: FileReplacementCalls.Step, act: Act) throws {
        scratch.write("a", Self.old)
        let expected = FileStamp(try #require(FilePath.status(of: path.text)))
        let replacement = Self.acting(at: step) { [path] in Self.perform(act, path.text) }
        #expect(throws: FileReplacement.Failure.self) {
            try replacement.splice([1], in: 3..<4, of: path, expected: expected)
        }
        #expect(bytes() == (act == .deletes ? nil : Self.other))
        #expect(try names() == (act == .deletes ? [] : ["a"]))
    }

    @Test(arguments: [FileReplacementCalls.Step.open, .sync, .compare, .rename])
    func aFileThatAnotherProgramCreatesMeanwhileStays(step: FileReplacementCalls.Step) throws {
        let replacement = Self.acting(at: step) { [scratch] in scratch.write("a", Self.other) }
        #expect(throws: FileReplacement.Failure.changed) {
            try replacement.write(Self.new, to: path, expecting: .content(nil))
        }
        #expect(try bytes() == Self.other && names() == ["a"])
    }

    @Test func aFolderInThePlaceOfAFileStays() throws {
        scratch.folder("a")
        #expect(throws: FileReplacement.Failure(code: EISDIR)) { try FileReplacement().write(Self.new, to: path) }
        #expect(try names() == ["a"])
        let replacement = Self.acting(at: .rename) { [path] in
            unlink(path.text + "/../b")
            rename(path.text + "/../c", path.text + "/../b")
        }
        scratch.write("b", Self.old)
        scratch.folder("c")
        #expect(throws: FileReplacement.Failure.changed) {
            try replacement.write(Self.new, to: FilePath(scratch.path + "/b"))
        }
        #expect(try names() == ["a", "b"])
    }

    /// Each adds a byte to what it reads; none is lost.
    @Test func writersOfThisProgramAreHeldApart() throws {
        scratch.write("a", [])
        let writers = 4, rounds = 25
        DispatchQueue.concurrentPerform(iterations: writers) { writer in
            for _ in 0..<rounds {
                while true {
                    let content = self.bytes() ?? []
                    let written = try? FileReplacement().write(
                        content + [UInt8(writer)], to: self.path, expecting: .content(content))
                    if written != nil { break }
                }
            }
        }
        let content = try #require(bytes())
        #expect((0..<writers).allSatisfy { writer in content.count { $0 == UInt8(writer) } == rounds })
        #expect(try names() == ["a"])
    }

    // MARK: Back

    private func setTime(_ seconds: Int, _ nanoseconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        utimensat(AT_FDCWD, path.text, [time, time], 0)
    }

    @Test(arguments: [[UInt8](), [1], Array("the new content".utf8), Array("the old, and more content".utf8)])
    func aWriteIsTakenBackWithItsTimeAndDoneAgain(bytes new: [UInt8]) throws {
        scratch.write("a", Self.old)
        setTime(1_000_000_007, 123_456_789)
        let before = try stamp()
        let change = try FileReplacement().write(new, to: path)
        #expect(try bytes() == new && change.after == stamp() && change.before == before)
        let again = try #require(FileChange(change.text))
        #expect(again == change)
        let forward = try FileReplacement().takeBack(again)
        #expect(
            try bytes() == Self.old && stamp().time.tv_nsec == before.nanoseconds && stamp().seconds == before.seconds)
        let back = try FileReplacement().takeBack(forward)
        #expect(try bytes() == new && stamp().nanoseconds == change.after?.nanoseconds)
        _ = try FileReplacement().takeBack(back)
        #expect(bytes() == Self.old)
    }

    @Test func aCreatedFileIsDeletedAndCreatedAgain() throws {
        let change = try FileReplacement().write(Self.new, to: path)
        #expect(
            !change.existedBefore && change.existsAfter && change.pieces[0].removed.isEmpty
                && change.pieces[0].inserted == Self.new)
        let forward = try FileReplacement().takeBack(try #require(FileChange(change.text)))
        #expect(try names() == [])
        _ = try FileReplacement().takeBack(try #require(FileChange(forward.text)))
        #expect(try bytes() == Self.new && stamp().nanoseconds == change.after?.nanoseconds)
    }

    @Test func aSpliceKeepsWhatItHasChangedAlone() throws {
        let content = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        scratch.write("a", content)
        setTime(1_000_000_007, 5)
        let stamp = FileStamp(try #require(FilePath.status(of: path.text)))
        let change = try FileReplacement().splice([1, 2, 3], in: 1 << 20..<(1 << 20) + 2, of: path, expected: stamp)
        #expect(
            change.pieces[0].inserted == [1, 2, 3]
                && change.pieces[0].removed == Array(content[(1 << 20)..<(1 << 20) + 2]))
        #expect(change.text.utf8.count < 400)
        _ = try FileReplacement().takeBack(change)
        #expect(try bytes() == content && self.stamp().nanoseconds == 5)
    }

    @Test(arguments: [false, true])
    func whatWasChangedSinceIsNotTakenBack(existed: Bool) throws {
        if existed { scratch.write("a", Self.old) }
        let change = try FileReplacement().write(Self.new, to: path)
        scratch.write("a", Self.other)
        #expect(throws: FileReplacement.Failure.changed) { try FileReplacement().takeBack(change) }
        #expect(bytes() == Self.other)
        unlink(path.text)
        #expect(throws: FileReplacement.Failure.changed) { try FileReplacement().takeBack(change) }
    }

    @Test func aCreatedFileThatIsChangedInTheLastMomentIsNotDeleted() throws {
        let change = try FileReplacement().write(Self.new, to: path)
        let replacement = Self.acting(at: .rename) { [path] in Self.perform(.replaces, path.text) }
        #expect(throws: FileReplacement.Failure.changed) { try replacement.takeBack(change) }
        #expect(try bytes() == Self.other && names() == ["a"])
    }

    @Test(arguments: [
        "", "a 0 - - 01 - 1:2:3:4:5 ff", "/a -1 - - 01 - 1:2:3:4:5 ff", "/a 0 f - 01 - 1:2:3:4:5 ff",
        "/a 0 - xy 01 - 1:2:3:4:5 ff", "/a 0 - - 21 - 1:2:3:4:5 ff", "/a 0 - - 11 - 1:2:3:4:5 ff", "/a 0 - - 01 - - ff",
        "/a 0 - - 01 - 1:2:3:4:5 zz", "/a 0 - - 01 - 1:2:3:4:5",
    ])
    func aLineThatNobodyHasWrittenIsNoChange(text: String) { #expect(FileChange(text) == nil) }
}

/// Says once that it is the first time.
final class Once: Sendable {
    private let isDone = Mutex(false)
    func isFirst() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}
