// A source of photos that exist only as a listing, to measure collections larger than a folder is made quickly.
import Library
import Photos

/// A million photos of some years, without files, listed by the thousand; and an indexer that knows all of them.
struct ListedPhotos: PhotoSource, PhotoIndexing {
    let identity = SourceID("bench:listed")
    let title = "Listed"
    let isLocal = true
    var root: String? { "/" }

    private let count: Int
    private let hasWords: Bool

    /// - Parameter hasWords: Whether photos have keywords, titles, captions and places, as `WordedPhotos` gives them.
    init(count: Int, hasWords: Bool = false) { (self.count, self.hasWords) = (count, hasWords) }

    func changes() -> SourceChanges {
        let (stream, told) = AsyncStream.makeStream(of: Int.self)
        for first in stride(from: 0, to: count, by: 4096) { told.yield(first) }
        told.finish()
        let pages = Pages(stream)
        return SourceChanges { [count] in
            guard let first = await pages.next() else { return nil }
            let numbers = first..<min(first + 4096, count)
            return .added(PackedPage(listed: numbers.map(Self.photo)), isLast: numbers.upperBound == count)
        }
    }

    private actor Pages {
        private let stream: AsyncStream<Int>

        init(_ stream: AsyncStream<Int>) { self.stream = stream }

        func next() async -> Int? {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }

    private static func photo(_ number: Int) -> ListedPhoto {
        let path = "roll\(number / 1000)/IMG_\(number % 1000 * 7 + 10_000).JPG"
        var random = SplitMix(seed: UInt64(number))
        let stamp = FileStamp(
            device: 1, inode: UInt64(number), byteCount: Int64(2_000_000 + random.next() % 8_000_000),
            modified: (1_400_000_000 + Int64(number) * 300) * 1_000_000_000 + Int64(random.next() % 1_000_000_000))
        return ListedPhoto(Photo(id: PhotoID(path), title: FilePath.name(of: path), version: "0123abcd"), stamp: stamp)
    }

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        await collection.learn(photos.map { ($0.slot, facts(Int($0.slot))) })
    }

    private func facts(_ number: Int) -> PhotoFacts {
        var facts = Self.facts(number)
        if hasWords { facts.words = WordedPhotos.description(number).words }
        return facts
    }

    private static func facts(_ number: Int) -> PhotoFacts {
        var random = SplitMix(seed: UInt64(number))
        var facts = PhotoFacts()
        let minutes = number * 5 + Int(random.next() % 5)
        let days = minutes / 1440
        let wall = WallTime(
            year: 2005 + days / 336 % 120, month: days / 28 % 12 + 1, day: days % 28 + 1, hour: minutes / 60 % 24,
            minute: minutes % 60, second: Int(random.next() % 60))
        facts.taken = wall.map { TakenTime($0, hundredths: Int(random.next() % 100), origin: .exif) }
        let isTall = random.next() % 4 == 0
        facts.pixelSize = PixelSize(width: isTall ? 3000 : 4000, height: isTall ? 4000 : 3000)
        facts.kind = "JPEG"
        facts.camera = ["Canon EOS 5D", "NIKON Z 6", "Google Pixel 7"][Int(random.next() % 3)]
        facts.shot.fNumber = [1.8, 2.8, 4, 5.6, 8][Int(random.next() % 5)]
        facts.shot.sensitivity = 100 << Int(random.next() % 7)
        facts.shot.exposureTime = 1 / Double(30 << Int(random.next() % 8))
        facts.shot.focalLength = [24, 35, 50, 85, 200][Int(random.next() % 5)]
        return facts
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(photo.id.path) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
