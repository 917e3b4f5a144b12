// The drafts of sidecars on shares, so that none is left, and no sidecar stays away, after a line has broken.
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization

/// The drafts that are being written on shares, and those that could not be settled because their share was away.
///
/// What is to become of a draft is written down before it is made, in a file of this process alone, as `DraftRecord`
/// does it. The next start takes over what processes have left that no longer run. What is left is settled when marks
/// on its share are read or written next. Any thread; blocks.
final class ShareDrafts: Sendable {
    typealias Failure = FileReplacement.Failure

    /// What is to become of a draft.
    enum Fate: Hashable {
        case deleted
        /// It is whole, and gets a name. Some servers delete what is replaced before that.
        case named(ShareAddress)
        /// It had a name until now, and gets it back, where that is free.
        case returned(ShareAddress)

        fileprivate var file: ShareAddress? {
            switch self {
            case .deleted: nil
            case .named(let file), .returned(let file): file
            }
        }
    }

    private struct State {
        var drafts: [ShareAddress: Fate] = [:]
        /// Those that nobody is at work on.
        var left: Set<ShareAddress> = []
        var file: Int32?
        var name = ""
        var isRead = false
    }

    private static let ending = ".share-drafts"
    /// Most drafts that are taken over, and the longest record in bytes that is read.
    private static let most = 256, longest = 1 << 20

    private let folder: PrivateFolder?
    private let state = Mutex(State())

    /// - Parameter folder: Absolute, where records are kept; nil where nothing is kept for the next start.
    init(folder: String? = nil) { self.folder = folder.map { PrivateFolder(path: $0) } }

    deinit {
        state.withLock { state in
            guard let file = state.file else { return }
            if state.drafts.isEmpty { _ = folder?.withPath(state.name, unlink) }
            close(file)
        }
    }

    /// Takes note of what is to become of a draft.
    func note(_ draft: ShareAddress, _ fate: Fate) {
        state.withLock { state in
            takeOver(&state)
            state.drafts[draft] = fate
            write(Self.line(draft, fate), &state)
        }
    }

    /// Takes in that a draft is gone, or has its name.
    func end(_ draft: ShareAddress) {
        state.withLock { state in
            state.drafts[draft] = nil
            state.left.remove(draft)
            if state.drafts.isEmpty, let file = state.file {
                ftruncate(file, 0)
            } else {
                write("gone \(draft.text)", &state)
            }
        }
    }

    /// Leaves a draft to be settled later.
    func leave(_ draft: ShareAddress) { state.withLock { state in _ = state.left.insert(draft) } }

    // MARK: Settling

    /// Settles a draft.
    /// - Returns: Whether it may have got the name.
    func settle(_ draft: ShareAddress, _ fate: Fate, at place: ShareMarkPlace) throws(Failure) -> Bool {
        do {
            let isNamed = try settled(draft, fate, at: place)
            end(draft)
            return isNamed
        } catch {
            leave(draft)
            throw Failure(error)
        }
    }

    private func settled(_ draft: ShareAddress, _ fate: Fate, at place: ShareMarkPlace) throws(SystemFailure) -> Bool {
        let disk = place.disk
        guard let file = fate.file else {
            do throws(SystemFailure) { try disk.remove(draft) } catch { if error.code != ENOENT { throw error } }
            return false
        }
        let there = try disk.statuses(of: [file, draft]).map { $0 != nil }
        switch (there[0], there[1]) {
        case (true, true): if case .named = fate { try disk.remove(draft) }
        case (false, true):
            try disk.rename(draft, to: file, replaces: false)
            if let entry = try disk.statuses(of: [file]).first ?? nil { place.sidecars.note(file, entry) }
        case (_, false): break
        }
        return there != [true, true]
    }

    /// Tries once more to settle those of one share that are left.
    func settle(of root: ShareAddress, at place: ShareMarkPlace) {
        // Each is settled by one thread.
        var left = state.withLock { state in
            takeOver(&state)
            let left = state.left.filter { $0.root == root }
            state.left.subtract(left)
            return left.compactMap { draft in state.drafts[draft].map { (draft, $0) } }
        }
        while let (draft, fate) = left.popLast() {
            do throws(Failure) { _ = try settle(draft, fate, at: place) } catch {
                // One call that is not answered is waited for, and not one for each draft.
                if [ETIMEDOUT, ENOTCONN].contains(error.code) { break }
            }
        }
        for (draft, _) in left { leave(draft) }
    }

    // MARK: The record

    private static func line(_ draft: ShareAddress, _ fate: Fate) -> String {
        switch fate {
        case .deleted: "deleted \(draft.text)"
        case .named(let file): "named \(draft.text) \(file.text)"
        case .returned(let file): "returned \(draft.text) \(file.text)"
        }
    }

    /// Nobody waits for the disk: the end of a process takes nothing away that was written.
    private func write(_ line: String, _ state: inout State) {
        guard let file = opened(&state) else { return }
        // After a line that a full disk has cut off, too.
        var text = "\n" + line + "\n"
        _ = text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) }
    }

    private func opened(_ state: inout State) -> Int32? {
        if let file = state.file { return file }
        guard let (file, name) = folder?.makeRecord(Self.ending) else { return nil }
        (state.file, state.name) = (file, name)
        return file
    }

    /// Takes over the drafts of processes that no longer run, once.
    private func takeOver(_ state: inout State) {
        guard !state.isRead, let folder else { return }
        state.isRead = true
        for found in folder.files() where found.name.hasSuffix(Self.ending) && found.size <= Self.longest {
            guard let file = folder.lockAbandoned(found.name) else { continue }
            defer { close(file) }
            var bytes = [UInt8](repeating: 0, count: found.size)
            guard readAll(into: &bytes, found.size, of: file, at: 0) else { continue }
            for (draft, fate) in Self.drafts(in: bytes).prefix(Self.most) {
                state.drafts[draft] = fate
                state.left.insert(draft)
                write(Self.line(draft, fate), &state)
            }
            _ = folder.withPath(found.name, unlink)
        }
    }

    private static func drafts(in bytes: [UInt8]) -> [ShareAddress: Fate] {
        var drafts: [ShareAddress: Fate] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count > 1, let draft = ShareAddress(words[1]), FilePath.isDraft("/" + draft.name.text)
            else { continue }
            let file = words.count == 3 ? ShareAddress(words[2]) : nil
            // Nothing else than a sidecar beside it was ever written by way of a draft.
            let isMeant = file.map { $0.folder == draft.folder && CompanionTable.isSidecar($0.name) } ?? false
            switch (words[0], file) {
            case ("deleted", nil): drafts[draft] = .deleted
            case ("named", let file?) where isMeant: drafts[draft] = .named(file)
            case ("returned", let file?) where isMeant: drafts[draft] = .returned(file)
            case ("gone", nil): drafts[draft] = nil
            default: break
            }
        }
        return drafts
    }
}
