// The toast about an act.
import Desktop

extension Toasts {
    /// Says what came of an act, with the way back where there is one; nothing where there are no words.
    func say(_ words: [String?], isUndoable: Bool) {
        let words = words.compactMap(\.self)
        guard !words.isEmpty else { return }
        say(words.joined(separator: "\n"), button: isUndoable ? (OperationText.undo, WindowCommand.undo.rawValue) : nil)
    }
}
