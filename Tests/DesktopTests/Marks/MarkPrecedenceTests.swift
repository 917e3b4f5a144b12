// Which statement of a photo's marks counts: what is kept in the database, the sidecar, and the file itself.
import CGLib
import Fixtures
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

/// What is kept in the database was given last, because the folder could not be written then: it counts before the
/// sidecar, mark by mark, and the sidecar before the file.
@Suite(.timeLimit(.minutes(1)))
struct MarkPrecedenceTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)

    private func stamp(_ path: String) throws -> FileStamp { FileStamp(try #require(FilePath.status(of: path))) }

    private func marks(_ path: String) async throws -> PhotoMarks? {
        try await FileFactsReader { [store] in store.stated(of: $0, $1) }.facts(of: path)?.marks
    }

    @Test func starsOfTheDatabaseCountBeforeThoseOfTheSidecar() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        #expect(try await marks(photo)?.stars == 2)
        for stars in [5, 1, 0] {
            try store.keep(.stars(stars), of: photo, stamp(photo))
            #expect(try await marks(photo)?.stars == stars)
        }
    }

    @Test func whatTheDatabaseDoesNotStateIsThatOfTheSidecar() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        try store.keep(.favourite(true), of: photo, stamp(photo))
        #expect(try await marks(photo) == PhotoMarks(stars: 2, isFavourite: true))
    }

    @Test func aNewMarkLeavesTheOthersWithTheirPrecedence() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        try store.keep(.stars(5), of: photo, stamp(photo))
        let outcome = await PhotoMarking(store: store).set(.favourite(true), of: photo)
        #expect(outcome.marks == PhotoMarks(stars: 5, isFavourite: true))
        #expect(try await marks(photo) == PhotoMarks(stars: 5, isFavourite: true))
    }

    @Test func starsThatAreWrittenIntoTheSidecarAreNoLongerThoseOfTheDatabase() async throws {
        let photo = scratch.write("a.jpg", [1])
        scratch.write("a.jpg.xmp", Array(SidecarSamples.darktable.utf8))
        try store.keep(.stars(5), of: photo, stamp(photo))
        #expect(await PhotoMarking(store: store).set(.stars(3), of: photo).marks.stars == 3)
        #expect(try await marks(photo)?.stars == 3)
    }
}
