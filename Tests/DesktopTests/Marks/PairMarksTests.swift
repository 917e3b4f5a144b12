// Marks of photos of several files: the newest statement counts, and none is left that contradicts it.
import CGLib
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PairMarksTests {
    private let scratch = ScratchFolder()
    private let store = MarkStore(path: nil)

    private func marks(_ name: String) async throws -> PhotoMarks? {
        try await FileFactsReader { [store] in store.stated(of: $0, $1) }.facts(of: scratch.path + "/" + name)?.marks
    }

    private func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: scratch.path)) ?? []).sorted()
    }

    /// Writes a sidecar with stars that was changed so many seconds after a day of the past.
    private func state(_ stars: Int, in name: String, at seconds: Int) {
        let path = scratch.write(
            name,
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(stars)"/>
                </rdf:RDF></x:xmpmeta>
                """.utf8))
        let time = timespec(tv_sec: 1_600_000_000 + seconds, tv_nsec: 0)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }

    private func stars(in name: String) throws -> Int? {
        try SidecarDocument(Array(FileManager.default.contents(atPath: scratch.path + "/" + name) ?? Data())).marks
            .stars
    }

    private func set(_ stars: Int, of name: String) async -> PhotoMarking.Outcome {
        await PhotoMarking(store: store).set(.stars(stars), of: scratch.path + "/" + name)
    }

    @Test(arguments: ["X.CR2.xmp", "X.JPG.xmp", "X.xmp", "X.XMP", "X.CR2.Xmp"])
    func theSidecarThatThereIsCountsForThePairAndIsTheOneThatIsWritten(name: String) async throws {
        scratch.write("X.JPG", [1])
        scratch.write("X.CR2", [2])
        state(5, in: name, at: 0)
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 5))
        #expect(await set(2, of: "X.JPG").marks == PhotoMarks(stars: 2))
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 2))
        #expect(names() == ["X.CR2", "X.JPG", name].sorted())
    }

    @Test func theStarsOfARawFileStayWhenAPictureAppearsBesideIt() async throws {
        scratch.write("X.NEF", [1])
        #expect(await set(4, of: "X.NEF").place == .sidecar)
        scratch.write("X.JPG", [2])
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 4))
        _ = await set(2, of: "X.JPG")
        #expect(try stars(in: "X.NEF.xmp") == 2 && names() == ["X.JPG", "X.NEF", "X.NEF.xmp"])
    }

    @Test func theNewestOfSeveralCountsAndAllThatStateStarsAreChanged() async throws {
        scratch.write("X.JPG", [1])
        scratch.write("X.CR2", [2])
        state(3, in: "X.JPG.xmp", at: 1)
        state(5, in: "X.CR2.xmp", at: 2)
        state(1, in: "X.xmp", at: 0)
        scratch.write("X_01.CR2.xmp", Array("another version".utf8))
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 5))
        let outcome = await set(2, of: "X.JPG")
        #expect(try ["X.JPG.xmp", "X.CR2.xmp", "X.xmp"].map(stars) == [2, 2, 2])
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 2) && names().count == 6)

        // Taken back, each says what it said, and then forward again; also after a restart.
        let change = try #require(outcome.change)
        let marking = PhotoMarking(store: store)
        let forward = try await marking.takeBack(try #require(KeptChange(change.text)))
        #expect(try ["X.JPG.xmp", "X.CR2.xmp", "X.xmp"].map(stars) == [3, 5, 1])
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 5))
        _ = try await marking.takeBack(try #require(KeptChange(forward.text)))
        #expect(try ["X.JPG.xmp", "X.CR2.xmp", "X.xmp"].map(stars) == [2, 2, 2])
    }

    @Test func ofEquallyNewOnesTheWholeNameOfTheShownFileCounts() async throws {
        scratch.write("X.JPG", [1])
        scratch.write("X.CR2", [2])
        for (stars, name) in [(1, "X.xmp"), (2, "X.CR2.xmp"), (3, "X.JPG.xmp")] {
            state(stars, in: name, at: 0)
            #expect(try await marks("X.JPG") == PhotoMarks(stars: stars))
        }
    }

    @Test func whatIsKeptOfTheRawFileIsThePairsAndIsForgottenWithANewMark() async throws {
        let raw = scratch.write("X.CR2", [2])
        scratch.write("X.JPG", [1])
        _ = try store.keep(.stars(4), of: raw, FileStamp(try #require(FilePath.status(of: raw))))
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 4))
        #expect(await set(1, of: "X.JPG").place == .sidecar)
        #expect(try await marks("X.JPG") == PhotoMarks(stars: 1) && names() == ["X.CR2", "X.JPG", "X.JPG.xmp"])
    }

    @Test func aLiveVideoOrAVoiceMemoDoesNotHideTheStars() async throws {
        for name in ["X.HEIC", "X.MOV", "X.wav", "X.AAE", "X.pp3"] { scratch.write(name, [1]) }
        state(3, in: "X.xmp", at: 0)
        let belongings = Belongings(of: names().map { FileName($0) }, isPhoto: ListedFormats.isPhoto)
        // Where nothing installed shows HEIC, the video is the photo.
        let photo = ListedFormats.isPhoto("X.HEIC") ? "X.HEIC" : "X.MOV"
        #expect(belongings.sidecars(of: [FileName(photo)]) == ["X.xmp"])
        #expect(try await marks(photo) == PhotoMarks(stars: 3))
    }

    @Test func aLargeFolderIsNotReadForEachMark() async throws {
        for number in 0..<2_500 { scratch.write("\(number).jpg", [1]) }
        let finder = SidecarFinder()
        for number in 0..<200 {
            let path = scratch.path + "/\(number).jpg"
            #expect(finder.files(of: path).sidecars.isEmpty)
            scratch.write("\(number).jpg.xmp", [1])
            #expect(finder.files(of: path).sidecars == [FilePath(path + ".xmp")])
        }
        // Once for the names, and after a while again; a machine that is as slow as it may be reads more often.
        #expect(finder.readings < 100)
    }

    /// A folder that had another time already cannot have changed where times tell; elsewhere the usual names are
    /// looked for.
    @Test(arguments: [true, false])
    func newSidecarsAreLookedForOneByOneWhereTheFoldersTimeSaysNothing(tellsChanges: Bool) {
        let photo = scratch.write("a.jpg", [1])
        func setFolderBack() {
            var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, scratch.path, &times, 0) == 0)
        }
        setFolderBack()
        let finder = SidecarFinder { _ in tellsChanges }
        #expect(finder.files(of: photo).sidecars.isEmpty)
        let sidecar = scratch.write("a.jpg.xmp", [1])
        setFolderBack()
        #expect(finder.files(of: photo).sidecars == (tellsChanges ? [] : [FilePath(sidecar)]))
        #expect(finder.readings == 1)
    }

    @Test func theTimesOfFoldersTellOfNewNamesOnTheDisksOfThisSystem() {
        #expect(FolderTimes.tellChanges(FilePath("/dev/shm")) == FileManager.default.fileExists(atPath: "/dev/shm"))
        #expect(!FolderTimes.tellChanges(FilePath("/proc")) && !FolderTimes.tellChanges(FilePath("/nothing/here")))
    }
}
