// The running of operations on files for one window: their progress, their results in words, and the questions that
// they leave.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// Has the program's `FileWork` do what the window asks for, and says the result. An operation goes on when the window
/// is closed.
final class OperationRunner {
    private let window: UnsafeMutablePointer<GtkWindow>
    private let work: FileWork
    private let target: ActionTarget
    private let toasts: Toasts
    private let notice: NoticeBar
    private var running: OperationControl?
    /// The photos of the latest question whether to delete them, while it is open; empty for none.
    private var asked: [PhotoFiles] = []
    /// Whether the window is open.
    private(set) var isOpen = true

    private var observers: [() -> Void] = []

    /// Time after which the progress of an operation is shown.
    private nonisolated static let patience = Duration.milliseconds(400)

    /// - Parameter window: Borrowed; outlives this object.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, work: FileWork, target: ActionTarget, toasts: Toasts,
        notice: NoticeBar
    ) {
        (self.window, self.work, self.target, self.toasts, self.notice) = (window, work, target, toasts, notice)
    }

    /// Ends with the window; operations go on.
    func stop() { isOpen = false }

    /// Runs an operation and says its result.
    /// - Parameter otherwise: Called instead where there was nothing but folders.
    func run(_ operation: FileOperation, otherwise: (() -> Void)? = nil) {
        start(operation.kind, from: operation.departurePlace, otherwise: otherwise) { operation }
    }

    /// Runs an operation with the photos that are chosen now. Its place in the history is that of this call, while the
    /// photos' files are read behind the window.
    /// - Parameter operation: Returns nil where there is nothing to do after all.
    func runChosen(_ kind: ActKind, _ operation: @escaping ([PhotoFiles]) -> FileOperation?) {
        guard let photos = target.photos else { return }
        let place: PhotoPlace = photos.source.isOnShare ? .share : .disk
        start(kind, from: kind.takesPhotosAway ? place : nil) {
            let files = await photos.readFiles()
            return files.isEmpty ? nil : operation(files)
        }
    }

    /// Copies or moves photos to a folder, after questions where names are in use there.
    /// - Parameter otherwise: Called instead where there was nothing but folders.
    func place(_ photos: [PhotoFiles], in folder: String, moves: Bool, otherwise: (() -> Void)? = nil) {
        Task { [weak self, work] in
            let clashes = await work.operations.clashes(of: photos, in: folder)
            guard let self, self.isOpen else { return }
            ClashQuestions.ask(clashes, over: self.window) { [weak self] answers in
                self?.run(
                    moves ? .move(photos, to: folder, answers) : .copy(photos, to: folder, answers),
                    otherwise: otherwise)
            }
        }
    }

    /// Makes photos anew in a folder, after questions where names are in use there.
    func export(_ exports: [FileOperation.Export], to folder: String, _ recipe: ExportRecipe) {
        Task { [weak self, work] in
            let clashes = await work.operations.clashes(of: exports, in: folder)
            guard let self, self.isOpen else { return }
            ClashQuestions.ask(clashes, over: self.window) { [weak self] answers in
                self?.run(.export(exports, to: folder, recipe, answers))
            }
        }
    }

    /// Adds a closure that is called when files have changed, before any watch tells.
    func observeChanges(_ observer: @escaping () -> Void) { observers.append(observer) }

    /// Cancels what runs.
    func cancel() { running?.cancel() }

    /// Runs an operation when it is its turn, also if the window is closed by then, and says its result.
    /// - Parameters:
    ///   - departure: The place from which it takes photos away; nil for none.
    ///   - operation: Made when the acts before it are done; nil for none after all.
    private func start(
        _ kind: ActKind, from departure: PhotoPlace?, otherwise: (() -> Void)? = nil,
        _ operation: @escaping () async -> FileOperation?
    ) {
        let control = begin(kind)
        work.line.add(.files(departure: departure), control) { [weak self, work] ticket in
            guard let operation = await operation() else { return }
            let outcome = await work.perform(operation, at: ticket, control)
            guard let self, self.isOpen else { return }
            self.end(control)
            if outcome.done + outcome.others == 0, let otherwise, outcome.withheld.isEmpty,
                outcome.failures.allSatisfy({ $0.reason == .isFolder })
            {
                return otherwise()
            }
            self.tell(outcome, operation)
        }
    }

    /// Undoes the latest act, or does the one again that was undone last, and says the result.
    /// - Parameter done: Called with the result, if there was such an act.
    func reverse(_ reversal: Reversal, done: @escaping (OperationOutcome) -> Void) {
        let control = begin(work.next[reversal]?.kind ?? .move)
        work.line.add(.reversal) { [weak self, work] _ in
            let outcome = await work.reverse(reversal, control)
            guard let self, self.isOpen else { return }
            self.end(control)
            guard let outcome else { return }
            let isShown = outcome.folder.map(self.work.shows) ?? true
            self.toasts.say(HistoryText.words(outcome, isShown: isShown), isUndoable: false)
            done(outcome)
        }
    }

    /// Makes the handle of an operation whose progress is shown once it has taken a while.
    private func begin(_ kind: ActKind) -> OperationControl {
        let start = ContinuousClock.now
        let control = OperationControl { [weak self] progress in
            guard ContinuousClock.now - start > Self.patience, progress.photos < progress.count else { return }
            Task { @MainActor in self?.show(OperationText.progress(kind, progress)) }
        }
        running = control
        return control
    }

    private func show(_ progress: String) {
        guard isOpen, running != nil else { return }
        notice.show(progress, choices: [Choice(.cancelOperation)])
    }

    private func end(_ control: OperationControl) {
        if running === control {
            running = nil
            notice.hide()
        }
        for observer in observers { observer() }
    }

    private func tell(_ outcome: OperationOutcome, _ operation: FileOperation) {
        let folder: String? =
            switch operation {
            case .copy(_, let folder, _), .move(_, let folder, _), .export(_, let folder, _, _),
                .copyNew(_, let folder), .makeFolder(let folder):
                folder
            case .trash, .delete, .rename, .renameFolder, .restore, .discard, .turn, .embed: nil
            }
        // A photo that goes away by itself is not left by the user.
        let keepsPhotos =
            switch operation.kind {
            case .copy, .export, .rename, .turn, .embed: true
            default: false
            }
        let words = [
            OperationText.done(outcome, in: folder), ExportText.copied(outcome.copied),
            outcome.isCancelled ? OperationText.cancelled : nil,
            skipped(outcome, operation), OperationText.failed(outcome.failures),
        ]
        toasts.say(words, isUndoable: outcome.isUndoable, isOfOpened: keepsPhotos && outcome.failures.isEmpty)
        WithheldQuestions.ask(outcome, of: operation, over: window) { [weak self] in self?.run($0) }
        if !outcome.withoutTrash.isEmpty { askToDelete(outcome.withoutTrash, because: OperationText.noTrashBody) }
    }

    /// Says how many photos were left out, and why.
    private func skipped(_ outcome: OperationOutcome, _ operation: FileOperation) -> String? {
        guard outcome.skipped > 0 else { return nil }
        if case .copyNew = operation { return ArrivalText.known(outcome.skipped) }
        if case .embed = operation { return EmbedText.upToDate(outcome.skipped) }
        return OperationText.skipped(outcome.skipped)
    }

    /// Asks whether photos are to be deleted for good, and deletes them. Asks once where a key is pressed again before
    /// the question is there.
    func askToDelete(_ photos: [PhotoFiles], because body: String) {
        guard photos != asked else { return }
        asked = photos
        let delete = Question.Answer(id: "delete", label: OperationText.deleteAnswer, isDestructive: true)
        Question.ask(OperationText.deleteHeading(photos.count), body: body, [delete], over: window) { [weak self] in
            self?.asked = []
            if $0 == delete.id { self?.run(.delete(photos)) }
        }
    }

    /// Asks for a name, and makes a folder of it in another one.
    func askForFolder(in folder: FilePath) {
        askForName(
            OperationText.newFolderHeading, answer: OperationText.newFolderAnswer, text: OperationText.newFolderHeading
        ) { [weak self] name in
            self?.run(.makeFolder(folder.appending(FileName(name)).text))
        }
    }

    /// Asks for another name of a folder, and gives it that.
    func askToRename(_ folder: FilePath) {
        let shown = folder.name.shown
        askForName(OperationText.renameFolder, answer: OperationText.renameAnswer, text: shown) { [weak self] name in
            if name != shown { self?.run(.renameFolder(folder.trimmed, to: FileName(name))) }
        }
    }

    /// Asks for the name of a folder; one that cannot be has its reason below it.
    private func askForName(_ heading: String, answer: String, text: String, answered: @escaping (String) -> Void) {
        Question.askText(
            heading, body: "", answer: answer, text: text, selected: text.count, over: window,
            explain: { name in
                let flaw = FileName.flaw(of: name)
                return (flaw.map(OperationText.words) ?? "", flaw == nil)
            }, answered: answered)
    }
}
