// The notice about operations that were interrupted by the end of the program, at its next start.
import CGTK
import Desktop

/// Says in one window what was done of each interrupted operation, and offers to go on.
final class InterruptedWork {
    private let window: UnsafeMutablePointer<GtkWindow>
    private let notice: NoticeBar
    private let run: (FileOperation) -> Void
    private var report = RecoveryReport()

    /// - Parameters:
    ///   - window: Borrowed; gets the actions of the buttons.
    ///   - run: Performs an operation and says its result.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, work: FileWork, notice: NoticeBar,
        run: @escaping (FileOperation) -> Void
    ) {
        (self.window, self.notice, self.run) = (window, notice, run)
        WindowActions.add("resume-operation", to: OpaquePointer(window)) { [weak self] in self?.goOn() }
        WindowActions.add("dismiss-operation", to: OpaquePointer(window)) { [weak self] in self?.dismiss() }
        Task { [weak self] in
            // The first window that asks is the one that says it.
            let found = await work.takeRecoveryReport()
            self?.report = found
            self?.show()
        }
    }

    private func show() {
        if let work = report.interrupted.first, let words = InterruptionText.notice(work) {
            let choices = [
                Choice(label: InterruptionText.goOn, action: "win.resume-operation", isSuggested: true),
                Choice(label: InterruptionText.dismiss, action: "win.dismiss-operation"),
            ]
            notice.show(words, choices: choices)
        } else if let journal = report.left.first {
            notice.show(
                InterruptionText.notice(journal),
                choices: [Choice(label: InterruptionText.dismiss, action: "win.dismiss-operation")])
        }
    }

    private func goOn() {
        guard let work = report.interrupted.first else { return }
        dismiss()
        run(work.rest)
    }

    private func dismiss() {
        if report.interrupted.isEmpty {
            if !report.left.isEmpty { report.left.removeFirst() }
        } else {
            report.interrupted.removeFirst()
        }
        notice.hide()
        show()
    }
}
