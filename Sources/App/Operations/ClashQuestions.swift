// The questions about photos whose names are in use in the folder that they go to.
import CGTK
import Desktop
import Library
import Photos

/// Asks for each photo in turn what to do with it, until an answer applies to all that are left.
final class ClashQuestions {
    private let clashes: [NameClash]
    private let window: UnsafeMutablePointer<GtkWindow>
    private let answered: (ClashAnswers) -> Void
    private var answers: [FilePath: ClashAnswers.Answer] = [:]

    private static let choices: [(button: Question.Answer, answer: ClashAnswers.Answer)] = [
        (.init(id: "skip", label: OperationText.skip), .skip),
        (.init(id: "replace", label: OperationText.replace, isDestructive: true), .replace),
        (.init(id: "keep", label: OperationText.keepBoth, isSuggested: true), .keepBoth),
    ]

    private init(
        _ clashes: [NameClash], over window: UnsafeMutablePointer<GtkWindow>, answered: @escaping (ClashAnswers) -> Void
    ) {
        (self.clashes, self.window, self.answered) = (clashes, window, answered)
    }

    /// Asks, and calls `answered` unless one of the questions is cancelled. Without clashes it is called at once.
    /// - Parameter window: Borrowed; while it is closed, so are the questions.
    static func ask(
        _ clashes: [NameClash], over window: UnsafeMutablePointer<GtkWindow>, answered: @escaping (ClashAnswers) -> Void
    ) {
        ClashQuestions(clashes, over: window, answered: answered).ask(0)
    }

    private func ask(_ index: Int) {
        // What comes to clash meanwhile gets a number, by which nothing is lost.
        guard index < clashes.count else { return answered(ClashAnswers(.keepBoth, except: answers)) }
        let clash = clashes[index], left = clashes.count - index - 1
        let check = left > 0 ? WidgetReference(made(gtk_check_button_new_with_label(OperationText.forAll(left)))) : nil
        Question.ask(
            OperationText.clashHeading(clash), body: OperationText.clashBody(clash), Self.choices.map(\.button),
            over: window,
            content: check?.widget
        ) { [self] id in
            guard let answer = Self.choices.first(where: { $0.button.id == id })?.answer else { return }
            if let check, gtk_check_button_get_active(check.widget.cast()) != 0 {
                return answered(ClashAnswers(answer, except: answers))
            }
            answers[clash.photo.path] = answer
            ask(index + 1)
        }
    }
}
