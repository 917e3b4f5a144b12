// A followed folder on a drive that takes names for one that differ in the case of their letters.
import Fixtures
import Testing

@testable import Desktop

@MainActor
@Suite(
    .enabled(if: ExFATDrive.isAvailable, "exFAT needs root, a loop device, exfat-fuse and exfatprogs"),
    .timeLimit(.minutes(1)))
struct ExFATWatchingTests {
    @Test func aPhotoIsListedOnceWhateverSpellingIsToldOf() async throws {
        let drive = try ExFATDrive()
        let folder = try await FollowedFolder(["IMG_1.JPG", "b.jpg"], at: drive.path)
        // What comes later shows that the one before it has been looked at.
        func untilLooked(_ later: String) async throws {
            folder.write(later)
            try await folder.until { folder.names.contains(later) }
        }
        folder.write("img_1.jpg.xmp", SidecarSamples.digiKam)
        try await untilLooked("c.jpg")
        #expect(folder.names == ["IMG_1.JPG", "b.jpg", "c.jpg"])
        // exfat-fuse has a second file of each spelling, and tells the first one's new state a second later.
        folder.write("img_1.jpg", "12")
        try await untilLooked("d.jpg")
        #expect(folder.names == ["IMG_1.JPG", "b.jpg", "c.jpg", "d.jpg"])
        folder.move("b.jpg", "B.jpg")
        try await folder.until { folder.names == ["B.jpg", "IMG_1.JPG", "c.jpg", "d.jpg"] }
    }
}
