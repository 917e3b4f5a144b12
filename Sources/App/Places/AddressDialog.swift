// The question for an address to open.
import Browse
import CGTK
import Desktop

/// A dialog with an entry for an address or a path, and with addresses that the program suggests.
enum AddressDialog {
    /// Asks over `window`. `chosen` gets what is to be opened; it is not called when the user cancels.
    static func ask(
        over window: UnsafeMutablePointer<GtkWindow>, chosen: @escaping (LaunchOptions.Subject) -> Void
    ) {
        let suggested: [(LaunchOptions.Subject, String, String)] = [
            (.sample, PlaceText.builtInGallery, AddressText.onThisComputer),
            (.picsum, ChoiceText.picsum, LaunchOptions.Subject.standardService),
        ]
        Question.askText(
            AddressText.title, body: "", answer: DialogText.open, text: "", selected: 0,
            suggestions: suggested.map { subject, title, address in
                .init(title: title, detail: address) { chosen(subject) }
            },
            over: window,
            explain: { text in
                do throws(LaunchOptions.Subject.TypingProblem) {
                    return (AddressText.meaning(of: try subject(of: text)), true)
                } catch {
                    return (AddressText.words(of: error), false)
                }
            }
        ) { text in
            if let subject = try? subject(of: text) { chosen(subject) }
        }
    }

    private static func subject(of text: String) throws(LaunchOptions.Subject.TypingProblem) -> LaunchOptions.Subject {
        try LaunchOptions.Subject(typed: text, home: UserFolders.home)
    }
}
