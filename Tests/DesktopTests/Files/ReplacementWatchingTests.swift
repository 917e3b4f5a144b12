// A followed folder in which this program replaces files: each stays the photo that it was.
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReplacementWatchingTests {
    @Test func aReplacedFileIsTheSamePhotoAndHasChanged() async throws {
        let folder = try await FollowedFolder(["a.png", "b.png"])
        let ref = await folder.ref("a.png")
        for round in 1...5 {
            let change = try FileReplacement().write(
                [UInt8](repeating: 7, count: round), to: FilePath(folder.path("a.png")))
            try await folder.untilCurrent()
            #expect(change.existedBefore && folder.names == ["a.png", "b.png"])
            #expect(await folder.ref("a.png") == ref)
        }
        #expect(!folder.changed.isEmpty && folder.changed.allSatisfy { $0 == "a.png" })
    }
}
