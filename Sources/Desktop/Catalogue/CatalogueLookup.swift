// The search for the facts of many files at once.
import Glibc
import Library
import Photos

/// The files of one question, by folder and in the order of their names' bytes, in which the catalogue holds them.
///
/// A folder is read in one sequence beside its sorted names. Where many rows lie between two names, as where a few of a
/// large folder are asked for, the sequence begins anew at the next name.
struct CatalogueLookup: Sendable {
    /// Rows that are passed over before a search for the next name is less work. Reading a row that is not wanted takes
    /// about a tenth of a search.
    private static let gap = 16

    private struct Name {
        /// The index of the file in the question.
        let file: Int
        /// The bytes of the name in `names`.
        let bytes: Range<Int>
    }

    private let stamps: [FileStamp]
    private var names: [UInt8] = []
    private var folders: [(path: [UInt8], names: [Name])] = []

    /// Takes a question apart. Runs for a millisecond a thousand files.
    init(_ files: [(path: String, stamp: FileStamp)], below root: String) {
        stamps = files.map(\.stamp)
        names.reserveCapacity(files.count * 24)
        let root = CataloguePlace.root(root)
        var numbers: [[UInt8]: Int] = [:]
        for (index, file) in files.enumerated() {
            let place = CataloguePlace(file.path, below: root)
            let start = names.count
            names += place.name
            let name = Name(file: index, bytes: start..<names.count)
            if let last = folders.indices.last, folders[last].path == place.folder {
                folders[last].names.append(name)
            } else if let number = numbers[place.folder] {
                folders[number].names.append(name)
            } else {
                numbers[place.folder] = folders.count
                folders.append((place.folder, [name]))
            }
        }
        names.withUnsafeBytes { bytes in
            func text(_ name: Name) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[name.bytes]) }
            for number in folders.indices { folders[number].names.sort { text($0).precedes(text($1)) } }
        }
    }

    /// Reads what is known.
    /// - Returns: the facts in the order of the question, and files that are known under another name only.
    /// - Throws: `DatabaseFailure`.
    func run(in tables: CatalogueTables) throws -> (facts: [PhotoFacts?], adoptions: [CatalogueAdoption]) {
        var facts = [PhotoFacts?](repeating: nil, count: stamps.count)
        var adoptions: [CatalogueAdoption] = []
        for folder in folders {
            var strangers: [Name] = []
            if let number = try tables.knownFolder(folder.path) {
                try read(folder.names, of: number, in: tables, into: &facts, missing: &strangers)
            } else {
                strangers = folder.names
            }
            for name in strangers {
                let place = CataloguePlace(folder: folder.path, name: Array(names[name.bytes]))
                guard let found = try tables.elsewhere(stamps[name.file], at: place) else { continue }
                facts[name.file] = found.facts
                adoptions.append(found.adoption)
            }
        }
        return (facts, adoptions)
    }

    /// Reads the rows of one folder beside its names.
    private func read(
        _ wanted: [Name], of folder: Int64, in tables: CatalogueTables, into facts: inout [PhotoFacts?],
        missing: inout [Name]
    ) throws {
        let rows = try tables.database.statement(
            "SELECT name, \(CatalogueTables.arranged) FROM file WHERE folder = ? AND name >= ? ORDER BY name")
        defer { rows.reset() }
        try names.withUnsafeBytes { bytes in
            var hasRow = false, hasBegun = false
            for name in wanted {
                let target = UnsafeRawBufferPointer(rebasing: bytes[name.bytes])
                var passed = 0
                while hasRow, rows.withBytes(0, { $0.precedes(target) }), passed < Self.gap {
                    hasRow = try rows.step()
                    passed += 1
                }
                if !hasBegun || passed == Self.gap {
                    rows.reset()
                    rows.bind(1, folder)
                    rows.bind(2, bytes: target)
                    hasRow = try rows.step()
                    hasBegun = true
                }
                if hasRow, rows.withBytes(0, { $0.elementsEqual(target) }) {
                    facts[name.file] = try tables.facts(from: rows, at: 1, for: stamps[name.file])
                } else {
                    missing.append(name)
                }
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes come before others, as SQLite orders them.
    fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        let shared = Swift.min(count, other.count)
        guard shared > 0, let own = baseAddress, let others = other.baseAddress else { return count < other.count }
        let order = memcmp(own, others, shared)
        return order == 0 ? count < other.count : order < 0
    }
}
