import Photos
import Testing

@testable import Library

/// A long list of photos in little memory.
struct PhotoStoreTests {
    private func store(_ photos: [Photo]) -> PhotoStore {
        var store = PhotoStore()
        store.append(PackedPage(photos))
        return store
    }

    private let reader = PhotoReader()

    private func photos(_ store: PhotoStore) -> [Photo] {
        (0..<UInt32(store.slotCount)).map { reader.photo($0, of: store) }
    }

    private func file(_ id: String, version: String = "01234567") -> Photo {
        Photo(id: PhotoID(id), title: id.split(separator: "/").last.map(String.init) ?? id, version: version)
    }

    @Test func photosComeOutAsTheyWentIn() {
        var photos: [Photo] = []
        let names = [
            "a", "IMG_0009.JPG", "IMG_0010.JPG", "IMG_0099.JPG", "IMG_0100.JPG", "IMG_9999.JPG", "IMG_10000.JPG", "99",
            "100",
            "roll/9", "roll/10", "ä é/日本 7.png", "ä é/日本 8.png", "", "/", "9/a", "10/a", "x/9.9", "x/10.0",
        ]
        let badges: [PhotoBadge?] = [
            nil, .raw, nil, .rawBeside, .video(seconds: nil), .video(seconds: 0), .video(seconds: 86_399),
        ]
        let companions: [[FileName]] = [[], [], ["IMG_0009.CR2"], [], ["日本 7.dng", "", "a/b.nef"]]
        let versions = ["", "", "00ff00ff", "00ff00f0", "abc", "ABCD", "zz", "0123456789ab", "", "12"]
        for number in 0..<1_000 {
            let id = names[number % names.count] + (number % 7 == 0 ? "\(number)" : "")
            photos.append(
                Photo(
                    id: PhotoID(id), title: number % 3 == 0 ? "Author \(number % 5)" : id,
                    size: number % 4 == 0 ? PixelSize(width: number + 1, height: 1 << (number % 30)) : nil,
                    link: number % 5 == 0 ? "https://example.org/\(number)" : nil,
                    version: versions[number % versions.count],
                    badge: badges[number % badges.count], companions: companions[number % companions.count]))
        }
        let store = store(photos)
        #expect(store.count == 1_000)
        #expect(self.photos(store) == photos)
        #expect((0..<1_000).reversed().allSatisfy { reader.photo(UInt32($0), of: store) == photos[$0] })
    }

    @Test func namesAreReadPastBadgesAndCompanions() {
        let photos = (0..<200).map { number in
            Photo(
                id: PhotoID("x/\(number).jpg"), title: "\(number).jpg", version: number % 3 == 0 ? "0123" : "",
                badge: number % 2 == 0 ? .video(seconds: number) : nil,
                companions: number % 5 == 0 ? ["\(number).cr2", "\(number).dng"] : [])
        }
        var names: [String] = []
        var badges: [PhotoBadge?] = []
        store(photos).forEachName { _, id, _, badge in
            names.append(String(decoding: id, as: UTF8.self))
            badges.append(badge)
        }
        #expect(names == photos.map(\.id.text) && badges == photos.map(\.badge))
    }

    @Test func aPhotoWithCameraRawBesideItTakesTheNameOfThatMore() {
        let photos = (0..<64_000).map { number in
            let name = "IMG_\(100_000 + number)"
            return Photo(
                id: PhotoID("roll/\(name).JPG"), title: "\(name).JPG", version: "01234567", companions: ["\(name).CR2"])
        }
        #expect(store(photos).packedBytes < 64_000 * (13 + 3 + 14))
    }

