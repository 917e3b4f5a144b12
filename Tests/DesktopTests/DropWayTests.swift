// Tests of what becomes of dropped files.
import Fixtures
import Glibc
import Photos
import Testing

@testable import Desktop

struct DropWayTests {
    @Test func filesMoveWithinAFileSystemAndAreCopiedFromAnotherOne() async {
        let scratch = ScratchFolder()
        for name in ["a", "b"] { scratch.folder(name) }
        scratch.write("a/one.jpg", [1])
        scratch.write("b/two.jpg", [1])
        let root = FilePath(scratch.path)
        let one = root.appending("a").appending("one.jpg"), b = root.appending("b")
        #expect(await DropWay.of([one], to: b) == .move)
        // A file system of its own on every Linux.
        #expect(await DropWay.of(["/proc/version"], to: b) == .copy(always: false))
        #expect(await DropWay.of([one, "/proc/version"], to: b) == .copy(always: false))
        #expect(await DropWay.of([root.appending("a")], to: b) == .none)
        #expect(await DropWay.of([root.appending("a"), one], to: b) == .move)
        #expect(await DropWay.of([one], to: root.appending("gone")) == .copy(always: false))
    }

    @Test func filesMoveWithinAShareAndAreCopiedFromAnotherOne() async throws {
        func path(_ address: String) throws -> FilePath { try #require(ShareAddress(address)).path }
        let one = try path("sftp://nas/photos/one.jpg"), folder = try path("sftp://nas/archive")
        #expect(await DropWay.of([one], to: folder) == .move)
        #expect(await DropWay.of([one, "/proc/version"], to: folder) == .copy(always: false))
        #expect(await DropWay.of([one], to: try path("sftp://other/archive")) == .copy(always: false))
        #expect(await DropWay.of([one], to: "/tmp") == .copy(always: false))
        #expect(await DropWay.of(["/proc/version"], to: folder) == .copy(always: false))
        let two = try path("smb://nas/photos/two.jpg")
        #expect(await DropWay.of([two], to: try path("smb://nas/photos/2024")) == .move)
        #expect(await DropWay.of([two], to: try path("smb://nas/archive")) == .copy(always: false))
    }

    @Test func whatIsInATrashIsCopied() async {
        let scratch = ScratchFolder()
        let file = FilePath(scratch.path + "/.Trash-\(getuid())/files/a.jpg")
        #expect(await DropWay.of([file], to: FilePath(scratch.path)) == .copy(always: true))
    }
}
