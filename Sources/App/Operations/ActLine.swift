// The line in which acts wait for each other.

/// Runs acts in the order in which the user has asked for them, as far as one depends on another: operations on files
/// one after another, marks one after another and beside those, but before operations that were asked for later; marks
/// of photos on shares, which may be slow, beside all of these; undo and redo after everything, and everything after
/// them.
final class ActLine {
    /// What an act waits for.
    enum Kind {
        case marks, shareMarks, files, reversal

        /// Whether an act of this kind waits for an earlier one.
        func waits(for earlier: Kind) -> Bool {
            switch (self, earlier) {
            case (.reversal, _), (_, .reversal), (.files, .files), (.files, .marks), (.marks, .marks),
                (.shareMarks, .shareMarks):
                true
            case (.marks, _), (.shareMarks, _), (.files, .shareMarks): false
            }
        }
    }

    private var running: [(number: Int, kind: Kind, task: Task<Void, Never>)] = []
    private var latest = 0

    private let onChange: () -> Void

    /// - Parameter onChange: Called when something begins or has ended.
    init(onChange: @escaping () -> Void) { self.onChange = onChange }

    /// Whether an act is being done, or waits for it.
    var isBusy: Bool { !running.isEmpty }

    /// Puts an act at the end of the line.
    @discardableResult
    func add(_ kind: Kind, _ body: @escaping () async -> Void) -> Task<Void, Never> {
        let earlier = running.filter { kind.waits(for: $0.kind) }.map(\.task)
        latest += 1
        let number = latest
        let task = Task {
            for task in earlier { await task.value }
            await body()
            self.running.removeAll { $0.number == number }
            self.onChange()
        }
        running.append((number, kind, task))
        onChange()
        return task
    }
}