    @Test func placesFarApartAreReadByTurns() {
        let photos = (0..<20_000).map { file("IMG_\($0).JPG") }
        let store = store(photos)
        #expect(
            (0..<10_000).allSatisfy { near in
                [near, 19_999 - near].allSatisfy { reader.photo(UInt32($0), of: store) == photos[$0] }
            })
    }

    @Test func pagesOfAnyLengthMakeTheSameList() {
        let photos = (0..<700).map { file("p\($0)") }
        var pieces = PhotoStore()
        var start = 0
        for length in [1, 62, 1, 1, 63, 65, 128, 379] {
            pieces.append(PackedPage(Array(photos[start..<start + length])))
            start += length
            #expect(self.photos(pieces) == Array(photos[..<start]))
        }
    }

    @Test func aNumberedPhotoTakesThirteenBytes() {
        let photos = (0..<64_000).map { number in
            file("roll/IMG_\(100_000 + number).JPG", version: String(repeating: "a", count: 8))
        }
        // Flags and version, two digits and the suffix, and once in 64 the rest of the name.
        #expect(store(photos).packedBytes < 64_000 * 13)
    }

    @Test func aMillionPhotosTakeFourteenBytesEach() {
        // Made once: a page costs the same wherever it is appended.
        let page = PackedPage((0..<64_000).map { file("roll\($0 / 1000)/IMG_\(1_000_000 + $0).JPG") })
        var list = PhotoStore()
        for _ in 0..<16 { list.append(page) }
        #expect(list.count == 1_024_000)
        #expect(list.packedBytes < list.count * 14)
        #expect(reader.photo(1_023_999, of: list).id.text == "roll63/IMG_1063999.JPG")
    }

    @Test func aPhotoThatIsNamedByItsTimeTakesEighteenBytes() {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let photos = (0..<64_000).map { number in
            let seconds = number * 37
            let day = "2024\(two(1 + seconds / 86_400 / 28 % 12))\(two(1 + seconds / 86_400 % 28))"
            let time = two(seconds / 3600 % 24) + two(seconds / 60 % 60) + two(seconds % 60)
            return file("Camera/\(day)_\(time).jpg")
        }
        let bytes = store(photos).packedBytes
        #expect(bytes < 64_000 * 18, "\(bytes)")
    }

    @Test func aNameThatCountsDownCostsWhatDiffers() {
        let photos = (0..<64).map { file("holiday in the mountains/\(200 - $0)", version: "") }
        #expect(store(photos).packedBytes < 64 * 8)
    }

    @Test func aPhotoThatIsGoneLeavesItsSlotEmptyForEver() {
        var store = store((0..<200).map { file("p\($0)") })
        store.remove([3, 199, 64, 3])
        #expect(store.count == 197)
        #expect(store.slotCount == 200)
        store.append(PackedPage([file("new")]))
        #expect(reader.photo(200, of: store).id.text == "new")
        #expect(reader.photo(199, of: store).id.text == "p199")
        #expect([3, 64, 199].allSatisfy { store.tombstones.contains($0) })
    }

    @Test func changedPhotosAreReadAnewAndACopyStaysAsItWas() {
        var store = store((0..<200).map { file("p\($0)") })
        #expect(reader.photo(5, of: store).version == "01234567")
        let before = store
        store.replace([5: file("p5", version: "89"), 63: file("q"), 199: file("p199", version: "aa")])
        #expect(reader.photo(5, of: store).version == "89")
        #expect(reader.photo(63, of: store).id.text == "q")
        #expect(reader.photo(199, of: store).version == "aa")
        #expect(reader.photo(6, of: store) == file("p6"))
        #expect(photos(before) == (0..<200).map { file("p\($0)") })
    }

    @Test func videosAreCountedAsTheyComeGoAndGetOtherNames() {
        func photo(_ number: Int, isVideo: Bool) -> Photo {
            Photo(id: PhotoID("\(number)"), title: "\(number)", badge: isVideo ? .video(seconds: nil) : nil)
        }
        var store = PhotoStore()
        store.append(PackedPage((0..<150).map { photo($0, isVideo: false) }))
        #expect(store.videoCount == 0)
        store.append(PackedPage((150..<250).map { photo($0, isVideo: $0 % 10 == 0) }))
        #expect(store.videoCount == 10)
        store.remove([0, 150, 151, 160])
        #expect(store.videoCount == 8)
        // One that is removed twice, or gets another name after it is gone, is not there all the same.
        store.remove([150])
        store.replace([160: photo(160, isVideo: false), 151: photo(151, isVideo: true)])
        #expect(store.videoCount == 8)
        store.replace([170: photo(170, isVideo: false), 3: photo(3, isVideo: true), 4: photo(4, isVideo: true)])
        #expect(store.videoCount == 9)
    }
}
