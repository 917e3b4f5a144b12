// The words of photos that exist only to be measured, and what the catalogue takes for them.
import Desktop
import Glibc
import Library
import Photos

/// Photos with five keywords each out of 2,000, a title for every fourth, a caption for every eighth, and a place for
/// half of them.
enum WordedPhotos {
    private static let nouns = ["sea", "harbour", "mountain", "wedding", "birthday", "garden", "market", "station"]
    private static let places = [
        ("Chania", "Crete", "Greece"), ("Lisbon", "Lisboa", "Portugal"), ("Köln", "Nordrhein-Westfalen", "Germany"),
        ("Haifa", "Haifa District", "Israel"),
    ]

    static func description(_ number: Int) -> PhotoDescription {
        var random = SplitMix(seed: UInt64(number) ^ 0x776F_7264)
        var keywords: Set<String> = []
        while keywords.count < 5 {
            let keyword = Int(random.next() % 2000), noun = nouns[keyword % nouns.count]
            keywords.insert(
                keyword % 4 == 0 ? "Places/Region \(keyword % 90)/\(noun) \(keyword)" : "\(noun) \(keyword)")
        }
        var description = PhotoDescription(keywords: keywords.sorted())
        let noun = nouns[Int(random.next() % 8)]
        if number % 4 == 0 { description.title = "The \(noun) in the morning" }
        if number % 8 == 0 {
            description.caption = "Number \(number): the north \(noun), seen from the old road in winter"
        }
        if number % 2 == 0 {
            (description.city, description.state, description.country) = places[Int(random.next() % 4)]
        }
        return description
    }

    /// Bytes of a catalogue for each of so many files, and the time in which all are read from it, without words and
    /// with them.
    static func catalogued(_ count: Int, below folder: String) async -> [BenchReport.Figure] {
        var figures: [BenchReport.Figure] = []
        for hasWords in [false, true] {
            let path = folder + "/tessera-words-\(getpid()).sqlite"
            defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
            let clock = ContinuousClock(), name = hasWords ? ", with words" : ""
            let files = (0..<count).map { file($0, hasWords: hasWords) }
            let start = clock.now
            await write(files, to: path)
            figures.append(.init("written\(name)", start.duration(to: clock.now) / .milliseconds(1), "ms"))
            var times: [Double] = []
            for _ in 0..<5 {
                let catalogue = Catalogue(path: path), start = clock.now
                _ = await catalogue.facts(of: files.map { ($0.path.text, $0.stamp) }, below: "/photos")
                times.append(start.duration(to: clock.now) / .milliseconds(1))
            }
            // Once the last connection is closed, nothing is left in the log.
            let size = ["", "-wal"].reduce(0) { $0 + length(of: path + $1) }
            figures.append(.init("size\(name)", Double(size) / Double(count), "bytes a file"))
            figures.append(.init("read\(name)", times.sorted()[2], "ms"))
        }
        return figures
    }

    private static func write(_ files: [CataloguedFile], to path: String) async {
        let catalogue = Catalogue(path: path)
        for first in stride(from: 0, to: files.count, by: 1000) {
            await catalogue.keep(Array(files[first..<min(files.count, first + 1000)]), below: "/photos")
        }
    }

    private static func length(of path: String) -> Int {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        return Int(lseek(file, 0, SEEK_END))
    }

    private static func file(_ number: Int, hasWords: Bool) -> CataloguedFile {
        let stamp = FileStamp(
            device: 1, inode: UInt64(number + 1), byteCount: Int64(2_000_000 + number),
            modified: (1_400_000_000 + Int64(number) * 300) * 1_000_000_000)
        var camera = CameraData()
        (camera.make, camera.model, camera.fNumber, camera.sensitivity) = ("Canon", "Canon EOS 5D", 2.8, 400)
        (camera.exposureTime, camera.focalLength) = (0.004, 50)
        let taken = WallTime(
            year: 2005 + number % 15, month: number % 12 + 1, day: number % 28 + 1, hour: number % 24, minute: 0,
            second: 0
        ).map { TakenTime($0, origin: .exif) }
        var facts = FileFacts(
            byteCount: Int(stamp.byteCount), format: "JPEG", size: PixelSize(width: 4000, height: 3000), camera: camera,
            taken: taken)
        if hasWords { facts.description = description(number) }
        return CataloguedFile(
            path: FilePath("roll\(number / 1000)/IMG_\(number % 1000 + 10_000).JPG"), stamp: stamp, facts: facts,
            taken: taken)
    }
}
