// Photos that go to drives which do not take them as they are.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

struct OtherDrivesTests {
    private let shelf = PhotoShelf()

    /// A drive that refuses colons, question marks and a blank at the end of names in `to`, by an error.
    private func refusing(_ code: Int32) -> FileSystemCalls {
        let to = shelf.to + "/"
        @Sendable func check(_ path: String) throws(SystemFailure) {
            guard path.hasPrefix(to) else { return }
            let name = path.dropFirst(to.count)
            if name.contains(":") || name.contains("?") || name.hasSuffix(" ") { throw SystemFailure(code) }
        }
        return FileSystemCalls { call throws(SystemFailure) in
            switch call {
            // exfat-fuse finds no such file, others refuse to look.
            case .status(let path): if code != ENOENT { try check(path) }
            case .open(let path), .makeFolder(let path): try check(path)
            case .rename(_, let path): try check(path)
            default: return
            }
        }
    }

    private func photo(_ name: String) -> PhotoFiles {
        PhotoFiles(path: FilePath(shelf.scratch.write("from/" + name, Array(name.utf8))))
    }

    @Test(arguments: [ENOENT, EINVAL, EILSEQ])
    func aNameThatADriveRefusesIsSaidAndAnotherOneOffered(code: Int32) async throws {
        let photos = [photo("a:b?.jpg"), photo("fine.jpg"), photo("end ")]
        shelf.scratch.write("from/a:b?.jpg.xmp", [1])
        let operations = shelf.operations(calls: refusing(code))
        let moving = FileOperation.move(photos, to: shelf.to, .skip)
        let outcome = await operations.perform(moving)
        #expect(outcome.done == 1 && outcome.failures.isEmpty)
        #expect(outcome.withheld.map(\.photo) == [photos[0], photos[2]])
        #expect(
            outcome.withheld.map(\.failure.reason) == [
                .nameNotAllowed(character: ":", instead: "a_b_.jpg"), .nameNotAllowed(character: " ", instead: "end_"),
            ])
        #expect(outcome.withheld.first?.failure.path == shelf.to + "/a:b?.jpg")
        #expect(shelf.names(shelf.to) == ["fine.jpg"])
        let again = await operations.perform(try #require(outcome.operation(moving, with: .otherNames)))
        #expect(again.done == 2 && again.withheld.isEmpty)
        #expect(shelf.names(shelf.to) == ["a_b_.jpg", "a_b_.jpg.xmp", "end_", "fine.jpg"])
        _ = await operations.undo()
        #expect(shelf.names(shelf.to) == ["fine.jpg"] && shelf.names(shelf.from).contains("a:b?.jpg.xmp"))
    }

    @Test func anotherNameThatIsInUseIsNotTaken() async throws {
        let photos = [photo("a:b.jpg"), photo("a?b.jpg")]
        shelf.scratch.write("to/a_b.jpg", [7])
        let copying = FileOperation.copy(photos, to: shelf.to, ClashAnswers.skip.allowing(.otherNames))
        let outcome = await shelf.operations(calls: refusing(EINVAL)).perform(copying)
        #expect(outcome.done == 0 && outcome.skipped == 2 && shelf.names(shelf.to) == ["a_b.jpg"])
        let both = FileOperation.copy(photos, to: shelf.to, ClashAnswers.keepBoth.allowing(.otherNames))
        #expect(await shelf.operations(calls: refusing(EINVAL)).perform(both).done == 2)
        #expect(shelf.names(shelf.to) == ["a_b (2).jpg", "a_b (3).jpg", "a_b.jpg"])
    }

    @Test func aNewNameAndANewFolderThatTheDriveRefusesAreSaid() async {
        let operations = shelf.operations(calls: refusing(ENOENT))
        let path = shelf.scratch.write("to/x.jpg", [1])
        let renamed = await operations.perform(.rename([.init(PhotoFiles(path: FilePath(path)), to: "x:y.jpg")]))
        #expect(
            renamed.failures == [
                FileFailure(shelf.to + "/x:y.jpg", .nameNotAllowed(character: ":", instead: "x_y.jpg"))
            ])
        let made = await operations.perform(.makeFolder(shelf.to + "/a?"))
        #expect(made.failures.map(\.reason) == [.nameNotAllowed(character: "?", instead: "a_")])
        #expect(shelf.names(shelf.to) == ["x.jpg"])
    }

    @Test func whatIsMissingIsToldFromANameThatIsRefused() async {
        let operations = shelf.operations(calls: refusing(ENOENT))
        let gone = PhotoFiles(path: FilePath(shelf.from + "/gone.jpg"))
        #expect(
            await operations.perform(.copy([gone], to: shelf.to, .skip)).failures
                == [FileFailure(shelf.from + "/gone.jpg", .missing)])
        let away = await operations.perform(.copy([photo("z:.jpg")], to: shelf.to + "/away", .skip))
        #expect(away.failures.map(\.reason) == [.missing] && away.withheld.isEmpty)
    }

    // MARK: Attributes

    /// Two drives, of which the second keeps no attributes.
    private var plain: FileSystemCalls {
        return FileSystemCalls { call throws(SystemFailure) in
            switch call {
            case .attributes: throw SystemFailure(ENOTSUP)
            case .rename(let from, let to):
                let folders = [from, to].map { $0.split(separator: "/").dropLast().last ?? "" }
                if folders[0] != folders[1], !folders.contains("files") { throw SystemFailure(EXDEV) }
            default: return
            }
        }
    }

    @Test func aPhotoWhoseAttributesWouldBeLostStaysUntilTheUserAgrees() async throws {
        let operations = shelf.operations(calls: plain)
        let moving = FileOperation.move([shelf.photos[1]], to: shelf.to, .skip)
        let outcome = await operations.perform(moving)
        #expect(outcome.done == 0 && outcome.failures.isEmpty && outcome.withheld.map(\.consent) == [.lostAttributes])
        #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted() && shelf.names(shelf.to).isEmpty)
        let again = await operations.perform(try #require(outcome.operation(moving, with: .lostAttributes)))
        #expect(again.done == 1 && shelf.names(shelf.to) == ["b.jpg", "b.xmp"])
        // A copy leaves the original, with all that it has.
        #expect(await operations.perform(.copy([shelf.photos[0]], to: shelf.to, .skip)).done == 1)
    }

    @Test func attributesOfAnySizeGoWithAPhotoToAnotherDrive() async throws {
        let path = shelf.from + "/b.jpg", value = [UInt8](repeating: 7, count: 500)
        let names = (0..<3).map { "user.tag\($0)" }
        for name in names { try #require(FileAttributes.set(path, name, value, value.count, 0) == 0) }
        let faults = CallFaults(first: .max, way: .once, code: 0, isApart: true)
        let outcome = await shelf.operations(calls: SwitchedFaults(faults).calls).perform(
            .move([shelf.photos[1]], to: shelf.to, .skip))
        #expect(outcome.done == 1 && outcome.withheld.isEmpty)
        for name in names { #expect(FileAttributes.size(shelf.to + "/b.jpg", name, nil, 0) == value.count) }
    }
}
