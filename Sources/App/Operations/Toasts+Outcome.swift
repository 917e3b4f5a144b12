// The toast about an operation on files.
import Desktop

extension Toasts {
    /// Says what came of an operation, with the way back where there is one; nothing where there are no words.
    func say(_ words: [String?], of outcome: OperationOutcome) {
        let words = words.compactMap(\.self)
        guard !words.isEmpty else { return }
        say(words.joined(separator: "\n"), button: outcome.isUndoable ? (OperationText.undo, "win.undo") : nil)
    }
}
