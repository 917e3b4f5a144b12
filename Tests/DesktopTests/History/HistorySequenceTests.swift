// Acts of every kind at random, undone and done again, over restarts: every file byte for byte as it was.
import Codecs
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Testing

@testable import Desktop

/// A few sequences by default; `TESSERA_HISTORY_SEQUENCES=1000 TESSERA_HISTORY_ACTS=200` for many long ones.
@Suite(.timeLimit(.minutes(600))) struct HistorySequenceTests {
    private static func number(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func everyStateOfTheFilesComesBack() async throws {
        let acts = Self.number("TESSERA_HISTORY_ACTS", 60), first = Self.number("TESSERA_HISTORY_FIRST", 0)
        for seed in first..<first + Self.number("TESSERA_HISTORY_SEQUENCES", 12) {
            var sequence = HistorySequence(seed: UInt64(seed))
            for step in 0..<acts {
                if let fault = await sequence.go() {
                    Issue.record("sequence \(seed), step \(step): \(fault)")
                    return
                }
            }
        }
    }
}

/// One sequence: the states that the files had, and where in them the program is.
private struct HistorySequence {
    typealias Snapshot = [FilePath: HistoryShelf.State?]

    private let shelf = HistoryShelf()
    private var program: HistoryShelf.Program
    private var chance: SplitMix
    private var states: [Snapshot]
    private var position = 0
    private var latest = 0
    private var log: [String] = []

    init(seed: UInt64) {
        chance = SplitMix(seed: seed)
        for (index, name) in ["a.jpg", "b.jpg", "c.jpg", "d.bmp", "e.jpg"].enumerated() {
            let bytes =
                name.hasSuffix("bmp") ? Painting.quarters(9, 5).encoded("bmp") : HistoryShelf.jpeg(index % 8 + 1)
            shelf.photo(name, in: index % 2 == 0 ? "one" : "two", bytes + [UInt8(index)])
        }
        shelf.scratch.write("photos/one/a.cr2", [1, 2, 3])
        shelf.scratch.write("photos/one/c.xmp", Array(Self.sidecar.utf8))
        chmod(shelf.one + "/e.jpg", 0o444)
        program = shelf.start()
        states = [shelf.snapshot(program.store)]
    }

    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="2" other="kept"/>\
        </rdf:RDF></x:xmpmeta>
        """

    /// Does something, and returns what is wrong then; nil for nothing.
    mutating func go() async -> String? {
        switch chance.next() % 20 {
        case 0..<5: return await reverse(.undo)
        case 5..<8: return await reverse(.redo)
        case 8:
            log.append("restart")
            program = shelf.start()
            await program.operations.recover()
            return check(states[position], "after a restart")
        default: return await act()
        }
    }

    private mutating func reverse(_ reversal: Reversal) async -> String? {
        let outcome = await reversal == .undo ? program.operations.undo() : program.operations.redo()
        log.append("\(reversal) \(outcome.map { "\($0.kind) \($0.done)" } ?? "nothing")")
        let next = position + (reversal == .undo ? -1 : 1)
        guard states.indices.contains(next) else {
            return outcome == nil ? nil : say("\(reversal) has found something where there is nothing")
        }
        guard let outcome else { return say("there is nothing to \(reversal)") }
        guard outcome.failures.isEmpty, outcome.done > 0 else { return say("\(reversal) fails: \(outcome.failures)") }
        position = next
        return check(states[position], "\(reversal)")
    }

    private mutating func act() async -> String? {
        let photos = choose()
        guard !photos.isEmpty else { return nil }
        let target = chooseFolder()
        let answers: ClashAnswers = [.keepBoth, .replace, .skip][Int(chance.next() % 3)]
        let isUndoable: Bool
        switch chance.next() % 16 {
        case 13:
            isUndoable = await edit(
                chance.next() % 2 == 0 ? .addKeywords([Self.word(&chance)]) : .removeKeywords([Self.word(&chance)]),
                photos)
        case 14: isUndoable = await edit(chance.next() % 2 == 0 ? .title(Self.word(&chance)) : .caption(nil), photos)
        case 15: isUndoable = await edit(.date(WrittenTime(numbers: "\(1950 + chance.next() % 20)")), photos)
        case 0: isUndoable = await mark(.stars(Int(chance.next() % 7) - 1), photos)
        case 1: isUndoable = await mark(.label(PhotoLabel.allCases[Int(chance.next() % 6)]), photos)
        case 2: isUndoable = await mark(.favourite(chance.next() % 2 == 0), photos)
        case 3, 4: isUndoable = await perform(.turn(photos, by: Int(chance.next() % 3) + 1))
        case 5, 6: isUndoable = await perform(.move(photos, to: target, answers))
        case 7: isUndoable = await perform(.copy(Array(photos.prefix(2)), to: target, answers))
        case 8: isUndoable = await perform(.rename(renamings(photos)))
        case 9:
            latest += 1
            isUndoable = await perform(.makeFolder(target + "/folder \(latest)"))
        case 10:
            latest += 1
            isUndoable = await perform(.renameFolder(FilePath(target), to: FileName("named \(latest)")))
        case 11 where states[position].count < 6: isUndoable = await mark(.stars(5), photos)
        default: isUndoable = await perform(.trash(photos))
        }
        let now = shelf.snapshot(program.store)
        if !isUndoable { return check(states[position], "an act that says that it changed nothing") }
        states = Array(states[...position]) + [now]
        position += 1
        if position > History.longest {
            states.removeFirst(position - History.longest)
            position = History.longest
        }
        return nil
    }

    private mutating func perform(_ operation: FileOperation) async -> Bool {
        let outcome = await program.operations.perform(operation)
        log.append("\(operation) -> \(outcome.done) \(outcome.failures)")
        return outcome.isUndoable
    }

    private mutating func mark(_ mark: PhotoMarks.Mark, _ photos: [PhotoFiles]) async -> Bool {
        var marked: [PhotoToMark] = []
        for photo in photos {
            marked.append(PhotoToMark(path: photo.path, marks: await program.marking.marks(of: photo.path)))
        }
        let given = await program.marking.give(mark, to: marked, in: program.history, at: ActTicket())
        log.append("\(mark) \(photos.map(\.name.text)) -> \(given.outcomes.map(\.place))")
        return given.isUndoable
    }

    private static func word(_ chance: inout SplitMix) -> String {
        ["sky", "sea", "a/b", "a/c"][Int(chance.next() % 4)]
    }

    private mutating func edit(_ edit: PhotoEdit, _ photos: [PhotoFiles]) async -> Bool {
        let given = await program.marking.apply(
            edit, to: photos.map(\.path), in: program.history, at: ActTicket())
        log.append("\(edit) \(photos.map(\.name.text)) -> \(given.outcomes.map(\.failure))")
        return given.isUndoable
    }

    /// Some photos of one folder. Where there are many it is some of all of them.
    private mutating func choose() -> [PhotoFiles] {
        let folder = chooseFolder()
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let photos = names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".bmp") }
        return photos.filter { _ in chance.next() % 3 == 0 }.map { name in
            let raw = FileName(name).stem + ".cr2"
            return PhotoFiles(
                path: FilePath(folder + "/" + name), companions: names.contains(raw.text) ? [raw] : [])
        }
    }

    /// One of the two folders with photos, whatever its name is now.
    private mutating func chooseFolder() -> String {
        let photos = shelf.scratch.path + "/photos"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: photos)) ?? []).sorted()
        return photos + "/" + names[Int(chance.next() % UInt64(names.count))]
    }

    /// New names, or those of each other in turn.
    private mutating func renamings(_ photos: [PhotoFiles]) -> [FileOperation.Renaming] {
        if photos.count > 1, chance.next() % 2 == 0 {
            let stems = photos.map(\.name.stem)
            return zip(photos, stems.dropFirst() + stems.prefix(1)).map { photo, stem in
                FileOperation.Renaming(photo, to: stem + photo.name.ending)
            }
        }
        return photos.map { photo in
            latest += 1
            return FileOperation.Renaming(photo, to: FileName("n\(latest)" + photo.name.ending))
        }
    }

    // MARK: Checks

    private func check(_ expected: Snapshot, _ what: String) -> String? {
        let now = shelf.snapshot(program.store)
        guard now != expected else { return nil }
        let paths = Set(now.keys).union(expected.keys).filter { now[$0] != expected[$0] }
        let differences = paths.sorted().map { path in
            "\(path.name.text): \(Self.words(expected[path])) is \(Self.words(now[path]))"
        }
        return say("\(what): " + differences.joined(separator: "; "))
    }

    private static func words(_ state: HistoryShelf.State??) -> String {
        guard let state else { return "nothing" }
        guard let state else { return "a folder" }
        let time = "\(state.seconds).\(state.nanoseconds)"
        return "\(state.bytes.count) bytes \(state.bytes.hashValue) mode \(state.mode) \(time) \(state.kept)"
    }

    private func say(_ fault: String) -> String { fault + "\n" + log.suffix(12).joined(separator: "\n") }
}
