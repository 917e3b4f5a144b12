// Operations between a share and the disk with a failure of every call in turn: each photo stays whole.
import CGLib
import Codecs
import Fixtures
import Foundation
import Glibc
import ImagePipeline
import Library
import Photos
import Testing

@testable import Desktop

/// A share that is a folder of this machine.
struct FolderAsShare: ShareDisk {
    static let root = ShareAddress("sftp://server")!
    let folder: String
    /// Whether a file has another tag at each question.
    var retags = false
    /// Whether of a file that is copied a half comes, without an error, as of one that is cut short meanwhile.
    var endsEarly = false
    /// Called in the middle of what is written, of which a half stays where it throws.
    var amid: @Sendable () throws(SystemFailure) -> Void = { () throws(SystemFailure) in }

    private func path(_ address: ShareAddress) -> String { folder + "/" + address.path(below: Self.root).text }
    private func path(_ path: FilePath) -> String { ShareAddress(path).map(self.path) ?? path.text }

    func status(_ file: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry {
        let status = try FileSystemCalls().status(path(file))
        let time = Int64(status.stamp.seconds)
        return ShareEntry(
            name: file.name, isFolder: status.kind == .folder, isRegular: status.kind == .file,
            isLink: status.kind == .link, byteCount: Int64(status.stamp.size), modified: time * 1_000_000_000,
            tag: retags ? "\(UInt64.random(in: 0 ... .max))" : "\(time)")
    }

    func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        var entries: [ShareEntry?] = []
        for file in files { entries.append(try exists(file) ? try status(file, followsLink: true) : nil) }
        return entries
    }

    func entries(in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] {
        var entries: [ShareEntry] = []
        for name in try FileSystemCalls().names(in: path(folder)) {
            entries.append(try status(folder.appending(path: FilePath(name)), followsLink: false))
        }
        return entries
    }

    func beginning(of file: ShareAddress, count: Int) throws(SystemFailure) -> EncodedBytes {
        guard let bytes = FileManager.default.contents(atPath: path(file)) else { throw SystemFailure(ENOENT) }
        return EncodedBytes(Array(bytes.prefix(count)))
    }

    func make(_ file: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) {
        try write(Array(bytes.storage), to: path(file))
    }

    func copy(_ from: FilePath, to: FilePath, onBytes: (Int) -> Void) throws(SystemFailure) {
        guard let bytes = FileManager.default.contents(atPath: path(from)) else { throw SystemFailure(ENOENT) }
        try write(Array(endsEarly ? bytes.prefix(bytes.count / 2) : bytes), to: path(to))
        onBytes(bytes.count)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
        let calls = FileSystemCalls(), file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL)
        defer { Glibc.close(file) }
        let half = bytes.count / 2
        Glibc.write(file, bytes, half)
        try amid()
        Glibc.write(file, Array(bytes[half...]), bytes.count - half)
    }

    func rename(_ from: ShareAddress, to: ShareAddress, replaces: Bool) throws(SystemFailure) {
        try FileSystemCalls().rename(path(from), to: path(to))
    }

    func remove(_ file: ShareAddress) throws(SystemFailure) {
        if Glibc.remove(path(file)) != 0 { throw SystemFailure(errno) }
    }

    func makeFolder(_ folder: ShareAddress) throws(SystemFailure) { try FileSystemCalls().makeFolder(path(folder)) }

    func setModified(_ file: ShareAddress, _ time: Int64) throws(SystemFailure) { throw SystemFailure(ENOTSUP) }

    func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom { ShareRoom(free: nil, isReadOnly: false) }
}

struct ShareOperationFaultTests {
    enum Case: CaseIterable {
        case copyToDisk, copyToShare, moveToDisk, moveToShare, moveOnShare, renameOnShare, undoMoveToDisk

        var isFromShare: Bool { self != .copyToShare && self != .moveToShare }
        var isToShare: Bool { self != .copyToDisk && self != .moveToDisk && self != .undoMoveToDisk }
    }

    private static func operation(_ which: Case, _ shelf: PhotoShelf) -> FileOperation {
        let share = FolderAsShare.root.path.text
        let from = which.isFromShare ? share + "/from" : shelf.from, to = which.isToShare ? share + "/to" : shelf.to
        let photos = shelf.photos.map {
            PhotoFiles(path: FilePath(from).appending($0.name), companions: $0.companions)
        }
        return switch which {
        case .copyToDisk, .copyToShare: .copy(photos, to: to, .keepBoth)
        case .moveToDisk, .moveToShare, .moveOnShare, .undoMoveToDisk: .move(photos, to: to, .keepBoth)
        case .renameOnShare:
            .rename(photos.map { FileOperation.Renaming($0, to: $0.name == "a.jpg" ? "b.jpg" : "a.jpg") })
        }
    }

