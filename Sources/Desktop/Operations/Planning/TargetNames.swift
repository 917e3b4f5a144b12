// Names that a file system does not take, found by trying.
import Codecs
import Glibc
import Photos

/// Finds out why a file cannot get a name, and which one it can have.
struct TargetNames {
    let calls: FileSystemCalls

    /// The errors by which file systems refuse a name: exfat-fuse by the first, most by the second, those that keep
    /// names as Unicode by the third.
    private static let refusals: Set<Int32> = [ENOENT, EINVAL, EILSEQ]
    /// Characters of one name that are tried.
    private static let limit = 64
    private static let replacement = "_"

    /// Whether an error may say that a name is refused.
    static func isAboutName(_ error: SystemFailure) -> Bool {
        refusals.contains(error.code) || error.code == ENAMETOOLONG
    }

    /// Returns what a system call's error says of a name that was to be made.
    func failure(_ error: SystemFailure, making path: FilePath) -> FileFailure {
        guard Self.refusals.contains(error.code) else { return FileFailure(path, error) }
        let folder = path.parent
        do {
            guard try calls.status(folder: folder).kind == .folder else { return FileFailure(folder, .missing) }
        } catch {
            return FileFailure(folder, error)
        }
        guard let isPlainTaken = takes("", in: folder), isPlainTaken else { return FileFailure(path, error) }
        let refused = refused(in: path.name, in: folder)
        let instead = refused.isEmpty ? nil : replacing(refused, in: path.name)
        return FileFailure(path, .nameNotAllowed(character: refused.first.map(Self.shown), instead: instead))
    }

    /// Returns the name without the characters that the file system of a folder refuses.
    func allowed(_ name: FileName, in folder: FilePath) -> FileName {
        replacing(refused(in: name, in: folder), in: name)
    }

    /// Whether a folder takes upper and lower case for the same, found by a file that is gone when this returns.
    func ignoresCase(in folder: FilePath) -> Bool {
        let path = FilePath(FilePath.draft(in: folder.text) + "a")
        do throws(SystemFailure) {
            try calls.makeTrial(path)
        } catch {
            return false
        }
        defer { try? calls.unlink(path) }
        let other = FilePath(String(Substring(path.text.utf8.dropLast())) + "A")
        return ((try? calls.statusIfPresent(other)) ?? nil) != nil
    }

    /// Part of a name that is tried.
    private struct Trial: Hashable {
        let text: FileName
        /// Whether it is refused only as the last one.
        let isLast: Bool
    }

    /// Returns the characters of a name that the file system refuses, in their order.
    private func refused(in name: FileName, in folder: FilePath) -> [Trial] {
        var trials: [Trial] = []
        for scalar in name.text.unicodeScalars where !Self.isPlain(scalar) {
            let trial = Trial(text: FileName(String(scalar)), isLast: false)
            if !trials.contains(trial) { trials.append(trial) }
        }
        var refused = trials.prefix(Self.limit).filter { takes($0.text.text + "x", in: folder) == false }
        if let last = name.text.unicodeScalars.last, !refused.contains(where: { $0.text.text == String(last) }) {
            let trial = Trial(text: FileName(String(last)), isLast: true)
            if !Self.isPlain(last) || last == ".", takes("x" + trial.text.text, in: folder) == false {
                refused.append(trial)
            }
        }
        return refused
    }

    private func replacing(_ refused: [Trial], in name: FileName) -> FileName {
        let everywhere = Set(refused.filter { !$0.isLast }.map(\.text))
        var text = ""
        let scalars = Array(name.text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isRefused =
                everywhere.contains(FileName(String(scalar)))
                || (index == scalars.count - 1 && refused.contains { $0.isLast })
            text += isRefused ? Self.replacement : String(scalar)
        }
        return FileName(text)
    }

    /// Letters and digits that every file system takes.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }

    /// Returns the character as it is shown between quotation marks.
    private static func shown(_ trial: Trial) -> String { FilePath.shown(trial.text.text) }

    /// Whether a name with this ending can be made in a folder; nil where that cannot be told. The file is empty, and
    /// gone when this returns.
    private func takes(_ ending: String, in folder: FilePath) -> Bool? {
        let path = FilePath(FilePath.draft(in: folder.text) + ending)
        do throws(SystemFailure) {
            try calls.makeTrial(path)
            try calls.unlink(path)
            return true
        } catch {
            return Self.refusals.contains(error.code) ? false : nil
        }
    }
}
