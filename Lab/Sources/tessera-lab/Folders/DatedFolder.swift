// Folder of generated photos with dates: small files for the measuring of lists, larger ones for that of windows.
import Desktop
import FoundationEssentials
import Glibc
import ImagePipeline
import Photos
import SampleGallery

/// Photos that were taken at even intervals within ten years. Equal values give equal bytes under equal names.
///
/// Each is a file of its own. Within a hundred, the order of names is that of dates; the hundreds are shuffled, as
/// rolls of several cameras are. Only the oldest are in colour, so that pixels say whether a screen shows them.
struct DatedFolder: Sendable {
    /// Default size: files of 2 to 3 KB, each a block of a disk.
    static let usualSize = PixelSize(width: 96, height: 64)
    /// The number of the oldest photos that are in colour: more than any screen shows.
    private static let colouredCount = 400
    private static let hundred = 100
    /// Painted pictures of each of both kinds; the rest differ from these in their dates.
    private static let distinct = 50
    /// Ten years of twelve months of 28 days: every date exists. From 2015 on.
    private static let minutes = 10 * 336 * 1440

    /// Number of photos.
    let count: Int
    /// Size of each in pixels.
    var size = usualSize
    /// Number of photos in each subfolder; 0 puts all of them into the folder itself.
    var perFolder = 1000

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Fills `folder`, which must be empty or not exist.
    func write(to folder: String) throws {
        let manager = FileManager.default
        if manager.fileExists(atPath: folder), try !manager.contentsOfDirectory(atPath: folder).isEmpty {
            throw Failure(description: "\(folder) is not empty; name a folder that is, or that is not there yet.")
        }
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pictures = try [true, false].map { isGrey in
            try (0..<Self.distinct).map {
                try Task.checkCancellation(); return try picture($0, isGrey: isGrey)
            }
        }
        for number in 0..<count {
            let subfolder = perFolder > 0 ? folder + "/roll\(number / perFolder)" : folder
            if perFolder > 0, number.isMultiple(of: perFolder) {
                try manager.createDirectory(atPath: subfolder, withIntermediateDirectories: true)
                try Task.checkCancellation()
            }
            let rank = rank(of: number)
            let picture = pictures[rank < Self.colouredCount ? 1 : 0][number % Self.distinct]
            let bytes = picture[..<2] + segment(number, rank: rank) + picture[2...]
            try Self.write(Array(bytes), to: "\(subfolder)/IMG_\(number + 1_000_000).JPG")
        }
    }

    /// Writes a photo that was not there, of the date of the fiftieth.
    /// - Returns: its path.
    func writeAnother(_ number: Int, to folder: String) throws -> String {
        let picture = try picture(number % Self.distinct, isGrey: false)
        let bytes = picture[..<2] + segment(number, rank: Self.hundred / 2) + picture[2...]
        let path = "\(folder)/another\(number).JPG"
        try Self.write(Array(bytes), to: path)
        return path
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure(description: "\(path): \(String(cString: strerror(errno)))")
        }
    }

    private func picture(_ number: Int, isGrey: Bool) throws -> [UInt8] {
        let request = PictureRequest(
            id: "\(number)", original: size, size: size, blur: nil, grayscale: isGrey, format: .jpeg)
        return try Painter().encodedPicture(for: request, isCancelled: { Task.isCancelled })
    }

    /// The place of a photo by date.
    private func rank(of number: Int) -> Int {
        let hundreds = count / Self.hundred
        guard number < hundreds * Self.hundred else { return number }
        // A step without a common divisor reaches each hundred once.
        let step = ((hundreds * 5 / 8)...).first { Self.isCoprime($0, hundreds) } ?? 1
        return (number / Self.hundred * step + hundreds / 2) % hundreds * Self.hundred + number % Self.hundred
    }

    private static func isCoprime(_ one: Int, _ other: Int) -> Bool {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return one == 1
    }

    /// EXIF of a photo; every third by another camera.
    private func segment(_ number: Int, rank: Int) -> [UInt8] {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let seconds = rank * 60 * Self.minutes / max(1, count)
        let days = seconds / 86400
        let date = "\(2015 + days / 336):\(two(days / 28 % 12 + 1)):\(two(days % 28 + 1))"
        let time = "\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return Self.segment(taken: "\(date) \(time)\0", model: ["EOS 5D", "Z 6", "Pixel 7"][number % 3] + "\0")
    }

    /// EXIF segment of a JPEG (EXIF 2.32, 4.6).
    private static func segment(taken: String, model: String) -> [UInt8] {
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
        return [0xFF, 0xE1] + number(exif.count + 2, 2) + exif
    }
}
