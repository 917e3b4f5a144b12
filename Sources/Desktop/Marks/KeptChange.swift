// What one act on one photo's marks or turn has changed, as a value that leads back.
import Library
import Photos

/// What was changed by a mark or a turn: a file of the user's, a row of the user's own database, or both.
public enum KeptChange: Hashable, Sendable {
    case file(FileChange)
    case database(MarkStore.RowChange)
    /// The file says it now, and the database no longer.
    case both(FileChange, MarkStore.RowChange)
    /// The files of a pair that state it, and the rows of its files that no longer do, in the order of the changes.
    case several([KeptChange])

    init?(_ files: [FileChange], _ rows: [MarkStore.RowChange]) {
        if files.count < 2, rows.count < 2 {
            self.init(files.first, rows.first)
        } else {
            self = .several(files.map { .file($0) } + rows.map { .database($0) })
        }
    }

    init?(_ file: FileChange?, _ row: MarkStore.RowChange?) {
        switch (file, row) {
        case (let file?, let row?): self = .both(file, row)
        case (let file?, nil): self = .file(file)
        case (nil, let row?): self = .database(row)
        case (nil, nil): return nil
        }
    }

    /// The change of a file, where there is one.
    var file: FileChange? {
        switch self {
        case .file(let file), .both(let file, _): file
        case .database, .several: nil
        }
    }

    /// The change of the database, where there is one.
    var row: MarkStore.RowChange? {
        switch self {
        case .database(let row), .both(_, let row): row
        case .file, .several: nil
        }
    }

    /// Takes all parts back, or none.
    /// - Returns: The change that leads forward again.
    /// - Throws: `FileFailure`, after which nothing is changed.
    func takenBack(by replacement: FileReplacement, _ store: MarkStore) throws(FileFailure) -> KeptChange {
        if case .several(let all) = self { return try Self.takenBack(all, by: replacement, store) }
        guard let file else {
            guard let row else { return self }
            return .database(try store.takeBack(row, replacement.stamp(of: row.path)))
        }
        let forward: FileChange
        do {
            forward = try replacement.takeBack(file)
        } catch let error where error == .changed {
            throw FileFailure(file.path.text, .changed)
        } catch {
            throw FileFailure(file.path.text, SystemFailure(error.code))
        }
        guard let row else { return .file(forward) }
        do {
            return .both(forward, try store.takeBack(row, replacement.stamp(of: row.path), isReplaced: true))
        } catch {
            _ = try? replacement.takeBack(forward)
            throw error
        }
    }

    private static func takenBack(
        _ all: [KeptChange], by replacement: FileReplacement, _ store: MarkStore
    ) throws(FileFailure) -> KeptChange {
        var forward: [KeptChange] = []
        for change in all.reversed() {
            do {
                forward.append(try change.takenBack(by: replacement, store))
            } catch {
                for change in forward.reversed() { _ = try? change.takenBack(by: replacement, store) }
                throw error
            }
        }
        return .several(forward)
    }

    // MARK: As text

    private static let rowWordCount = 3

    /// One line of words, separated by spaces: for the history.
    public var text: String {
        switch self {
        case .file(let file): "file " + file.text
        case .database(let row): "database " + row.text
        case .both(let file, let row): "both " + row.text + " " + file.text
        case .several(let all): (["several"] + all.map { PercentText.escaped($0.text) }).joined(separator: " ")
        }
    }

    /// Reads the line; nil for one that this program has not written.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        let rest = words.dropFirst()
        switch words.first {
        case "file": self.init(FileChange(rest.joined(separator: " ")), nil)
        case "database": self.init(nil, MarkStore.RowChange(rest.joined(separator: " ")))
        case "both":
            guard let row = MarkStore.RowChange(rest.prefix(Self.rowWordCount).joined(separator: " ")),
                let file = FileChange(rest.dropFirst(Self.rowWordCount).joined(separator: " "))
            else { return nil }
            self = .both(file, row)
        case "several":
            let all = rest.compactMap { KeptChange(PercentText.text(String($0))) }
            guard all.count == rest.count, !all.isEmpty else { return nil }
            self = .several(all)
        default: return nil
        }
    }
}
