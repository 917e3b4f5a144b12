// Facts of photos on shares: by their beginnings, with the state that the share says.
import Codecs
import Fixtures
import Library
import Photos
import Testing

@testable import Desktop

struct ShareFactsReaderTests {
    @Test func aPhotosBeginningSaysItsFactsAndTheShareItsState() async throws {
        let share = ScriptedShare()
        let picture = Painting.quarters(40, 30).encoded("jpeg")
        await share.set(picture + Array(repeating: 0, count: 100_000), of: "a b.jpg")
        let reader = ShareFactsReader(share, sidecars: ShareSidecars(), files: FileFactsReader(width: 1))
        let name = reader.name(of: "a b.jpg", below: ScriptedShare.root.text)
        #expect(name == "sftp://nas/photos/a%20b.jpg")
        let facts = try #require(try await reader.facts(of: name))
        #expect(facts.size == PixelSize(width: 40, height: 30) && facts.format == "JPEG")
        #expect(facts.byteCount == picture.count + 100_000)
        let entry = try await share.entry(at: ScriptedShare.root.appending(path: "a b.jpg"), asks: false)
        #expect(facts.stamp == entry.status().stamp)
        // The time is the file's there, not that of its copy here.
        #expect(facts.changed?.year == 2020 && facts.taken?.origin == .modification)
        #expect(try await reader.facts(of: "sftp://nas/photos/gone.jpg") == nil)
    }

    @Test func aFileOfThisMachineIsReadAsEver() async throws {
        let scratch = ScratchFolder()
        scratch.write("a.jpg", Painting.quarters(4, 3).encoded("jpeg"))
        let reader = ShareFactsReader(ScriptedShare(), sidecars: ShareSidecars(), files: FileFactsReader(width: 1))
        #expect(try await reader.facts(of: scratch.path + "/a.jpg")?.size == PixelSize(width: 4, height: 3))
        #expect(reader.name(of: "a.jpg", below: "/x") == "/x/a.jpg")
    }

    @Test func sidecarsOfTheListingAreReadWithThePhoto() async throws {
        let share = ScriptedShare(["": ["a.jpg", "b.jpg", "b.jpg.xmp"]])
        let picture = Painting.quarters(40, 30).encoded("jpeg")
        for name in ["a.jpg", "b.jpg"] { await share.set(picture, of: FilePath(name)) }
        await share.set(Array(SidecarSamples.digiKam.utf8), of: "b.jpg.xmp")
        let sidecars = ShareSidecars()
        let source = ShareSource(ScriptedShare.root, shares: share, listings: KeptListings(), sidecars: sidecars)
        let listing = ServedListing(source)
        try await listing.list()
        #expect(listing.ids == ["a.jpg", "b.jpg"])
        let reader = ShareFactsReader(share, sidecars: sidecars, files: FileFactsReader(width: 1))
        func facts(_ name: FilePath) async throws -> FileFacts? {
            try await reader.facts(of: reader.name(of: name, below: ScriptedShare.root.text))
        }
        let marked = try #require(try await facts("b.jpg"))
        #expect(
            marked.marks == PhotoMarks(stars: 5, isFavourite: true) && marked.size == PixelSize(width: 40, height: 30))
        #expect(marked.stamp?.sidecar != 0)
        // One without costs no request more.
        #expect(await share.reads.sorted() == ["b.jpg", "b.jpg.xmp"])
        #expect(try await facts("a.jpg")?.marks == PhotoMarks.none)
        #expect(await share.reads.count == 3)
        // A share that does not answer says nothing wrong.
        await share.silence("b.jpg.xmp")
        #expect(try await facts("b.jpg") == nil)
    }
}
