// Two folders with photos whose files are known by their content, and what may be found of them.
import Fixtures
import Foundation
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

/// A scratch folder with photos in `from`, a free folder `to`, a trash and a journal.
final class PhotoShelf: Sendable {
    let scratch = ScratchFolder()
    var from: String { scratch.path + "/from" }
    var to: String { scratch.path + "/to" }
    var trash: String { scratch.path + "/data/Trash" }
    var state: String { scratch.path + "/state" }

    /// The files of the photos: each photo's are named by the letter.
    static let names = ["a.jpg", "a.cr2", "a.jpg.xmp", "b.jpg", "b.xmp"]
    static let letters = ["a", "b"]

    init() {
        scratch.folder("from")
        scratch.folder("to")
        scratch.folder("data")
        for name in Self.names { scratch.write("from/" + name, Self.bytes(name)) }
    }

    static func bytes(_ name: String) -> [UInt8] { Array(String(repeating: name + "\n", count: 40).utf8) }

    var photos: [PhotoFiles] {
        [
            PhotoFiles(path: FilePath(from + "/a.jpg"), companions: ["a.cr2"]),
            PhotoFiles(path: FilePath(from + "/b.jpg")),
        ]
    }

    func operations(calls: FileSystemCalls = FileSystemCalls()) -> FileOperations {
        FileOperations(folder: state, trash: trash, calls: calls)
    }

    /// Names in a folder, hidden ones too; empty where there is none.
    func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    var trashed: [String] { names(trash + "/files") }
    var notes: [String] { names(trash + "/info") }
    var journals: [String] { names(state).filter { $0.contains(".journal") } }

    /// How many folders of `from`, `to` and the trash have all files of a photo, each whole; nil where one has only
    /// some of them.
    func places(of letter: String) -> Int? {
        var count = 0
        for folder in [from, to, trash + "/files"] {
            let names = Self.names.filter { $0.hasPrefix(letter) }
            let found = names.filter {
                FileManager.default.contents(atPath: folder + "/" + $0).map(Array.init) == Self.bytes($0)
            }
            if found.count == names.count { count += 1 } else if !found.isEmpty { return nil }
        }
        return count
    }

    /// Files that are no photo's: drafts, and notes without their file.
    var litter: [String] {
        let known = Set(Self.names)
        return (names(from) + names(to) + trashed).filter { !known.contains($0) }
            + notes.filter { !trashed.contains(String($0.dropLast(TrashPlace.noteEnding.count))) }
            + trashed.filter { !notes.contains($0 + TrashPlace.noteEnding) }
    }
}

/// Lets system calls fail by their number.
final class CallFaults: Sendable {
    /// How the calls from the number on end.
    enum Way: CaseIterable {
        /// One fails, and the rest work.
        case once
        /// All fail, as after the end of the process.
        case always
    }

    private let count = Mutex(0)
    private let first: Int
    private let way: Way
    private let code: Int32
    /// Whether renaming between the folders `from` and `to` fails as between file systems.
    private let isApart: Bool

    init(first: Int, way: Way, code: Int32, isApart: Bool = false) {
        (self.first, self.way, self.code, self.isApart) = (first, way, code, isApart)
    }

    /// Whether the fault came.
    var wasMet: Bool { count.withLock { $0 >= first } }

    /// Throws where a call is to fail.
    func answer(_ call: FileSystemCalls.Call) throws(SystemFailure) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == first || (way == .always && number > first) { throw SystemFailure(code) }
        guard isApart, case .rename(let from, let to) = call else { return }
        let folders = [from, to].map { $0.split(separator: "/").dropLast().last ?? "" }
        if folders[0] != folders[1], !folders.contains("files") { throw SystemFailure(EXDEV) }
    }
}

/// CallFaults that can be exchanged while operations run.
final class SwitchedFaults: Sendable {
    private let faults: Mutex<CallFaults>
    init(_ faults: CallFaults) { self.faults = Mutex(faults) }
    func use(_ faults: CallFaults) { self.faults.withLock { $0 = faults } }
    func answer(_ call: FileSystemCalls.Call) throws(SystemFailure) { try faults.withLock { $0 }.answer(call) }
    var calls: FileSystemCalls { FileSystemCalls { [self] call throws(SystemFailure) in try answer(call) } }
}
