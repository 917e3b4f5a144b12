// What is on the card of a camera, or on a phone: the photos below its folder DCIM.
// Source: CIPA DC-009 (DCF 2.0), 3.2.
import CGLib
import Codecs
import Glibc
public import Library
public import Photos

/// The photos of a volume, as they are found. Blocks on the disk: off the main thread. Nothing there is changed.
public struct CardContents: Sendable {
    /// A photo, and the time at which it was taken.
    public struct Found: Sendable {
        public let photo: PhotoFiles
        public let taken: LocalMoment?

        public init(_ photo: PhotoFiles, taken: LocalMoment?) { (self.photo, self.taken) = (photo, taken) }
    }

    /// In the order of their paths.
    public let photos: [Found]

    private static let folder: FileName = "DCIM"
    /// Most folders below each other, and most folders: a camera has one below another, a phone some dozen.
    private static let deepest = 8, most = 10_000

    /// Whether a volume has a folder of photos, as cameras make it.
    @concurrent public static func isCard(_ volume: FilePath) async -> Bool { folders(of: volume).first != nil }

    /// Finds the photos, and reads when they were taken.
    /// - Parameter facts: Reads their files.
    @concurrent public init(of volume: FilePath, facts: any FactsReader) async {
        var list: [PhotoFiles] = []
        for folder in Self.folders(of: volume) { Self.add(folder, depth: 0, to: &list) }
        var found: [Found] = []
        for photo in await PhotoFiles.grouped(list).filter(\.isPhoto) {
            if Task.isCancelled { break }
            let taken = try? await facts.facts(of: photo.path.text)?.taken
            found.append(Found(photo, taken: taken.flatMap { LocalMoment($0) }))
        }
        photos = found
    }

    /// The folders of that name, whatever its case: some phones have one on each of their storages.
    private static func folders(of volume: FilePath) -> [FilePath] {
        func named(in parent: FilePath) -> [FilePath] {
            ((try? FileSystemCalls().names(in: parent.text)) ?? []).map { FileName($0) }
                .filter { FileName($0.text.uppercased()) == folder }.map { parent.appending($0) }
                .filter { $0.status?.isFolder == true }
        }
        let own = named(in: volume)
        if !own.isEmpty { return own }
        return ((try? FileSystemCalls().names(in: volume.text)) ?? []).prefix(deepest)
            .flatMap { named(in: volume.appending(FileName($0))) }
    }

    private static func add(_ folder: FilePath, depth: Int, to list: inout [PhotoFiles]) {
        guard depth < deepest, list.count < most * 100 else { return }
        for name in ((try? FileSystemCalls().names(in: folder.text)) ?? []).map({ FileName($0) }).sorted() {
            // Thumbnails and databases of the camera's own are hidden.
            if name.isHidden { continue }
            let path = folder.appending(name)
            if ListedFormats.isPhoto(name) {
                if path.status?.isRegular == true { list.append(PhotoFiles(path: path)) }
            } else if path.status?.isFolder == true {
                add(path, depth: depth + 1, to: &list)
            }
        }
    }
}
