// The questions about photos that a drive does not take as they are.
import CGTK
import Desktop
import Library

/// Asks whether photos that an operation has left alone are to be done with in another way.
enum WithheldQuestions {
    /// Asks once for each way, and calls `run` with the operation for the photos where the user agrees.
    /// - Parameter window: Borrowed.
    static func ask(
        _ outcome: OperationOutcome, of operation: FileOperation, over window: UnsafeMutablePointer<GtkWindow>,
        run: @escaping (FileOperation) -> Void
    ) {
        for consent in ClashAnswers.Consent.allCases {
            guard let next = outcome.operation(operation, with: consent) else { continue }
            let photos = outcome.withheld.filter { $0.consent == consent }
            guard let first = photos.first else { continue }
            let accept = Question.Answer(id: "accept", label: WithheldText.answer(consent), isSuggested: true)
            Question.ask(
                WithheldText.heading(consent, photos.count), body: WithheldText.body(first.failure), [accept],
                over: window
            ) { if $0 == accept.id { run(next) } }
        }
    }
}
