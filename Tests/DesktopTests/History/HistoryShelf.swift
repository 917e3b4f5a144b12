// Folders with photos, and a program that acts on them and can be started anew.
import CGLib
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Codecs
@testable import Desktop

/// A scratch folder with `photos/one` and `photos/two`, a trash, the user's folder and database.
final class HistoryShelf: Sendable {
    let scratch = ScratchFolder()
    var one: String { scratch.path + "/photos/one" }
    var two: String { scratch.path + "/photos/two" }

    init() {
        for folder in ["photos/one", "photos/two", "data"] { scratch.folder(folder) }
    }

    /// The program as it is between two starts.
    struct Program: Sendable {
        let operations: FileOperations
        let marking: PhotoMarking
        let history: History
        let store: MarkStore

        @discardableResult
        func rate(_ stars: Int, _ photos: [PhotoToMark], at ticket: ActTicket = ActTicket()) async -> Bool {
            await marking.give(.stars(stars), to: photos, in: history, at: ticket).isUndoable
        }
    }

    func start() -> Program {
        let store = MarkStore(path: scratch.path + "/marks/marks.sqlite"),
            marking = PhotoMarking(store: store, reader: MarkReader(), replacement: FileReplacement())
        let history = History(folder: scratch.path + "/state")
        let operations = FileOperations(
            folder: scratch.path + "/state", trash: scratch.path + "/data/Trash", turner: PhotoTurner(store: store),
            marking: marking, history: history, reader: MarkReader(), calls: FileSystemCalls())
        return Program(operations: operations, marking: marking, history: history, store: store)
    }

    static func jpeg(_ orientation: Int) -> [UInt8] {
        TestPictures.oriented(Painting.quarters(64, 48).encoded("jpeg"), orientation: orientation)
    }
    static let plainJPEG = jpeg(1)

    @discardableResult
    func photo(_ name: String, in folder: String = "one", _ bytes: [UInt8] = plainJPEG) -> PhotoFiles {
        PhotoFiles(path: FilePath(scratch.write("photos/\(folder)/\(name)", bytes)))
    }

    func bytes(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map(Array.init) }
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// What a file is, to be compared byte for byte.
    struct State: Hashable {
        let bytes: [UInt8]
        let mode: mode_t
        let seconds: Int, nanoseconds: Int
        /// What the program keeps of it.
        let kept: String
    }

    /// All files and folders below `photos`; a folder has no state.
    func snapshot(_ store: MarkStore) -> [FilePath: State?] {
        var found: [FilePath: State?] = [:]
        for name in FileManager.default.enumerator(atPath: scratch.path + "/photos")?.compactMap({ $0 as? String })
            ?? []
        {
            let path = scratch.path + "/photos/" + name
            guard let status = FilePath.status(of: path) else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                found[FilePath(path)] = .some(nil)
                continue
            }
            let kept = store.entry(of: path, FileStamp(status))
            found[FilePath(path)] = State(
                bytes: bytes(path) ?? [], mode: status.st_mode, seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec,
                kept: "\(kept?.quarterTurns ?? 0) \(kept?.stated.marks.code ?? 0)")
        }
        return found
    }
}

extension PhotoFiles {
    func toMark(_ stars: Int = 0) -> PhotoToMark { PhotoToMark(path: path, marks: PhotoMarks(stars: stars)) }
}
