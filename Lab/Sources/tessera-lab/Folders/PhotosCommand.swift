// tessera-lab photos: creates a folder of generated photos, so that published measurements of one can be repeated.
import ArgumentParser
import Desktop
import Photos

struct PhotosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos", abstract: "Makes a folder of generated photos.",
        discussion: """
            The photos are those of the sample gallery's painter, as JPEG, called IMG_00001.JPG and so on, in subfolders \
            of 1,000. A part of them is painted, the rest are further names (hard links) of these, so that a million \
            take the room of a hundred. With --dates each is a file of its own with another date in its EXIF, the order \
            of names is not that of dates, and all but the 400 oldest are grey. The folder has to be empty or not there \
            yet.
            """)

    @Argument(help: "The folder.", completion: .directory)
    var folder: String
    @Option(help: "Number of photos.")
    var count: Int
    @Option(help: "Pixels of each, 1024x683 if nothing is said, with --dates 96x64.", transform: Self.pixels)
    var size: PixelSize?
    @Option(help: "How many are painted.")
    var distinct = PhotoFolder.usualDistinct
    @Option(help: "Photos in each subfolder; 0 makes no subfolders.")
    var perFolder = 1000
    @Flag(help: "Each photo holds a small one, as cameras write it.")
    var thumbnails = false
    @Flag(help: "Each photo is a file of its own, with a date.")
    var dates = false

    func validate() throws {
        guard count > 0, count <= 10_000_000 else { throw ValidationError("--count must be between 1 and 10,000,000.") }
        guard !(dates && thumbnails) else { throw ValidationError("--dates and --thumbnails exclude each other.") }
        guard distinct > 0 else { throw ValidationError("--distinct must be at least 1.") }
        guard perFolder >= 0 else { throw ValidationError("--per-folder must not be negative.") }
    }

    func run() async throws {
        if dates {
            let photos = DatedFolder(count: count, size: size ?? DatedFolder.usualSize, perFolder: perFolder)
            return try await Interruption.heeding { try photos.write(to: folder) }
        }
        let photos = PhotoFolder(
            count: count, size: size ?? PhotoFolder.usualSize, distinct: distinct, perFolder: perFolder,
            hasThumbnails: thumbnails)
        try await Interruption.heeding { try await photos.write(to: folder) }
    }

    static func pixels(_ text: String) throws -> PixelSize {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy((1...20_000).contains) else {
            throw ValidationError("“\(text)” is not WIDTHxHEIGHT with sides from 1 to 20,000, such as 1024x683.")
        }
        return PixelSize(width: sides[0], height: sides[1])
    }
}
