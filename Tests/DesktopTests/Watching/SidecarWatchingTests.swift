// Sidecars that other programs write beside shown photos: the photo is the same, and its marks are looked up again.
import Fixtures
import Glibc
import Photos
import Testing

@testable import Codecs
@testable import Desktop
@testable import Library

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SidecarWatchingTests {
    /// Reads changes of a folder until one tells that photos have changed.
    private func changed(_ changes: SourceChanges.AsyncIterator) async throws -> [ListedPhoto] {
        while let change = try await changes.next() {
            if case .changed(let photos) = change { return photos }
        }
        return []
    }

    @Test func aSidecarThatComesChangesAndGoesIsToldOfWithTheSamePicture() async throws {
        let scratch = ScratchFolder()
        let root = scratch.folder("root")
        let path = scratch.write("root/a.jpg", [1])
        _ = scratch.write("root/b.jpg", [1])
        let source = FolderSource(absolute: FilePath(root), timing: FollowedFolder.quick)
        let changes = source.changes().makeAsyncIterator()
        guard case .added(let page, isLast: true) = try await changes.next() else {
            Issue.record("no page")
            return
        }
        let listed = try #require(page.photos.first)
        #expect(page.stamps.map { $0?.sidecar } == [0, 0])

        let marking = PhotoMarking(store: MarkStore(path: nil))
        #expect(await marking.set(.stars(3), of: path).place == .sidecar)
        let come = try await changed(changes)
        #expect(come.map(\.photo) == [listed] && come.first?.stamp?.sidecar != 0)
        #expect(await marking.set(.stars(4), of: path).place == .sidecar)
        let other = try await changed(changes)
        #expect(other.map(\.photo) == [listed] && other.first?.stamp?.sidecar != come.first?.stamp?.sidecar)
        #expect(FilePath.withC(path + ".xmp", { unlink($0) }) == 0)
        let gone = try await changed(changes)
        #expect(gone.map(\.photo) == [listed] && gone.first?.stamp?.sidecar == 0)
    }

    @Test func aFolderIsListedWithItsSidecars() async throws {
        let scratch = ScratchFolder()
        for name in ["a.jpg", "a.jpg.xmp", "b.jpg", "b.xmp", "c.jpg", "d.jpg", "d.CR2", "d.CR2.xmp", "d.xmp"] {
            _ = scratch.write(name, [1])
        }
        let source = FolderSource(absolute: FilePath(scratch.path), makeQueue: { nil })
        guard case .added(let page, _) = try await source.changes().makeAsyncIterator().next() else {
            Issue.record("no page")
            return
        }
        #expect(page.stamps.map { ($0?.sidecar ?? 0) != 0 } == [true, true, false, true])
        #expect(page.stamps == ContiguousArray(await source.look(for: page.photos.map(\.id)).map(\.stamp)))
    }

    @Test func theSidecarOfARawFileIsThatOfThePair() async throws {
        let scratch = ScratchFolder()
        let root = scratch.folder("root")
        for name in ["a.jpg", "a.CR2", "b.jpg"] { _ = scratch.write("root/" + name, [1]) }
        let source = FolderSource(absolute: FilePath(root), timing: FollowedFolder.quick)
        let changes = source.changes().makeAsyncIterator()
        guard case .added(let page, isLast: true) = try await changes.next() else {
            Issue.record("no page")
            return
        }
        #expect(page.stamps.map { $0?.sidecar } == [0, 0])
        _ = scratch.write("root/a.CR2.xmp", [1])
        let come = try await changed(changes)
        #expect(come.map(\.photo.id.text) == ["a.jpg"] && come.first?.stamp?.sidecar != 0)
        let read = try await FileFactsReader().facts(of: root + "/a.jpg")
        #expect(read?.stamp?.sidecar == come.first?.stamp?.sidecar)
    }
}
