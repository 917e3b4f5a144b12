// Acts on a real exFAT drive, as of a camera's card: no case in names, no links, no attributes, little room.
import CGLib
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import PhotoFormats
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(
    .enabled(if: ExFATDrive.isAvailable, "exFAT needs root, a loop device, exfat-fuse and exfatprogs"),
    .timeLimit(.minutes(5)))
struct ExFATDriveTests {
    private let shelf = PhotoShelf()
    private let drive: ExFATDrive

    init() throws { drive = try ExFATDrive() }

    private func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }

    @discardableResult
    private func write(_ name: String, _ bytes: [UInt8]) -> String {
        let path = drive.path + "/" + name
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    private func photo(_ name: String) -> PhotoFiles { PhotoFiles(path: FilePath(drive.path + "/" + name)) }

    // MARK: Marks and turns

    @Test(arguments: ["a.jpg.xmp", "A.JPG.XMP", "a.jpg.XMP", "a.xmp", "A.Xmp"])
    func starsGoIntoTheSidecarThatIsThereUnderItsName(sidecar: String) async throws {
        let photo = write("a.jpg", [1]), marking = PhotoMarking(store: MarkStore(path: nil))
        write(sidecar, Array(SidecarSamples.digiKam.utf8))
        for stars in [4, 2] {
            let outcome = await marking.set(.stars(stars), of: photo)
            #expect(outcome.place == .sidecar && outcome.marks.stars == stars)
            #expect(shelf.names(drive.path) == ["a.jpg", sidecar].sorted())
            let text = try #require(bytes(drive.path + "/" + sidecar))
            #expect(try SidecarDocument(text).marks.stars == stars)
        }
    }

    @Test func aFirstSidecarIsMadeAndTakenBack() async throws {
        let photo = write("a.jpg", [1]), marking = PhotoMarking(store: MarkStore(path: nil))
        let outcome = await marking.set(.stars(3), of: photo)
        #expect(outcome.place == .sidecar && shelf.names(drive.path) == ["a.jpg", "a.jpg.xmp"])
        #expect(await marking.edit(.title("Port"), of: photo).failure == nil)
        #expect(shelf.names(drive.path) == ["a.jpg", "a.jpg.xmp"])
    }

    @Test func aTurnThereAndBackLeavesTheFileAsItWas() throws {
        let file = TestPictures.oriented(Painting.quarters(64, 48).encoded("jpeg"), orientation: 1)
        let path = write("a.jpg", file), turner = PhotoTurner(store: MarkStore(path: nil))
        #expect(try turner.turn(path, by: 1).place == .file)
        #expect(PictureHeader(EncodedBytes(try #require(bytes(path)))).orientation == 6)
        #expect(try turner.turn(path, by: -1).place == .file)
        #expect(bytes(path) == file && shelf.names(drive.path) == ["a.jpg"])
    }

    // MARK: Files

    @Test func photosGoThereAndComeBackWithAllTheirFiles() async {
        let operations = shelf.operations()
        let moved = await operations.perform(.move(shelf.photos, to: drive.path, .skip))
        #expect(moved.done == 2 && moved.failures.isEmpty && moved.withheld.isEmpty)
        #expect(shelf.names(drive.path) == PhotoShelf.names.sorted() && shelf.names(shelf.from).isEmpty)
        for name in PhotoShelf.names { #expect(bytes(drive.path + "/" + name) == PhotoShelf.bytes(name)) }
        #expect(await operations.undo()?.done == 2)
        #expect(shelf.names(drive.path).isEmpty && shelf.names(shelf.from) == PhotoShelf.names.sorted())
        #expect(await operations.redo()?.done == 2)
        #expect(shelf.names(drive.path) == PhotoShelf.names.sorted() && shelf.litter.isEmpty)
    }

    @Test func namesThatDifferInCaseAloneKeepEachOther() async {
        for name in ["x.jpg", "X.JPG", "x.JPG"] { shelf.scratch.write("from/" + name, Array(name.utf8)) }
        let photos = ["x.jpg", "X.JPG", "x.JPG"].map { PhotoFiles(path: FilePath(shelf.from + "/" + $0)) }
        let operations = shelf.operations()
        #expect(await operations.perform(.move(photos, to: drive.path, .replace)).done == 3)
        #expect(shelf.names(drive.path).count == 3 && Set(shelf.names(shelf.from)) == Set(PhotoShelf.names))
        #expect(
            Set(shelf.names(drive.path).map { bytes(drive.path + "/" + $0) })
                == Set(photos.map { Array($0.path.name.text.utf8) }))
        #expect(await operations.undo()?.done == 3)
        for photo in photos { #expect(bytes(photo.path.text) == Array(photo.path.name.text.utf8)) }
    }

    @Test func whatBelongsToAPhotoInOtherCaseGoesWithIt() async {
        for name in ["a.jpg", "A.JPG.XMP", "b.jpg", "B.Xmp"] { write(name, Array(name.utf8)) }
        let operations = shelf.operations()
        let renamed = await operations.perform(.rename([.init(photo("a.jpg"), to: "c.jpg")]))
        #expect(renamed.done == 1 && shelf.names(drive.path) == ["B.Xmp", "b.jpg", "c.jpg", "c.jpg.XMP"])
        let moved = await operations.perform(.move([photo("b.jpg")], to: shelf.to, .skip))
        #expect(moved.done == 1 && shelf.names(shelf.to) == ["B.Xmp", "b.jpg"])
        for _ in 0..<2 { #expect(await operations.undo()?.done == 1) }
        #expect(shelf.names(drive.path) == ["A.JPG.XMP", "B.Xmp", "a.jpg", "b.jpg"])
    }

    @Test func aPhotoOfThatNameInOtherCaseIsNotReplacedUnasked() async {
        write("A.JPG", [9])
        let operations = shelf.operations()
        let skipped = await operations.perform(.copy([shelf.photos[0]], to: drive.path, .skip))
        #expect(skipped.done == 0 && skipped.skipped == 1 && bytes(drive.path + "/A.JPG") == [9])
        let both = await operations.perform(.copy([shelf.photos[0]], to: drive.path, .keepBoth))
        #expect(both.done == 1 && bytes(drive.path + "/A.JPG") == [9])
        #expect(bytes(drive.path + "/a (2).jpg") == PhotoShelf.bytes("a.jpg"))
    }

    @Test func aChangeOfCaseAndASwapOfNamesAreMadeAndTakenBack() async {
        for name in ["p1.jpg", "p1.jpg.xmp", "p2.jpg"] { write(name, Array(name.utf8)) }
        let operations = shelf.operations()
        let cased = await operations.perform(.rename([.init(photo("p1.jpg"), to: "P1.jpg")]))
        #expect(cased.done == 1 && shelf.names(drive.path) == ["P1.jpg", "P1.jpg.xmp", "p2.jpg"])
        #expect(await operations.undo()?.done == 1)
        #expect(shelf.names(drive.path) == ["p1.jpg", "p1.jpg.xmp", "p2.jpg"])
        let swapped = await operations.perform(
            .rename([.init(photo("p1.jpg"), to: "P2.jpg"), .init(photo("p2.jpg"), to: "P1.jpg")]))
        #expect(swapped.done == 2 && shelf.names(drive.path) == ["P1.jpg", "P2.jpg", "P2.jpg.xmp"])
        #expect(bytes(drive.path + "/P2.jpg.xmp") == Array("p1.jpg.xmp".utf8))
        #expect(await operations.undo()?.done == 2)
        #expect(shelf.names(drive.path) == ["p1.jpg", "p1.jpg.xmp", "p2.jpg"])
        #expect(bytes(drive.path + "/p1.jpg") == Array("p1.jpg".utf8))
    }

    @Test func aNameThatTheDriveRefusesIsSaidAndAnotherOneOffered() async throws {
        let named = shelf.scratch.write("from/10:30.jpg", [1]), operations = shelf.operations()
        let moving = FileOperation.move([PhotoFiles(path: FilePath(named))], to: drive.path, .skip)
        let outcome = await operations.perform(moving)
        #expect(outcome.done == 0 && bytes(named) == [1] && shelf.names(drive.path).isEmpty)
        #expect(
            outcome.withheld.map(\.failure.reason) == [.nameNotAllowed(character: ":", instead: "10_30.jpg")])
        #expect(await operations.perform(try #require(outcome.operation(moving, with: .otherNames))).done == 1)
        #expect(shelf.names(drive.path) == ["10_30.jpg"])
    }

    @Test func aPhotoWithAttributesWaitsForTheUser() async throws {
        let path = shelf.from + "/b.jpg"
        try #require(FileAttributes.set(path, "user.tag", "x", 1, 0) == 0)
        let operations = shelf.operations()
        let outcome = await operations.perform(.move([shelf.photos[1]], to: drive.path, .skip))
        #expect(outcome.done == 0 && outcome.withheld.map(\.consent) == [.lostAttributes])
        #expect(bytes(path) == PhotoShelf.bytes("b.jpg") && shelf.names(drive.path).isEmpty)
    }

    @Test func whatDoesNotFitStaysWhereItIs() async throws {
        let small = try ExFATDrive(megabytes: 8)
        let big = shelf.scratch.write("from/big.jpg", [UInt8](repeating: 7, count: 16 << 20))
        let operations = shelf.operations()
        let photos = [PhotoFiles(path: FilePath(big)), shelf.photos[0]]
        let outcome = await operations.perform(.move(photos, to: small.path, .skip))
        #expect(outcome.done == 1 && outcome.failures.count == 1)
        #expect(bytes(big)?.count == 16 << 20)
        #expect(shelf.names(small.path) == ["a.cr2", "a.jpg", "a.jpg.xmp"])
        #expect(await operations.undo()?.done == 1)
        #expect(shelf.names(small.path).isEmpty && shelf.places(of: "a") == 1)
    }

    @Test func thePhotosOfADriveComeBackFromItsTrash() async {
        for name in PhotoShelf.names { write(name, PhotoShelf.bytes(name)) }
        let photos = [
            PhotoFiles(path: FilePath(drive.path + "/a.jpg"), companions: ["a.cr2"]), photo("b.jpg"),
        ]
        let operations = shelf.operations()
        let outcome = await operations.perform(.trash(photos))
        #expect(outcome.done == 2 && outcome.failures.isEmpty)
        #expect(shelf.names(drive.path).allSatisfy { $0.hasPrefix(".Trash") } && shelf.trashed.isEmpty)
        #expect(await operations.undo()?.done == 2)
        #expect(shelf.names(drive.path).filter { !$0.hasPrefix(".Trash") } == PhotoShelf.names.sorted())
        for name in PhotoShelf.names { #expect(bytes(drive.path + "/" + name) == PhotoShelf.bytes(name)) }
    }
}
