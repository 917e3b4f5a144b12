// What undo and redo would take, read behind the windows.
import Desktop

/// The acts that undo and redo would take, as far as they are read.
///
/// One read at a time: of two, the one that began first may end last. It does not have the latest act, so that nothing
/// would be left to undo.
final class NextActsReader {
    /// The result of the latest read.
    private(set) var acts = NextActs()
    /// Whether a read has not ended.
    private(set) var isReading = false
    /// Whether the history may have changed since the read began that is under way.
    private var isStale = false
    private let read: () async -> NextActs

    init(read: @escaping () async -> NextActs) { self.read = read }

    /// Reads what is next, once more where a read is under way.
    /// - Parameter done: Called when all is read; not where another call will be told.
    func update(done: @escaping () -> Void) {
        isStale = true
        guard !isReading else { return }
        isReading = true
        Task {
            while self.isStale {
                self.isStale = false
                self.acts = await self.read()
            }
            self.isReading = false
            done()
        }
    }
}
