// Camera raw files beside images in a shown folder: pairs form and dissolve, whatever comes first.
import CGLib
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RawPairWatchingTests {
    @Test func aRawFileThatComesToAnImageIsPartOfItsPhoto() async throws {
        let folder = try await FollowedFolder(["a.JPG", "b.JPG"])
        let ref = await folder.ref("a.JPG")
        folder.write("a.CR2")
        try await folder.until { folder.files == ["a.JPG+a.CR2", "b.JPG"] }
        #expect(await folder.ref("a.JPG") == ref && folder.changed == ["a.JPG"])
        folder.delete("a.CR2")
        try await folder.until { folder.files == ["a.JPG", "b.JPG"] }
        #expect(await folder.ref("a.JPG") == ref && folder.changed == ["a.JPG", "a.JPG"])
    }

    @Test func anImageThatComesToARawFileTakesItsPlace() async throws {
        let folder = try await FollowedFolder(["a.CR2", "b.CR2", "c.png"])
        let ref = await folder.ref("a.CR2")
        folder.write("a.JPG")
        try await folder.until { folder.files == ["a.JPG+a.CR2", "b.CR2", "c.png"] }
        #expect(await folder.ref("a.JPG") == ref)
        #expect(await folder.ref("a.CR2") == nil)
    }

    @Test func theRawFileIsThePhotoWhereItsImageIsDeleted() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.JPG", "a.dng", "b.png"])
        #expect(folder.files == ["a.JPG+a.CR2+a.dng", "b.png"])
        let ref = await folder.ref("a.JPG")
        folder.delete("a.JPG")
        try await folder.until { folder.files == ["a.CR2", "a.dng", "b.png"] }
        let refs = [await folder.ref("a.CR2"), await folder.ref("a.dng")]
        #expect(refs.contains(ref))
        folder.delete("a.CR2")
        folder.delete("a.dng")
        try await folder.until { folder.files == ["b.png"] }
    }

    @Test func aPairThatIsRenamedOrMovedStaysOnePhoto() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.JPG", "b.png"])
        let ref = await folder.ref("a.JPG")
        folder.move("a.JPG", "c.JPG")
        folder.move("a.CR2", "c.CR2")
        try await folder.until { folder.files == ["b.png", "c.JPG+c.CR2"] }
        #expect(await folder.ref("c.JPG") == ref)
        folder.folder("x")
        folder.move("c.CR2", "x/d.CR2")
        try await folder.until { folder.files == ["b.png", "c.JPG", "x/d.CR2"] }
        folder.move("c.JPG", "x/d.JPG")
        try await folder.until { folder.files == ["b.png", "x/d.JPG+d.CR2"] }
        #expect(await folder.ref("x/d.JPG") == ref)
        folder.move("x", "y")
        try await folder.until { folder.files == ["b.png", "y/d.JPG+d.CR2"] }
        #expect(await folder.ref("y/d.JPG") == ref)
    }

    @Test func theImageOfAPairThatIsRenamedAloneLeavesARawPhoto() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.JPG"])
        let ref = await folder.ref("a.JPG")
        folder.move("a.JPG", "z.JPG")
        try await folder.until { folder.files == ["a.CR2", "z.JPG"] }
        #expect(await folder.ref("z.JPG") == ref)
        folder.move("z.JPG", "a.jpg")
        try await folder.until { folder.files == ["a.jpg+a.CR2"] }
        #expect(await folder.ref("a.jpg") == ref)
    }

    @Test func aSecondImageOfTheNameMayTakeTheRawFile() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.png"])
        let png = await folder.ref("a.png")
        folder.write("a.jpg")
        try await folder.until { folder.files == ["a.jpg+a.CR2", "a.png"] }
        #expect(await folder.ref("a.png") == png)
        folder.delete("a.jpg")
        try await folder.until { folder.files == ["a.png+a.CR2"] }
        #expect(await folder.ref("a.png") == png)
    }

    @Test func anOverwrittenRawFileChangesNothingOfItsPhotoAndAnOverwrittenImageDoes() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.JPG", "b.png"])
        folder.write("a.CR2", "more than before")
        folder.write("b.png", "more than before")
        try await folder.until { folder.changed == ["b.png"] }
        folder.write("a.JPG", "more than before")
        try await folder.until { folder.changed == ["b.png", "a.JPG"] }
        try await folder.untilCurrent()
        #expect(folder.files == ["a.JPG+a.CR2", "b.png"])
    }

    @Test func aRereadFolderSaysNothingOfPairsThatAreWhatTheyWere() async throws {
        let folder = try await FollowedFolder((0..<50).flatMap { ["\($0).CR2", "\($0).JPG"] })
        #expect(folder.names.count == 50)
        folder.write("new.png")
        await folder.source.refresh(.requested)
        try await folder.until { folder.names.contains("new.png") }
        #expect(folder.changed.isEmpty && folder.names.count == 51)
        try await folder.untilCurrent()
    }

    @Test func filesThatNothingShowsArePartOfNoPair() async throws {
        let folder = try await FollowedFolder(["a.CR2", "a.xcf", "a.txt"])
        try await folder.until { folder.report.unshown == ["xcf": 1] }
        #expect(folder.files == ["a.CR2"])
    }
}
