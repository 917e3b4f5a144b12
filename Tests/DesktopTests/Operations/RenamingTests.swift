// Renamings of several photos whose names are each other's.
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

struct RenamingTests {
    private let scratch = ScratchFolder()
    private var folder: String { scratch.path + "/photos" }

    init() { scratch.folder("photos") }

    private func operations(_ calls: FileSystemCalls = FileSystemCalls()) -> FileOperations {
        FileOperations(folder: scratch.path + "/state", trash: scratch.path + "/data/Trash", calls: calls)
    }

    private func write(_ names: [String]) {
        for name in names { scratch.write("photos/" + name, Array(name.utf8)) }
    }

    private func renaming(_ old: String, _ new: String) -> FileOperation.Renaming {
        .init(PhotoFiles(path: FilePath(folder + "/" + old)), to: FileName(new))
    }

    /// What each file holds: the name that it had.
    private var contents: [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map {
                (
                    $0,
                    FileManager.default.contents(atPath: folder + "/" + $0).map { String(decoding: $0, as: UTF8.self) }
                        ?? ""
                )
            })
    }

    @Test func photosChangeNamesWithAllTheirFiles() async {
        write(["IMG_1.jpg", "IMG_1.jpg.xmp", "IMG_2.jpg", "IMG_3.jpg", "IMG_3.xmp"])
        let before = contents, operations = operations()
        // All of them, in descending order, numbered anew.
        let outcome = await operations.perform(
            .rename([
                renaming("IMG_3.jpg", "IMG_1.jpg"), renaming("IMG_2.jpg", "IMG_2.jpg"),
                renaming("IMG_1.jpg", "IMG_3.jpg"),
            ]))
        #expect(outcome.done == 2 && outcome.failures.isEmpty)
        #expect(
            contents == [
                "IMG_1.jpg": "IMG_3.jpg", "IMG_1.xmp": "IMG_3.xmp", "IMG_2.jpg": "IMG_2.jpg", "IMG_3.jpg": "IMG_1.jpg",
                "IMG_3.jpg.xmp": "IMG_1.jpg.xmp",
            ])
        #expect(await operations.undo()?.failures.isEmpty == true)
        #expect(contents == before)
    }

    @Test func namesAreShiftedByOneInAnyOrderOfTheSelectionAndBack() async {
        let count = 2_000, names = (0..<count).map { "IMG_\($0).jpg" }
        write(names)
        let operations = operations()
        var renamings = (0..<count).map { renaming(names[$0], "IMG_\($0 + 1).jpg") }
        renamings = Array(renamings[(count / 3)...] + renamings[..<(count / 3)])
        let outcome = await operations.perform(.rename(renamings))
        #expect(outcome.done == count && outcome.failures.isEmpty)
        #expect(contents.count == count && contents["IMG_\(count).jpg"] == "IMG_\(count - 1).jpg")
        #expect(await operations.undo()?.failures.isEmpty == true)
        #expect(contents.count == count && contents.allSatisfy { $0 == $1 })
    }

    @Test func aPhotoThatStaysKeepsItsNameAndAllThatWaitForItStayToo() async {
        write(["a.jpg", "b.jpg", "c.jpg", "other.jpg", "free.jpg"])
        let outcome = await operations().perform(
            .rename([
                renaming("a.jpg", "b.jpg"), renaming("b.jpg", "c.jpg"), renaming("c.jpg", "other.jpg"),
                renaming("free.jpg", "d.jpg"),
            ]))
        #expect(outcome.done == 1)
        #expect(
            Set(outcome.failures)
                == Set(["b.jpg", "c.jpg", "other.jpg"].map { FileFailure(folder + "/" + $0, .nameIsTaken) }))
        #expect(
            contents == [
                "a.jpg": "a.jpg", "b.jpg": "b.jpg", "c.jpg": "c.jpg", "other.jpg": "other.jpg", "d.jpg": "free.jpg",
            ])
    }

    @Test func ofTwoPhotosThatAreToHaveOneNameTheFirstGetsIt() async {
        write(["a.jpg", "b.jpg"])
        let outcome = await operations().perform(.rename([renaming("a.jpg", "x.jpg"), renaming("b.jpg", "x.jpg")]))
        #expect(outcome.done == 1 && outcome.failures == [FileFailure(folder + "/x.jpg", .nameIsTaken)])
        #expect(contents == ["x.jpg": "a.jpg", "b.jpg": "b.jpg"])
    }

    @Test func aNameThatWasGivenToOnePhotoIsNotGivenToOneThatComesManyBatchesLater() async {
        scratch.folder("one")
        scratch.folder("other")
        let first = scratch.write("one/x.jpg", [1]), last = scratch.write("other/x.jpg", [2])
        let between = (0..<100).map { scratch.write("one/\($0).jpg", [0]) }
        let photos = ([first] + between + [last]).map { PhotoFiles(path: FilePath($0)) }
        // The second one must not replace the first one, which came there by the same operation.
        let outcome = await operations().perform(.move(photos, to: folder, .replace))
        #expect(outcome.done == 102)
        #expect(contents["x.jpg"] == "\u{1}" && contents["x (2).jpg"] == "\u{2}")
    }

    @Test func photosWhoseNamesDifferInCaseKeepEachOtherWhereCaseDoesNotCount() async {
        scratch.folder("one")
        let names = ["x.jpg"] + (0..<40).map { "\($0).jpg" } + ["X.JPG"]
        for name in names { scratch.write("one/" + name, Array(name.utf8)) }
        let photos = names.map { PhotoFiles(path: FilePath(scratch.path + "/one/" + $0)) }
        #expect(await operations(Self.blind).perform(.copy(photos, to: folder, .replace)).done == 42)
        #expect(contents["x.jpg"] == "x.jpg" && contents["X (2).JPG"] == "X.JPG")
        // Where case counts, they have their names.
        for name in contents.keys { unlink(folder + "/" + name) }
        #expect(await operations().perform(.copy(photos, to: folder, .replace)).done == 42)
        #expect(contents["x.jpg"] == "x.jpg" && contents["X.JPG"] == "X.JPG")
    }

    // MARK: File systems without case

    /// A file system that takes `a.jpg` and `A.JPG` for one.
    private static let blind = FileSystemCalls(entry: { path in
        let folder = FilePath.folder(of: path), name = FilePath.name(of: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if names.contains(name) { return path }
        return names.first { $0.lowercased() == name.lowercased() }.map { folder + "/" + $0 } ?? path
    })

    @Test func aChangeOfCaseIsMadeWhereCaseDoesNotCount() async {
        write(["IMG_1.JPG", "IMG_1.JPG.xmp", "IMG_2.JPG"])
        let before = contents, operations = operations(Self.blind)
        let outcome = await operations.perform(
            .rename([renaming("IMG_1.JPG", "img_1.JPG"), renaming("IMG_2.JPG", "img_2.jpg")]))
        #expect(outcome.done == 2 && outcome.failures.isEmpty)
        #expect(contents == ["img_1.JPG": "IMG_1.JPG", "img_1.JPG.xmp": "IMG_1.JPG.xmp", "img_2.jpg": "IMG_2.JPG"])
        #expect(await operations.undo()?.failures.isEmpty == true)
        #expect(contents == before)
    }

    @Test func namesAndCaseChangeTogetherWhereCaseDoesNotCount() async {
        write(["a.jpg", "b.jpg", "c.jpg"])
        let operations = operations(Self.blind)
        let outcome = await operations.perform(
            .rename([renaming("a.jpg", "B.jpg"), renaming("b.jpg", "A.jpg"), renaming("c.jpg", "D.jpg")]))
        #expect(outcome.done == 3 && outcome.failures.isEmpty)
        #expect(contents == ["B.jpg": "a.jpg", "A.jpg": "b.jpg", "D.jpg": "c.jpg"])
        #expect(await operations.undo()?.failures.isEmpty == true)
        #expect(contents == ["a.jpg": "a.jpg", "b.jpg": "b.jpg", "c.jpg": "c.jpg"])
    }

    @Test func anotherFileWhoseNameDiffersInCaseKeepsIt() async {
        write(["a.jpg", "b.jpg"])
        let outcome = await operations(Self.blind).perform(.rename([renaming("a.jpg", "B.JPG")]))
        #expect(outcome.failures == [FileFailure(folder + "/B.JPG", .nameIsTaken)])
        #expect(contents == ["a.jpg": "a.jpg", "b.jpg": "b.jpg"])
    }

    @Test func aSecondNameOfAFileIsAnotherFileWhereCaseCounts() async {
        write(["a.jpg"])
        link(folder + "/a.jpg", folder + "/A.jpg")
        let outcome = await operations().perform(.rename([renaming("a.jpg", "A.jpg")]))
        #expect(outcome.failures == [FileFailure(folder + "/A.jpg", .nameIsTaken)])
        #expect(contents.keys.sorted() == ["A.jpg", "a.jpg"])
    }

    // MARK: Failures in the middle

    @Test func aRoundOfNamesIsMadeAsAWholeWhateverCallFails() async {
        var number = 1, wasMet = true
        while wasMet {
            for way in CallFaults.Way.allCases {
                for name in contents.keys { unlink(folder + "/" + name) }
                write(["a.jpg", "a.xmp", "b.jpg", "c.jpg"])
                let faults = CallFaults(first: number, way: way, code: EIO)
                do {
                    _ = await operations(SwitchedFaults(faults).calls).perform(
                        .rename([renaming("a.jpg", "b.jpg"), renaming("b.jpg", "c.jpg"), renaming("c.jpg", "a.jpg")]))
                }
                await operations().recover()
                let old = ["a.jpg": "a.jpg", "a.xmp": "a.xmp", "b.jpg": "b.jpg", "c.jpg": "c.jpg"]
                let new = ["b.jpg": "a.jpg", "b.xmp": "a.xmp", "c.jpg": "b.jpg", "a.jpg": "c.jpg"]
                #expect(contents == old || contents == new, "call \(number), \(way): \(contents)")
                wasMet = faults.wasMet
            }
            number += 1
        }
        #expect(number > 15)
    }
}
