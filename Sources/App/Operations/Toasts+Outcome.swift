// The toast about an act.
import Desktop

extension Toasts {
    /// Shows the result of an act, with a button for undo if that is possible; nothing if there are no words.
    /// - Parameter isOfOpened: Whether it is about the opened photo, if one is, and ends when that is left.
    func say(_ words: [String?], isUndoable: Bool, isOfOpened: Bool = false) {
        let words = words.compactMap(\.self)
        guard !words.isEmpty else { return }
        say(
            words.joined(separator: "\n"), button: isUndoable ? (OperationText.undo, WindowCommand.undo.rawValue) : nil,
            isOfOpened: isOfOpened)
    }
}
