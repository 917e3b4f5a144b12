// Photos whose names are the same to Swift and other bytes: found, ordered, grouped, renamed and indexed by their
// bytes.
import Photos
import Testing

@testable import Library

struct AlikeNamesTests {
    private static let composed = "\u{E9}", decomposed = "e\u{301}"

    private func store(_ names: [String]) -> PhotoStore {
        var store = PhotoStore()
        store.append(PackedPage(names.map { Photo(id: PhotoID($0), title: FilePath.name(of: $0)) }))
        return store
    }

    @Test func aSlotIsFoundByTheBytesOfAName() {
        let store = store([Self.composed, Self.decomposed]), reader = PhotoReader()
        var index = SlotIndex(store)
        func slot(_ name: String) -> UInt32? { index.slot(of: PhotoID(name)) { reader.photo($0, of: store).id } }
        #expect(slot(Self.composed) == 0 && slot(Self.decomposed) == 1)
        index.remove(PhotoID(Self.composed)) { reader.photo($0, of: store).id }
        #expect(slot(Self.composed) == nil && slot(Self.decomposed) == 1)
    }

    @Test func alikeFoldersAreGroupsOfTheirOwn() throws {
        let store = store(["\(Self.decomposed)/1", "\(Self.composed)/2", "\(Self.decomposed)/3"])
        let query = Query(grouping: .folder)
        let groups = try #require(
            Groups(store, by: query, clock: UTCClock(), collation: SameForAll()) { true })
        let order: ContiguousArray<UInt32> = [0, 2, 1]
        let sections = groups.sections(of: order)
        #expect(sections.map(\.key) == [.folder(FilePath(Self.decomposed)), .folder(FilePath(Self.composed))])
        #expect(sections.map(\.count) == [2, 1])
        #expect(Set(sections.map(\.key)).count == 2)
        #expect(groups.sortKey(of: 0) < groups.sortKey(of: 1), "by bytes where the collation takes them for equal")
    }

    /// A collation that takes all names for equal.
    private struct SameForAll: NameCollation {
        func key(for name: String) -> ContiguousArray<UInt8> { [1] }
    }

    @Test func whatWasReadOfOneIsForgottenAndRenamedWithoutTheOther() {
        var batch = IndexBatch()
        let collection = PhotoRef.Collection.next()
        func reading(_ name: String) -> IndexBatch.Reading {
            let stamp = FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1)
            let file = CataloguedFile(path: FilePath(name), stamp: stamp, facts: FileFacts(byteCount: 1), taken: nil)
            return IndexBatch.Reading(file: file, collection: collection, slot: 0)
        }
        for name in [Self.composed, Self.decomposed] { batch.keep(reading(name), below: "/") }
        batch.rename([(before: Self.composed, after: "x")], below: "/")
        #expect(batch.files["/"]?.map(\.file.path) == ["x", FilePath(Self.decomposed)])
        batch.forget([Self.composed], below: "/")
        #expect(batch.files["/"]?.count == 2)
        batch.forget([Self.decomposed], below: "/")
        #expect(batch.files["/"]?.map(\.file.path) == ["x"])
        batch.keep(reading("y"), below: "/" + Self.composed)
        batch.keep(reading("y"), below: "/" + Self.decomposed)
        #expect(batch.files.count == 3)
    }

    @Test func aPairIsOneOfTheSameBytes() {
        let photos = RawPairs.photos(of: ["\u{E9}.jpg", "e\u{301}.cr2", "e\u{301}.jpg"])
        #expect(photos.map(\.companions.count) == [0, 1])
    }
}