    private static func run(_ which: Case, _ first: Int, _ way: CallFaults.Way, _ code: Int32) async -> Bool {
        let shelf = PhotoShelf(), root = shelf.scratch.path
        let isUndo = which == .undoMoveToDisk
        let faults = CallFaults(first: isUndo ? .max : first, way: way, code: code)
        let switched = SwitchedFaults(faults)
        var later: CallFaults?
        do {
            let calls = FileSystemCalls(
                before: { call throws(SystemFailure) in try switched.answer(call) },
                shares: { _ in
                    FolderAsShare(folder: root) { () throws(SystemFailure) in try switched.answer(.write) }
                })
            let operations = shelf.operations(calls: calls)
            _ = await operations.perform(operation(which, shelf))
            if isUndo {
                let undoing = CallFaults(first: first, way: way, code: code)
                switched.use(undoing)
                later = undoing
                _ = await operations.undo()
            }
        }
        // What the next start does.
        await shelf.operations(calls: FileSystemCalls(shares: { _ in FolderAsShare(folder: root) })).recover()
        let label = "\(which), call \(first), \(way), error \(code)"
        if which == .renameOnShare {
            let contents = shelf.names(shelf.from).map { name in
                FileManager.default.contents(atPath: shelf.from + "/" + name).map(Array.init)
            }
            let known = PhotoShelf.names.map(PhotoShelf.bytes)
            #expect(contents.count == known.count && known.allSatisfy(contents.contains), "\(label)")
        } else {
            for letter in PhotoShelf.letters {
                let places = shelf.places(of: letter)
                let allowed = which == .copyToDisk || which == .copyToShare ? [1, 2] : [1]
                #expect(places.map(allowed.contains) == true, "\(letter) in \(places ?? -1) places: \(label)")
            }
            #expect(shelf.litter.isEmpty, "\(shelf.litter): \(label)")
        }
        #expect(shelf.journals.isEmpty, "\(label)")
        return later?.wasMet ?? faults.wasMet
    }

    // MARK: Lies

    /// Performs an operation on a share, and does what the next start does.
    private static func perform(_ which: Case, _ shelf: PhotoShelf, on share: FolderAsShare) async -> OperationOutcome {
        let outcome: OperationOutcome
        do {
            let operations = shelf.operations(calls: FileSystemCalls(shares: { _ in share }))
            outcome = await operations.perform(operation(which, shelf))
            if which == .undoMoveToDisk { _ = await operations.undo() }
        }
        await shelf.operations(calls: FileSystemCalls(shares: { _ in share })).recover()
        return outcome
    }

    @Test(arguments: Case.allCases.filter { $0 != .renameOnShare })
    func aTagThatChangesAtEachQuestionCostsNoPhoto(which: Case) async {
        let shelf = PhotoShelf(), share = FolderAsShare(folder: shelf.scratch.path, retags: true)
        let outcome = await Self.perform(which, shelf, on: share)
        for letter in PhotoShelf.letters {
            let places = shelf.places(of: letter), isCopied = which == .copyToDisk || which == .copyToShare
            #expect(places == 1 || isCopied && places == 2, "\(letter) in \(places ?? -1) places")
        }
        #expect(shelf.litter == [] && shelf.journals == [])
        #expect(outcome.done + outcome.failures.count == 2)
    }

    @Test(arguments: [Case.copyToDisk, .copyToShare, .moveToDisk, .moveToShare])
    func aFileThatEndsEarlyIsNoCopy(which: Case) async {
        let shelf = PhotoShelf(), share = FolderAsShare(folder: shelf.scratch.path, endsEarly: true)
        let outcome = await Self.perform(which, shelf, on: share)
        #expect(outcome.done == 0 && outcome.failures.count == 2)
        #expect(shelf.names(shelf.to) == [] && shelf.names(shelf.from) == PhotoShelf.names.sorted())
        #expect(shelf.journals == [])
    }

    // MARK: Faults

    @Test(arguments: Case.allCases, CallFaults.Way.allCases)
    func aFailureOfAnyCallLeavesEachPhotoWholeInItsPlace(which: Case, way: CallFaults.Way) async {
        let codes = [EIO, ENOSPC, EACCES, ETIMEDOUT, ENOTCONN]
        var number = 1
        while await Self.run(which, number, way, codes[number % codes.count]) { number += 1 }
        #expect(number > 10)
    }
}
