// The record of the files that are being written, so that the next start can delete those of a killed process.
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization

/// The drafts of one process, in a file of a folder that all processes of the program share. It is locked while its
/// process runs, and empty while that writes nothing.
///
/// A draft is written down before it is made. Nobody waits for the disk: the end of a process takes nothing away that
/// was written, and after the end of the system a hidden file may stay. Any thread; blocks.
public final class DraftRecord: Sendable {
    private struct State {
        var file: Int32?
        var name = ""
        /// Drafts of which it is not known that they are gone.
        var count = 0
        var last = 0
    }

    private static let ending = ".drafts"
    /// Seconds for which drafts on a drive that is not there are remembered.
    private static let patience = 90 * 86_400

    private let folder: PrivateFolder
    private let state = Mutex(State())

    /// - Parameter folder: Absolute; made at the first draft.
    public init(folder: String) { self.folder = PrivateFolder(path: folder) }

    deinit {
        state.withLock { state in
            guard let file = state.file else { return }
            if state.count == 0 { _ = folder.withPath(state.name, unlink) }
            close(file)
        }
    }

    /// Writes down that a draft is about to be made.
    /// - Parameter old: The file that may get the draft's name for a moment.
    /// - Returns: A number for the other calls; nil where nothing can be written.
    func begin(_ draft: FilePath, besides old: EntryStamp?) -> Int? {
        state.withLock { state in
            guard let file = opened(&state) else { return nil }
            state.last += 1
            let line = "draft \(state.last) \(PercentText.escaped(draft.text)) \(old?.text ?? "-")"
            guard write(line, to: file) else { return nil }
            state.count += 1
            return state.last
        }
    }

    /// Writes down which file a draft is.
    func note(_ own: EntryStamp, in number: Int) {
        state.withLock { state in _ = state.file.map { write("own \(number) \(own.text)", to: $0) } }
    }

    /// Takes in that a draft is gone.
    func end(_ number: Int) {
        state.withLock { state in
            state.count -= 1
            if state.count == 0, let file = state.file { ftruncate(file, 0) }
        }
    }

    private func write(_ line: String, to file: Int32) -> Bool {
        // After a line that a full disk has cut off, too.
        var text = "\n" + line + "\n"
        return text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) == $0.count }
    }

    private func opened(_ state: inout State) -> Int32? {
        if let file = state.file { return file }
        guard let (file, name) = folder.makeRecord(Self.ending) else { return nil }
        (state.file, state.name) = (file, name)
        return file
    }

    // MARK: After the end of a process

    /// A draft that a record names.
    private struct Draft {
        let path: String
        let old: EntryStamp?
        var own: EntryStamp?

        /// Whether what has the name now was made by the process, or was to be replaced by what it has made. Another
        /// program's file may have got the name in a renaming that the end of the process came into.
        func isOurs(_ status: stat) -> Bool {
            let stamp = EntryStamp(status)
            guard let own else { return stamp.size == 0 }
            // On a drive that was put in again, the name has to do.
            if stamp.device != own.device { return true }
            return stamp.inode == own.inode || stamp == old
        }
    }

    /// Deletes the drafts of processes that no longer run.
    /// - Parameter path: The folder of the records.
    public static func settleAbandoned(in path: String) {
        let folder = PrivateFolder(path: path)
        for found in folder.files() where found.name.hasSuffix(ending) {
            guard let file = folder.lockAbandoned(found.name) else { continue }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: found.size)
            guard readAll(into: &bytes, found.size, of: file, at: 0) else { continue }
            let isSettled = drafts(in: bytes).map(settle).allSatisfy(\.self)
            let isOld = found.modified / 1_000_000_000 < time(nil) - patience
            if isSettled || isOld { _ = folder.withPath(found.name, unlink) }
        }
    }

    /// - Returns: Whether nothing is left to be done.
    private static func settle(_ draft: Draft) -> Bool {
        guard FilePath.isDraft(draft.path) else { return true }
        var status = stat()
        guard FilePath.withC(draft.path, { lstat($0, &status) }) == 0 else {
            // A drive that was taken away.
            return FilePath.status(of: FilePath.folder(of: draft.path)) != nil
        }
        guard status.isRegular, status.st_uid == geteuid(), draft.isOurs(status) else { return true }
        return FilePath.withC(draft.path, unlink) == 0 || errno == ENOENT
    }

    private static func drafts(in bytes: [UInt8]) -> [Draft] {
        var drafts: [Int: Draft] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count > 2, let number = Int(words[1]) else { continue }
            if words[0] == "draft", words.count == 4 {
                drafts[number] = Draft(path: PercentText.text(words[2]), old: EntryStamp(words[3]))
            } else if words[0] == "own", words.count == 3 {
                drafts[number]?.own = EntryStamp(words[2])
            }
        }
        return Array(drafts.values)
    }
}
