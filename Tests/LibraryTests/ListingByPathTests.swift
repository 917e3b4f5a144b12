// The order of a collection whose source is listed by path, as photos come, go and get other names.
import Photos
import Testing

@testable import Library

/// A source that is listed by path, and what it tells of after its listing.
private struct FolderDouble: PhotoSource {
    let identity = SourceID("by path")
    let title = "By path"
    let stream: AsyncStream<SourceChange>
    let tell: AsyncStream<SourceChange>.Continuation

    init() { (stream, tell) = AsyncStream.makeStream() }

    var isListedByPath: Bool { true }
    func changes() -> SourceChanges { SourceChanges(stream) }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// The places of photos that come to a folder after its listing.
struct ListingByPathTests {
    /// - Parameter lengths: of the files; 0 for others.
    private func listed(_ paths: some Sequence<String>, _ lengths: [String: Int64] = [:]) -> [ListedPhoto] {
        paths.map { path in
            let bytes = lengths[path] ?? 0
            return ListedPhoto(
                Photo(id: PhotoID(path), title: FilePath.name(of: path)),
                stamp: FileStamp(device: 1, inode: 1, byteCount: bytes, modified: bytes))
        }
    }

    private func paths(_ snapshot: CollectionSnapshot) -> [String] {
        let reader = PhotoReader()
        return (0..<snapshot.count).map { reader.photo(snapshot.ref(at: $0).slot, of: snapshot.store).id.text }
    }

    /// As a walk of a disk lists: the files of a folder, then its subfolders.
    private func walked(_ paths: some Sequence<String>) -> [String] {
        func isBefore(_ a: ArraySlice<Substring>, _ b: ArraySlice<Substring>) -> Bool {
            guard (a.count == 1) == (b.count == 1) else { return a.count == 1 }
            let (one, other) = (a[a.startIndex], b[b.startIndex])
            guard one == other else {
                let (lower, otherLower) = (one.lowercased(), other.lowercased())
                return lower == otherLower ? one < other : lower < otherLower
            }
            return isBefore(a.dropFirst(), b.dropFirst())
        }
        return paths.map { $0.split(separator: "/")[...] }.sorted(by: isBefore).map { $0.joined(separator: "/") }
    }

    /// A collection that has read `paths`, in the order of a walk.
    private func collection(
        _ paths: some Sequence<String>, by query: Query = .init(), _ lengths: [String: Int64] = [:]
    ) async throws -> (PhotoCollection, FolderDouble) {
        let source = FolderDouble()
        let collection = PhotoCollection(source, by: query, collation: LowercaseCollation())
        source.tell.yield(.added(PackedPage(listed: listed(walked(paths), lengths)), isLast: true))
        _ = try await collection.readChange()
        return (collection, source)
    }

    @Test func aNewFileComesWhereANewListingWouldHaveIt() async throws {
        let (collection, source) = try await collection(["b", "d", "B/a", "B/c/x"])
        source.tell.yield(.added(PackedPage(listed: listed(["z", "c", "b/y", "B/c/w", "B/b", "a"])), isLast: true))
        _ = try await collection.readChange()
        let updates = collection.takeUpdates()
        #expect(paths(updates[1].snapshot) == ["a", "b", "c", "d", "z", "B/a", "B/b", "B/c/w", "B/c/x", "b/y"])
        // One that is renamed goes with its name, and keeps its slot.
        let ref = await collection.ref(of: PhotoID("B/a"))
        source.tell.yield(.renamed([.init(PhotoID("B/a"), to: listed(["cc"])[0])]))
        _ = try await collection.readChange()
        let last = try #require(collection.takeUpdates().last)
        #expect(paths(last.snapshot) == ["a", "b", "c", "cc", "d", "z", "B/b", "B/c/w", "B/c/x", "b/y"])
        #expect(ref.flatMap(last.snapshot.position) == 3)
    }

    @Test func aListingThatOnlyLosesPhotosTakesABitAPhoto() async throws {
        let (collection, source) = try await collection((0..<20_000).map { "p\($0)" })
        source.tell.yield(.removed([PhotoID("p3")]))
        _ = try await collection.readChange()
        let last = try #require(collection.takeUpdates().last)
        #expect(last.snapshot.count == 19_999)
        #expect(last.snapshot.arrangement.byteCount < 20_000 / 4)
    }

    @Test(arguments: Query.Order.allCases)
    func everyOrderIsThatOfANewListingAfterAnyChanges(order: Query.Order) async throws {
        for seed in 0..<UInt64(6) {
            var made = ModelPhotos(seed: seed)
            let query = Query(
                order: order, isDescending: seed % 2 == 1, grouping: made.pick([.none, .none, .folder]))
            let names = ["x", "X", "x1", "b", "B", "y"]
            func path() -> String {
                made.pick(["", "A/", "a/", "a/b/", "A/x/", "q/"]) + made.pick(names) + "\(made.pick(9))"
            }
            var live: [String: Int64] = [:]
            for _ in 0..<made.pick([0, 30, 150]) { live[path()] = Int64(made.pick(3)) }
            let (collection, source) = try await collection(live.keys, by: query, live)
            for _ in 0..<20 {
                switch made.pick(4) {
                case 0:
                    let gone = live.keys.sorted().prefix(made.pick(3))
                    for name in gone { live[name] = nil }
                    source.tell.yield(.removed(gone.map { PhotoID($0) }))
                case 1:
                    guard let before = live.keys.max(), case let after = path(), live[after] == nil else { continue }
                    live[after] = live.removeValue(forKey: before)
                    source.tell.yield(.renamed([.init(PhotoID(before), to: listed([after], live)[0])]))
                default:
                    let come = Set((0..<made.pick([1, 2, 40])).map { _ in path() }).subtracting(live.keys)
                    for name in come { live[name] = Int64(made.pick(3)) }
                    source.tell.yield(.added(PackedPage(listed: listed(come, live)), isLast: true))
                }
                _ = try await collection.readChange()
                if made.pick(7) == 0 {
                    await collection.arrange(by: Query(order: made.pick(Query.Order.allCases)))
                    await collection.arrange(by: query)
                }
                guard let now = collection.takeUpdates().last?.snapshot else { continue }
                let (fresh, _) = try await self.collection(live.keys, by: query, live)
                #expect(try paths(now) == paths(#require(fresh.takeUpdates().last?.snapshot)), "\(query) \(seed)")
            }
        }
    }
}
