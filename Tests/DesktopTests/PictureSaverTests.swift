// Saving: the same bytes, in one step, never over the picture itself, and words when it fails.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PictureSaverTests {
    private let scratch = ScratchFolder()
    private let saver = PictureSaver()
    /// More than one chunk, and no multiple of it.
    private static let content = (0..<(1 << 20) + 77).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private func bytes(of path: String) -> [UInt8]? { FileWindow(path: path).flatMap { $0.bytes(0, count: $0.count) } }

    private func names() throws -> [String] {
        let folder = try #require(opendir(scratch.path))
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    @Test func aFileIsCopiedByteForByte() async throws {
        let source = scratch.write("a.jpg", Self.content)
        try await saver.save(.file(source), to: scratch.path + "/b.jpg")
        #expect(bytes(of: scratch.path + "/b.jpg") == Self.content)
        #expect(try names() == ["a.jpg", "b.jpg"])
    }

    @Test func namesThatAreNotUTF8AreReadAndWritten() async throws {
        let (source, target) = (scratch.path + "/" + FilePath.text([0xE9]), scratch.path + "/" + FilePath.text([0xFF]))
        try await saver.save(.bytes(EncodedBytes(Self.content)), to: source)
        try await saver.save(.file(source), to: target)
        #expect(bytes(of: target) == Self.content)
        #expect(FilePath.uri(of: target)?.hasSuffix("/%FF") == true && FilePath.status(of: target) != nil)
        await #expect(throws: PictureSaver.Failure.self) { try await saver.save(.file(source), to: source) }
        for path in [source, target] { #expect(FilePath.withC(path, unlink) == 0) }
    }

    @Test func bytesAreWrittenAsTheyCame() async throws {
        try await saver.save(.bytes(EncodedBytes(Self.content)), to: scratch.path + "/b.jpg")
        #expect(bytes(of: scratch.path + "/b.jpg") == Self.content)
        #expect(try names() == ["b.jpg"])
    }

    @Test func anOldFileIsReplacedWithItsPermissionsKept() async throws {
        let source = scratch.write("a.jpg", Self.content)
        let target = scratch.write("b.jpg", [1])
        chmod(target, 0o640)
        try await saver.save(.file(source), to: target)
        #expect(bytes(of: target) == Self.content)
        var status = stat()
        try #require(stat(target, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test func aLinkIsFollowedAndStays() async throws {
        let source = scratch.write("a.jpg", Self.content)
        let target = scratch.write("b.jpg", [1])
        let link = scratch.link("c.jpg", to: "b.jpg")
        try await saver.save(.file(source), to: link)
        #expect(bytes(of: target) == Self.content)
        var status = stat()
        try #require(lstat(link, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func aPictureIsNeverWrittenOverItself() async throws {
        let source = scratch.write("a.jpg", Self.content)
        let link = scratch.link("b.jpg", to: "a.jpg")
        let other = scratch.path + "/c.jpg"
        try #require(Glibc.link(source, other) == 0)
        for target in [source, link, other, scratch.path + "/../" + scratch.path.split(separator: "/")[1] + "/a.jpg"] {
            let failure = await #expect(throws: PictureSaver.Failure.self) {
                try await saver.save(.file(source), to: target)
            }
            #expect(failure?.description == "\(target) was not saved: it is the picture itself.")
        }
        #expect(bytes(of: source) == Self.content)
        #expect(try names() == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test func aFailureSaysWhatAndWhyAndLeavesNothing() async throws {
        let missing = scratch.path + "/missing.jpg"
        let gone = await #expect(throws: PictureSaver.Failure.self) {
            try await saver.save(.file(missing), to: scratch.path + "/b.jpg")
        }
        #expect(gone?.description.contains(missing) == true)
        let nowhere = scratch.path + "/no/b.jpg"
        let lost = await #expect(throws: PictureSaver.Failure.self) {
            try await saver.save(.bytes(EncodedBytes([1])), to: nowhere)
        }
        #expect(lost?.description == "\(nowhere) was not saved: \(systemMessage(ENOENT)).")
        // A folder cannot be replaced by a file; what was written by then is gone again.
        let folder = scratch.folder("d.jpg")
        await #expect(throws: PictureSaver.Failure.self) { try await saver.save(.bytes(EncodedBytes([1])), to: folder) }
        #expect(try names() == ["d.jpg"])
    }

    @Test func whatAnotherProgramSavesThereMeanwhileStays() async throws {
        for old in [[1], nil] as [[UInt8]?] {
            let target = scratch.path + "/b.jpg", isFirst = Once()
            if let old { scratch.write("b.jpg", old) } else { unlink(target) }
            let calls = FileReplacementCalls { [scratch] step in
                if step == .rename, isFirst.isFirst() { scratch.write("b.jpg", [7, 8]) }
                return 0
            }
            let saver = PictureSaver(replacement: FileReplacement(calls: calls))
            let failure = await #expect(throws: PictureSaver.Failure.self) {
                try await saver.save(.bytes(EncodedBytes(Self.content)), to: target)
            }
            #expect(failure?.description == "\(target) was not saved: another app has changed it in the meantime.")
            #expect(try bytes(of: target) == [7, 8] && names() == ["b.jpg"])
        }
    }

    @Test func aCancelledSaveLeavesTheOldFile() async throws {
        let target = scratch.write("b.jpg", [1])
        let saving = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await saver.save(.bytes(EncodedBytes(Self.content)), to: target)
        }
        await #expect(throws: CancellationError.self) { try await saving.value }
        #expect(bytes(of: target) == [1])
        #expect(try names() == ["b.jpg"])
    }
}
