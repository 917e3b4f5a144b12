// The writing of one statement into the sidecars of a photo.
import Codecs
import Photos

/// States something in the sidecars of photos, and keeps all else in them. Any thread; blocks on the disk.
struct SidecarWriter: Sendable {
    private let reader: MarkReader
    private let replacement: FileReplacement

    init(reader: MarkReader, replacement: FileReplacement) {
        self.reader = reader
        self.replacement = replacement
    }

    /// What there is before something is stated.
    struct Look {
        let path: String
        let files: MarkedFiles
        /// The sidecars that can be changed with what they state, and the bytes of those that have to change, the
        /// newest first.
        var sidecars: [(sidecar: Sidecar, stated: SidecarFacts, bytes: [UInt8]?)] = []
        /// Why another one is left as it is, and what such ones state.
        var failure: SidecarFailure?
        var left: [SidecarFacts] = []
    }

    /// The files of the photo at an absolute path in which something may be stated.
    /// - Throws: `PlaceFailure`.
    func files(of path: String) throws(PlaceFailure) -> MarkedFiles { try reader.place.files(of: FilePath(path)) }

    /// Reads the sidecars of the photo at an absolute path.
    /// - Parameter known: Its files, where they were looked for just now; nil to look for them.
    /// - Throws: `PlaceFailure`.
    func look(
        _ statement: SidecarStatement, of path: String, known: MarkedFiles? = nil
    ) throws(PlaceFailure) -> Look {
        let files: MarkedFiles
        if let known { files = known } else { files = try self.files(of: path) }
        var look = Look(path: path, files: files)
        for path in files.sidecars {
            do throws(SidecarFailure) {
                let sidecar = try reader.place.sidecar(at: path)
                do throws(SidecarFailure) {
                    let (stated, bytes) = try reader.restate(sidecar, with: statement)
                    look.sidecars.append((sidecar, stated, bytes))
                } catch {
                    // One that can be read may have to be left as it is all the same.
                    if let facts = try? reader.facts(in: sidecar) { look.left.append(facts) }
                    look.failure = look.failure ?? error
                }
            } catch {
                look.failure = look.failure ?? error
            }
        }
        return look
    }

    /// Writes all sidecars that state something of the kind, else the newest, else a new one, so that no two
    /// contradict each other.
    /// - Parameters:
    ///   - isNew: Whether the photo has it not already.
    ///   - written: Gets what was changed, also where an error follows.
    /// - Returns: The contents that were written.
    /// - Throws: `FileReplacement.Failure`, `.changed` where a sidecar is another one now: it is to be looked at again.
    @discardableResult
    func write(
        _ statement: SidecarStatement, _ look: Look, isNew: Bool, _ written: inout [FileChange]
    ) throws(FileReplacement.Failure) -> [FilePath: [UInt8]] {
        var contents: [FilePath: [UInt8]] = [:]
        for (path, expected, bytes) in changes(statement, look, isNew: isNew) {
            let change = try replacement.write(bytes, to: path, expecting: .content(expected)) {
                // Another name may have come first, under which other programs look.
                expected != nil || (try? self.files(of: look.path))?.sidecars.isEmpty == true
            }
            written.append(change)
            contents[path] = bytes
        }
        return contents
    }

    /// Returns the files that have to be written, with their content until then and from then on.
    private func changes(
        _ statement: SidecarStatement, _ look: Look, isNew: Bool
    ) -> [(path: FilePath, expected: [UInt8]?, bytes: [UInt8])] {
        guard !look.sidecars.isEmpty else {
            let path = look.files.newSidecar
            let new = Sidecar(path: path.text, content: nil)
            guard isNew, let bytes = try? reader.restate(new, with: statement).bytes else { return [] }
            return [(path, nil, bytes)]
        }
        let stating = look.sidecars.filter { $0.stated.states(statement) }
        let meant = stating.isEmpty && isNew ? Array(look.sidecars.prefix(1)) : stating
        // The newest last, which stays the newest.
        return meant.reversed().compactMap { sidecar, _, bytes in
            bytes.map { (FilePath(sidecar.path), sidecar.content, $0) }
        }
    }
}
