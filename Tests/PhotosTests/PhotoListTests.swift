import Testing

@testable import Photos

/// A long list of photos in little memory.
struct PhotoListTests {
    private func list(_ photos: [Photo]) -> PhotoList {
        let list = PhotoList()
        list.append(PackedPage(photos))
        return list
    }

    private func file(_ id: String, version: String = "01234567") -> Photo {
        Photo(id: PhotoID(id), title: id.split(separator: "/").last.map(String.init) ?? id, version: version)
    }

    @Test func photosComeOutAsTheyWentIn() {
        var photos: [Photo] = []
        let names = [
            "a", "IMG_0009.JPG", "IMG_0010.JPG", "IMG_0099.JPG", "IMG_0100.JPG", "IMG_9999.JPG", "IMG_10000.JPG", "99", "100",
            "roll/9", "roll/10", "ä é/日本 7.png", "ä é/日本 8.png", "", "/", "9/a", "10/a", "x/9.9", "x/10.0",
        ]
        let versions = ["", "", "00ff00ff", "00ff00f0", "abc", "ABCD", "zz", "0123456789ab", "", "12"]
        for number in 0..<1_000 {
            let id = names[number % names.count] + (number % 7 == 0 ? "\(number)" : "")
            photos.append(
                Photo(
                    id: PhotoID(id), title: number % 3 == 0 ? "Author \(number % 5)" : id,
                    size: number % 4 == 0 ? PixelSize(width: number + 1, height: 1 << (number % 30)) : nil,
                    link: number % 5 == 0 ? "https://example.org/\(number)" : nil, version: versions[number % versions.count]))
        }
        let list = list(photos)
        #expect(list.count == 1_000)
        #expect(list.elementsEqual(photos))
        #expect((0..<1_000).reversed().allSatisfy { list[$0] == photos[$0] })
    }

    @Test func placesFarApartAreReadByTurns() {
        let photos = (0..<20_000).map { file("IMG_\($0).JPG") }
        let list = list(photos)
        #expect((0..<10_000).allSatisfy { list[$0] == photos[$0] && list[19_999 - $0] == photos[19_999 - $0] })
    }

    @Test func pagesOfAnyLengthMakeTheSameList() {
        let photos = (0..<700).map { file("p\($0)") }
        let pieces = PhotoList()
        var start = 0
        for length in [1, 62, 1, 1, 63, 65, 128, 379] {
            pieces.append(PackedPage(photos[start..<start + length]))
            start += length
            #expect(pieces.elementsEqual(photos[..<start]))
        }
    }

    @Test func aNumberedPhotoTakesSixBytes() {
        let photos = (0..<64_000).map { number in
            file("roll/IMG_\(100_000 + number).JPG", version: String(repeating: "a", count: 8))
        }
        let bytes = list(photos).packedBytes
        // Flags and version, and once in 64 the whole name.
        #expect(bytes < 64_000 * 6)
    }

    @Test func aMillionPhotosTakeSixBytesEachToo() {
        // Packed once: a page costs the same wherever it is appended.
        let page = PackedPage((0..<64_000).map { file("roll\($0 / 1000)/IMG_\(1_000_000 + $0).JPG") })
        let list = PhotoList()
        for _ in 0..<16 { list.append(page) }
        #expect(list.count == 1_024_000)
        #expect(list.packedBytes < list.count * 6)
        #expect(list[1_023_999].id.text == "roll63/IMG_1063999.JPG")
    }

    @Test func aNameThatCountsDownCostsWhatDiffers() {
        let photos = (0..<64).map { file("holiday in the mountains/\(200 - $0)", version: "") }
        #expect(list(photos).packedBytes < 64 * 8)
    }
}
