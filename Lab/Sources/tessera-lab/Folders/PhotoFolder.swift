// Folder of generated photos: a limited number are painted, and the rest are hard links to these.
import Codecs
import Desktop
import FoundationEssentials
import Glibc
import ImagePipeline
import Photos
import SampleGallery

/// Contents of a folder of generated photos. Equal values give equal bytes under equal names.
struct PhotoFolder: Sendable {
    /// Default size: 0.7 megapixels, 133 KB each.
    static let usualSize = PixelSize(width: 1024, height: 683)
    static let usualDistinct = 100
    /// Hard links per file: below the limit of ext4 (65,000).
    private static let namesPerFile = 60_000

    /// Number of photos.
    let count: Int
    /// Size of each in pixels.
    var size = usualSize
    /// Number of painted photos; the rest are hard links to these.
    var distinct = usualDistinct
    /// Number of photos in each subfolder; 0 puts all of them into the folder itself.
    var perFolder = 1000
    /// Whether each photo contains a thumbnail of 160 pixels, as cameras write it.
    var hasThumbnails = false

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Fills `folder`, which must be empty or not exist.
    /// - Parameter isDone: called with the number of photos painted so far, and their total.
    func write(to folder: String, isDone: @escaping @Sendable (Int, Int) -> Void = { _, _ in }) async throws {
        let manager = FileManager.default
        if manager.fileExists(atPath: folder) {
            guard try manager.contentsOfDirectory(atPath: folder).isEmpty else {
                throw Failure(description: "\(folder) is not empty; name a folder that is, or that is not there yet.")
            }
        }
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files = max(min(distinct, count), (count + Self.namesPerFile - 1) / Self.namesPerFile)
        try await paint(files, to: folder, isDone)
        for number in files..<max(files, count) {
            try Task.checkCancellation()
            try makeSubfolder(for: number, in: folder)
            let (old, new) = (path(of: number % files, in: folder), path(of: number, in: folder))
            guard link(old, new) == 0 else {
                throw Failure(
                    description: "\(new) could not be made a name of \(old): \(String(cString: strerror(errno)))")
            }
        }
    }

    private func paint(_ files: Int, to folder: String, _ isDone: @escaping @Sendable (Int, Int) -> Void) async throws {
        let pool = WorkerPool(name: "painter", width: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), niceness: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<files {
                try makeSubfolder(for: number, in: folder)
                group.addTask {
                    try await pool.run(priority: .visible) { [self] in
                        try Data(bytes(of: number)).write(to: URL(filePath: path(of: number, in: folder)))
                    }
                }
            }
            var done = 0
            while try await group.next() != nil {
                done += 1
                isDone(done, files)
            }
        }
    }

    private func bytes(of number: Int) throws -> [UInt8] {
        let photo = try picture(number, size)
        guard hasThumbnails else { return photo }
        let small = size.scaled(toward: PixelSize(square: 160), fit: .fit)
        return CameraFile.bytes(photo: photo, thumbnail: try picture(number, small))
    }

    private func picture(_ number: Int, _ size: PixelSize) throws -> [UInt8] {
        let request = PictureRequest(
            id: "\(number)", original: self.size, size: size, blur: nil, grayscale: false, format: .jpeg)
        return try Painter().encodedPicture(for: request, isCancelled: { Task.isCancelled })
    }

    private func makeSubfolder(for number: Int, in folder: String) throws {
        guard perFolder > 0, number % perFolder == 0 else { return }
        try FileManager.default.createDirectory(
            atPath: folder + "/" + subfolder(of: number), withIntermediateDirectories: true)
    }

    private func subfolder(of number: Int) -> String { "roll" + padded(number / perFolder, 4) }

    private func path(of number: Int, in folder: String) -> String {
        let name = "IMG_" + padded(number + 1, 5) + ".JPG"
        return folder + "/" + (perFolder > 0 ? subfolder(of: number) + "/" : "") + name
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
