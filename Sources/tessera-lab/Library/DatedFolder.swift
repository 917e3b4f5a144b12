// A folder of many small files with dates, to measure listing and indexing.
import FoundationEssentials
import Glibc
import Photos

/// Photos of two hundred and some bytes, each with a date of its own in its EXIF: no pixels, as nothing decodes them.
struct DatedFolder {
    /// Photos in each subfolder.
    private static let perFolder = 1000

    let path: String
    let count: Int

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Makes a folder in the system's folder for temporary files and fills it.
    init(count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.path() + "/tessera-library-\(UInt32.random(in: 0...UInt32.max))"
        (path, self.count) = (folder, count)
        for number in 0..<count {
            if number.isMultiple(of: Self.perFolder) {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/roll\(number / Self.perFolder)", withIntermediateDirectories: true)
                try Task.checkCancellation()
            }
            try Self.write(Self.bytes(of: number), to: "\(folder)/roll\(number / Self.perFolder)/IMG_\(number + 10_000).JPG")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure(description: "\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// A photo that was taken some minutes to hours after the one before it, from 2015 on; every thirteenth upright, by
    /// one of three cameras.
    private static func bytes(of number: Int) -> [UInt8] {
        var random = SplitMix(seed: UInt64(number))
        let minutes = number * 40 + Int(random.next() % 40)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let days = minutes / 1440
        // Months of 28 days and years of twelve of them: every date exists.
        let date = "\(2015 + days / 336 % 120):\(two(days / 28 % 12 + 1)):\(two(days % 28 + 1))"
        let time = "\(two(minutes / 60 % 24)):\(two(minutes % 60)):\(two(Int(random.next() % 60)))"
        let camera = ["EOS 5D", "Z 6", "Pixel 7"][Int(random.next() % 3)]
        return header(taken: "\(date) \(time)\0", model: camera + "\0", isTall: number % 13 == 0)
    }

    /// JPEG with an EXIF segment and a frame header (EXIF 2.32, 4.6; ITU-T T.81, B.2.2).
    private static func header(taken: String, model: String, isTall: Bool) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(value >> (8 * (length - 1 - $0)) & 0xFF) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        // Two directories, of two entries and of one, and behind them the texts.
        let second = 8 + 2 + 2 * 12 + 4, texts = second + 2 + 12 + 4
        let tiff =
            Array("MM".utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            + entry(0x0110, 2, model.utf8.count, texts + taken.utf8.count) + entry(0x8769, 4, 1, second) + number(0, 4)
            + number(1, 2) + entry(0x9003, 2, taken.utf8.count, texts) + number(0, 4) + Array(taken.utf8)
            + Array(model.utf8) + Array("\0\0\0\0".utf8)
        let exif = Array("Exif\0\0".utf8) + tiff
        let sides = isTall ? (4000, 3000) : (3000, 4000)
        let frame = [8] + number(sides.0, 2) + number(sides.1, 2) + [1, 1, 0x11, 0]
        return [0xFF, 0xD8, 0xFF, 0xE1] + number(exif.count + 2, 2) + exif + [0xFF, 0xC0] + number(frame.count + 2, 2)
            + frame + [0xFF, 0xD9]
    }
}
