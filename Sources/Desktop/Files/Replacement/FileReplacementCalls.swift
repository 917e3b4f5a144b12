// The calls of the system by which a file is replaced, each of which a test may let fail, or act before.
import Glibc

/// The one seam for faults of `FileReplacement`.
struct FileReplacementCalls: Sendable {
    /// The calls in the order in which they happen.
    enum Step: CaseIterable, Sendable {
        case open, write, mode, attributes, sync, close, rename, syncFolder
        /// Those of a replacement by the file's own bytes, which `write` goes on for.
        case read, time
        /// The look at what is there now: before the renaming, and after it at what has made room.
        case compare, settle
    }

    /// Asked before each call; an error number in place of the call, or 0 to make it.
    var failure: @Sendable (Step) -> Int32 = { _ in 0 }

    /// Makes a call.
    /// - Throws: `Failure` with the number that the seam or the system gives.
    @discardableResult
    func make(_ step: Step, _ call: () -> Int32) throws(FileReplacement.Failure) -> Int32 {
        let scripted = failure(step)
        if scripted != 0 { throw FileReplacement.Failure(code: scripted) }
        let result = call()
        if result < 0 { throw FileReplacement.Failure(code: errno) }
        return result
    }
}
