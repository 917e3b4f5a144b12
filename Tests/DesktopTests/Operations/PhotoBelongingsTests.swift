// What belongs to a photo goes with it in all operations.
import Fixtures
import Foundation
import Library
import Photos
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PhotoBelongingsTests {
    private let shelf = PhotoShelf()
    private var operations: FileOperations { shelf.operations() }

    /// A pair with all that programs keep for it, and files that are not its.
    private static let own = [
        "P.JPG", "P.CR2", "P.JPG.xmp", "P.CR2.xmp", "P.xmp", "P_01.CR2.xmp", "P.JPG.pp3", "P.on1", "P.wav", "P.THM",
        "P.AAE",
        "P.MOV", "P.JPG.supplemental-metadata.json",
    ]
    private static let others = ["P.txt", "P_01.png", "PQ.jpg", "PQ.xmp"]

    init() {
        for name in PhotoShelf.names { try? FileManager.default.removeItem(atPath: shelf.from + "/" + name) }
        for name in Self.own + Self.others { shelf.scratch.write("from/" + name, PhotoShelf.bytes(name)) }
    }

    /// The photo as a window's list has it, and as a path of a file manager.
    private var photos: [PhotoFiles] {
        [
            PhotoFiles(path: FilePath(shelf.from + "/P.JPG"), companions: ["P.CR2"]),
            PhotoFiles(path: FilePath(shelf.from + "/P.JPG")),
        ]
    }

    @Test(arguments: [0, 1])
    func allGoesToTheTrashAndComesBack(index: Int) async {
        let operations = operations
        let outcome = await operations.perform(.trash([photos[index]]))
        #expect(outcome.done == 1 && outcome.failures.isEmpty)
        #expect(shelf.names(shelf.from) == Self.others.sorted() && shelf.trashed == Self.own.sorted())
        _ = await operations.undo()
        #expect(shelf.names(shelf.from) == (Self.own + Self.others).sorted() && shelf.trashed.isEmpty)
    }

    @Test func allIsDeletedMovedCopiedAndRenamed() async {
        let operations = operations, photo = photos[1]
        _ = await operations.perform(.copy([photo], to: shelf.to, .keepBoth))
        #expect(
            shelf.names(shelf.to) == Self.own.sorted()
                && shelf.names(shelf.from).count == (Self.own + Self.others).count)
        let copy = PhotoFiles(path: FilePath(shelf.to + "/P.JPG"))
        _ = await operations.perform(.rename([.init(copy, to: "Q.jpeg")]))
        #expect(
            shelf.names(shelf.to)
                == [
                    "Q.jpeg", "Q.CR2", "Q.jpeg.xmp", "Q.CR2.xmp", "Q.xmp", "Q_01.CR2.xmp", "Q.jpeg.pp3", "Q.on1",
                    "Q.wav", "Q.THM",
                    "Q.AAE", "Q.MOV", "Q.jpeg.supplemental-metadata.json",
                ].sorted())
        let renamed = PhotoFiles(path: FilePath(shelf.to + "/Q.jpeg"))
        _ = await operations.perform(.delete([renamed]))
        #expect(shelf.names(shelf.to).isEmpty)
        _ = await operations.perform(.move([photo], to: shelf.to, .keepBoth))
        #expect(shelf.names(shelf.to) == Self.own.sorted() && shelf.names(shelf.from) == Self.others.sorted())
    }

    @Test func aReplacedPhotoTakesAllThatBelongsToItToTheTrash() async {
        for name in ["P.JPG", "P.DNG", "P.JPG.xmp", "P_03.JPG.xmp", "P.dop", "P.txt"] {
            shelf.scratch.write("to/" + name, PhotoShelf.bytes("old " + name))
        }
        _ = shelf.scratch.folder("from/new")
        shelf.scratch.write("from/new/P.JPG", PhotoShelf.bytes("new"))
        let operations = operations
        let photo = PhotoFiles(path: FilePath(shelf.from + "/new/P.JPG"))
        let outcome = await operations.perform(.move([photo], to: shelf.to, .replace))
        #expect(outcome.done == 1 && outcome.failures.isEmpty)
        #expect(shelf.names(shelf.to) == ["P.JPG", "P.txt"])
        #expect(shelf.trashed == ["P.JPG", "P.DNG", "P.JPG.xmp", "P_03.JPG.xmp", "P.dop"].sorted())
        _ = await operations.undo()
        #expect(shelf.names(shelf.to) == ["P.JPG", "P.DNG", "P.JPG.xmp", "P_03.JPG.xmp", "P.dop", "P.txt"].sorted())
        #expect(
            FileManager.default.contents(atPath: shelf.to + "/P.JPG").map(Array.init) == PhotoShelf.bytes("old P.JPG"))
        #expect(shelf.names(shelf.from + "/new") == ["P.JPG"])
    }

    /// As a file manager gives them: all files, in any order.
    @Test(arguments: [false, true])
    func aListOfAllFilesGoesOnceAndCountsPhotos(isReversed: Bool) async {
        let names = (Self.own + Self.others).sorted(), list = isReversed ? names.reversed() : names
        let photos = await PhotoFiles.grouped(list.map { PhotoFiles(path: FilePath(shelf.from + "/" + $0)) })
        let outcome = await operations.perform(.move(photos, to: shelf.to, .keepBoth))
        #expect(outcome.failures.isEmpty && shelf.names(shelf.from).isEmpty && shelf.names(shelf.to) == names)
        #expect(photos.filter(\.isPhoto).count == 3 && photos.count == 4)
    }

    @Test func eachFileIsDealtWithOnceInWhateverOrderPhotosAreGiven() async {
        let photos = ["P.MOV", "P.JPG.xmp", "P.JPG", "P.CR2", "P.JPG"].map {
            PhotoFiles(path: FilePath(shelf.from + "/" + $0))
        }
        let outcome = await operations.perform(.trash(photos))
        #expect(outcome.failures.isEmpty && shelf.names(shelf.from) == Self.others.sorted())
        #expect(shelf.trashed == Self.own.sorted())
    }

    @Test func aLongVideoOfThatNameIsNoLivePhotosAndStays() async throws {
        shelf.scratch.write("from/P.MOV.xmp", [1])
        let video = try #require(FileHandle(forWritingAtPath: shelf.from + "/P.MOV"))
        try video.truncate(atOffset: 33 << 20)
        _ = await operations.perform(.trash([photos[0]]))
        #expect(shelf.names(shelf.from) == (Self.others + ["P.MOV", "P.MOV.xmp"]).sorted())
    }

    @Test func theFilesOfPhotosForTheClipboardAreAllOfThem() async {
        let paths = await PhotoFiles.paths(of: photos)
        #expect(paths.map(\.name.text).sorted() == Self.own.sorted() && paths.first?.name == "P.JPG")
    }

    @Test func canonicallyEqualNamesKeepTheirOwnSidecars() async {
        let (composed, decomposed) = ("\u{E9}.jpg", "e\u{301}.jpg")
        for name in [composed, decomposed] {
            shelf.scratch.write("from/" + name, [1])
            shelf.scratch.write("from/" + name + ".xmp", [2])
        }
        _ = await operations.perform(.trash([PhotoFiles(path: FilePath(shelf.from + "/" + composed))]))
        let left = Set(shelf.names(shelf.from).map { FileName($0) })
        #expect(left.isSuperset(of: [FileName(decomposed), FileName(decomposed + ".xmp")]))
        #expect(!left.contains(FileName(composed)) && !left.contains(FileName(composed + ".xmp")))
    }
}
