// The notice about operations that were interrupted by the end of the program, at its next start.
import CGTK
import Desktop

/// Says in one window what was done of each interrupted operation, and offers to go on.
final class InterruptedWork: WindowFeature {
    private let context: WindowContext
    private var report = RecoveryReport()

    /// - Parameter work: Has settled what a crash has left.
    init(_ context: WindowContext, work: FileWork) {
        self.context = context
        context.actions.add(.resumeOperation) { [weak self] in self?.goOn() }
        context.actions.add(.dismissOperation) { [weak self] in self?.dismiss() }
        Task { [weak self] in
            // The first window that asks is the one that says it.
            let found = await work.takeRecoveryReport()
            self?.report = found
            self?.show()
        }
    }

    private func show() {
        if let work = report.interrupted.first, let words = InterruptionText.notice(work) {
            context.notice.show(
                words, choices: [Choice(.resumeOperation, isSuggested: true), Choice(.dismissOperation)])
        } else if let journal = report.left.first {
            context.notice.show(InterruptionText.notice(journal), choices: [Choice(.dismissOperation)])
        }
    }

    private func goOn() {
        guard let work = report.interrupted.first else { return }
        dismiss()
        context.operations.run(work.rest)
    }

    private func dismiss() {
        if report.interrupted.isEmpty {
            if !report.left.isEmpty { report.left.removeFirst() }
        } else {
            report.interrupted.removeFirst()
        }
        context.notice.hide()
        show()
    }
}
