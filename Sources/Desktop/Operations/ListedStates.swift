// The states of files on shares as the listings of an operation have said them.
import Photos
import Synchronization

/// Spares a question about each file of a folder that was listed a moment ago. Each answer is given once, so that it
/// is never that of a file which the operation itself has changed since; what others have changed is found after the
/// copy. Any thread may call.
final class ListedStates: Sendable {
    private struct State {
        var known: [ShareAddress: EntryStatus] = [:]
        /// The files whose states were given.
        var given: Set<ShareAddress> = []
    }
    private let state = Mutex(State())

    func note(_ status: EntryStatus, of file: ShareAddress) { state.withLock { $0.known[file] = status } }

    /// Returns the state of a file, and forgets it.
    func take(_ file: ShareAddress) -> EntryStatus? {
        state.withLock { state in
            guard let status = state.known.removeValue(forKey: file) else { return nil }
            state.given.insert(file)
            return status
        }
    }

    /// Whether a group that has found a file changed was planned by a listing, and may be planned once more.
    func retract(_ group: OperationGroup) -> Bool {
        state.withLock { state in
            let files = group.steps.compactMap { $0.source.flatMap { ShareAddress($0) } }
            let isListed = files.contains(where: state.given.contains)
            state.given.subtract(files)
            return isListed
        }
    }

    func forget() { state.withLock { $0 = State() } }
}
