// A failure of every system call in turn: each photo stays whole.
import Glibc
import Library
import Testing

@testable import Desktop

struct OperationFaultTests {
    enum Case: CaseIterable {
        case trash, copy, move, moveAcross, undoTrash, undoCopy, undoMoveAcross

        var isAcross: Bool { self == .moveAcross || self == .undoMoveAcross }
    }

    private static func operation(_ which: Case, _ shelf: PhotoShelf) -> FileOperation {
        switch which {
        case .trash, .undoTrash: .trash(shelf.photos)
        case .copy, .undoCopy: .copy(shelf.photos, to: shelf.to, .keepBoth)
        case .move, .moveAcross, .undoMoveAcross: .move(shelf.photos, to: shelf.to, .keepBoth)
        }
    }

    /// Runs a case with the call number `first` failing.
    /// - Returns: Whether that call was reached.
    private static func run(_ which: Case, _ first: Int, _ way: CallFaults.Way, _ code: Int32) async -> Bool {
        let shelf = PhotoShelf()
        let isUndo = [.undoTrash, .undoCopy, .undoMoveAcross].contains(which)
        let faults = CallFaults(first: isUndo ? .max : first, way: way, code: code, isApart: which.isAcross)
        var later: CallFaults?
        do {
            // The faults of an undo are counted from its beginning.
            let switched = SwitchedFaults(faults)
            let operations = shelf.operations(calls: switched.calls)
            _ = await operations.perform(operation(which, shelf))
            if isUndo {
                let undoing = CallFaults(first: first, way: way, code: code, isApart: which.isAcross)
                switched.use(undoing)
                later = undoing
                _ = await operations.undo()
            }
        }
        // What the next start does.
        await shelf.operations().recover()
        let label = "\(which), call \(first), \(way), error \(code)"
        for letter in PhotoShelf.letters {
            let places = shelf.places(of: letter)
            let allowed = which == .copy || which == .undoCopy ? [1, 2] : [1]
            #expect(places.map(allowed.contains) == true, "\(letter) in \(places ?? -1) places: \(label)")
        }
        if which == .undoCopy {
            // An undone copy is in the trash, or still where it was copied to.
            #expect(shelf.names(shelf.from) == PhotoShelf.names.sorted(), "\(label)")
        }
        #expect(shelf.litter.isEmpty, "\(shelf.litter): \(label)")
        #expect(shelf.journals.isEmpty, "\(label)")
        return later?.wasMet ?? faults.wasMet
    }

    @Test(arguments: Case.allCases, CallFaults.Way.allCases)
    func aFailureOfAnyCallLeavesEachPhotoWholeInItsPlace(which: Case, way: CallFaults.Way) async {
        let codes = [EIO, ENOSPC, EACCES]
        var number = 1
        while await Self.run(which, number, way, codes[number % codes.count]) { number += 1 }
        #expect(number > 10)
    }
}
