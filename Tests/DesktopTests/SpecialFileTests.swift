// Pipes, sockets and devices among photos: neither listed nor opened, not even for a moment.
import CGLib
import Codecs
import Fixtures
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SpecialFileTests {
    /// Makes everything that is no regular file, with names of photos.
    private func fill(_ folder: String) {
        #expect(mkfifo(folder + "/pipe.png", 0o600) == 0)
        #expect(mknod(folder + "/socket.png", S_IFSOCK | 0o600, 0) == 0)
        #expect(symlink("pipe.png", folder + "/link.png") == 0)
        #expect(symlink("/dev/zero", folder + "/zero.png") == 0)
        #expect(symlink("/dev/full", folder + "/full.jpg") == 0)
    }

    /// The names of the entries of a folder that have been opened since the watch was added.
    private func opened(_ queue: InotifyQueue) -> [String] {
        queue.read().filter { !$0.kinds.contains(.isFolder) }.map(\.name.text)
    }

    @Test func aFolderNeitherListsNorOpensThem() async throws {
        let folder = try await FollowedFolder(["a.png"])
        let queue = try #require(InotifyQueue())
        fill(folder.root)
        _ = try #require(queue.add(FilePath(folder.root), for: WatchEvent.Kinds(rawValue: UInt32(IN_OPEN))))
        let walked = try await FollowedFolder.walked(folder.root)
        #expect(walked.map(\.id.text) == ["a.png"])
        folder.move("socket.png", "moved.png")
        await folder.source.refresh(.requested)
        #expect(symlink("a.png", folder.path("b.png")) == 0)
        try await folder.until { folder.names == ["a.png", "b.png"] }
        #expect(folder.report.unreadable.isEmpty)
        let count = try await FolderSurvey().count(FilePath(folder.root), withSubfolders: true)
        #expect(count.photos == 2)
        #expect(opened(queue).isEmpty)
    }

    /// Also where a photo was when it was listed.
    @Test(arguments: ["pipe.png", "socket.png", "link.png"])
    func aReaderThatIsSentToOneDoesNotOpenIt(name: String) async throws {
        let scratch = ScratchFolder()
        fill(scratch.path)
        let queue = try #require(InotifyQueue())
        _ = try #require(queue.add(FilePath(scratch.path), for: WatchEvent.Kinds(rawValue: UInt32(IN_OPEN))))
        let path = scratch.path + "/" + name
        #expect(try await FileFactsReader().facts(of: path) == nil)
        let failure = LoadFailure(
            stage: .fetch, culprit: "Sea", reason: .unreadable(Message("it is not a regular file")))
        await #expect(throws: failure) {
            try await FileByteLoader().bytes(at: .file(FilePath(path)), title: "Sea", priority: .visible)
        }
        #expect(await FolderSurvey().bookmarks(in: path).isEmpty)
        #expect(opened(queue).isEmpty)
    }
}
