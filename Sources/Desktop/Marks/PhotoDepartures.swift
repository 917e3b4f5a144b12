// The photos that operations take away from their places, of which nothing is written there meanwhile.
import Library
import Photos
import Synchronization

/// Photos that leave the folders in which they are: some, or all below a folder that gets another name.
struct DepartingPhotos: Sendable {
    private let paths: Set<FilePath>
    private let folder: FilePath?

    /// Returns nil where no photos leave.
    /// - Parameter onShares: Whether those on shares are meant, or those on this machine.
    init?(_ operation: FileOperation, onShares: Bool) {
        func isMeant(_ path: FilePath) -> Bool { path.isAbsolute != onShares }
        if case .renameFolder(let path, _) = operation {
            guard isMeant(path) else { return nil }
            (paths, folder) = ([], path)
        } else {
            paths = Set(operation.departing.lazy.map(\.path).filter(isMeant))
            folder = nil
            if paths.isEmpty { return nil }
        }
    }

    func contains(_ path: FilePath) -> Bool {
        folder.map { path.relative(to: $0) != nil } ?? paths.contains(path)
    }

    /// The numbers of the threads on which something of the photos may be being written.
    func lanes(of lanes: MarkLanes) -> Set<Int> {
        let all = Set(0..<lanes.count)
        if folder != nil { return all }
        var numbers: Set<Int> = []
        for path in paths where numbers != all { numbers.insert(lanes.number(of: path)) }
        return numbers
    }
}

/// Where photos are.
public enum PhotoPlace: Hashable, Sendable {
    case disk, share
}

extension FileOperation {
    /// The photos that leave their places, beside those of a folder that gets another name.
    fileprivate var departing: [PhotoFiles] {
        switch self {
        case .trash(let photos), .delete(let photos), .move(let photos, _, _): photos
        case .rename(let renamings): renamings.map(\.photo)
        case .renameFolder, .copy, .copyNew, .export, .makeFolder, .restore, .discard, .turn, .embed: []
        }
    }

    /// Where the photos are that leave their places, on a share if one of them is; nil for an operation that leaves
    /// photos where they are.
    public var departurePlace: PhotoPlace? {
        if case .renameFolder(let path, _) = self { return path.isAbsolute ? .disk : .share }
        let photos = departing
        return photos.isEmpty ? nil : photos.allSatisfy { $0.path.isAbsolute } ? .disk : .share
    }
}

extension ActKind {
    /// Whether photos leave the folders in which they are.
    public var takesPhotosAway: Bool {
        switch self {
        case .trash, .delete, .move, .rename, .renameFolder: true
        case .copy, .export, .makeFolder, .restore, .turn, .embed: false
        case .stars, .favourite, .label, .keywords, .title, .caption, .date: false
        }
    }
}

/// The photos that leave their places now. What is asked of one meanwhile is refused: a sidecar that is written after
/// the operation has listed the folder would stay behind without its photo. Any thread.
final class PhotoDepartures: Sendable {
    private struct State {
        var photos: [Int: DepartingPhotos] = [:]
        var latest = 0
    }

    private let state = Mutex(State())

    /// - Returns: The number by which the departure is ended.
    func begin(_ photos: DepartingPhotos) -> Int {
        state.withLock { state in
            state.latest += 1
            state.photos[state.latest] = photos
            return state.latest
        }
    }

    func end(_ number: Int) { state.withLock { $0.photos[number] = nil } }

    func contains(_ path: FilePath) -> Bool {
        state.withLock { $0.photos.values.contains { $0.contains(path) } }
    }
}
