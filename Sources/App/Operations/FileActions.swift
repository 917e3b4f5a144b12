// The window's actions on files: trash, copy, move, rename, new folder, paste.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Asks what has to be asked, has the program's `FileWork` do it, and says what came of it.
final class FileActions {
    private let window: UnsafeMutablePointer<GtkWindow>
    private let work: FileWork
    private let target: ActionTarget
    private let toasts: Toasts
    private let notice: NoticeBar
    private var running: OperationControl?
    private var isOpen = true

    /// Returns the folder that is shown; nil where something else is.
    var folder: () -> String? = { nil }
    /// Called when files have changed, so that the list may be looked at before its watch tells.
    var onChanged: () -> Void = {}

    /// Keys that belong to the focused widget first: an entry deletes and cuts by itself.
    private static let keys = [
        ("Delete", "win.trash"), ("KP_Delete", "win.trash"), ("<Shift>Delete", "win.delete"), ("<Control>x", "win.cut"),
        ("F2", "win.rename"), ("<Control><Shift>n", "win.new-folder"),
    ]
    /// Time after which the progress of an operation is shown.
    private nonisolated static let patience = Duration.milliseconds(400)

    /// - Parameter window: Borrowed; gets the actions and their keys, and outlives this object.
    init(
        on window: UnsafeMutablePointer<GtkWindow>, work: FileWork, target: ActionTarget, toasts: Toasts,
        notice: NoticeBar
    ) {
        (self.window, self.work, self.target, self.toasts, self.notice) = (window, work, target, toasts, notice)
        let map = OpaquePointer(window)
        let actions: [(String, (FileActions) -> () -> Void)] = [
            ("trash", { $0.trash }), ("delete", { $0.askToDelete }), ("cut", { $0.cut }),
            ("copy-to", { files in { files.chooseFolder(moves: false) } }),
            ("move-to", { files in { files.chooseFolder(moves: true) } }), ("rename", { $0.rename }),
            ("new-folder", { $0.newFolder }), ("cancel-operation", { files in { files.running?.cancel() } }),
        ]
        for (name, action) in actions {
            WindowActions.add(name, to: map) { [weak self] in if let self { action(self)() } }
        }
        WindowActions.addKeys(Self.keys, to: window.cast())
        work.observeFolder(for: self) { [weak self] in self?.folder() }
        update()
    }

    /// Ends with the window; operations go on.
    func stop() {
        isOpen = false
        work.observeFolder(for: self, nil)
    }

    /// Enables the actions that apply to what is chosen. Call when that is something else.
    func update() {
        guard isOpen else { return }
        let hasFiles = target.hasFiles
        for name in ["trash", "delete", "cut", "copy-to", "move-to", "rename"] { enable(name, hasFiles) }
        enable("new-folder", folder() != nil)
    }

    private func enable(_ name: String, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(OpaquePointer(window), name) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    /// Calls `body` with the files of the photos that are chosen.
    private func withFiles(_ body: @escaping (FileActions, [PhotoFiles]) -> Void) {
        guard let photos = target.photos else { return }
        Task { [weak self] in
            let files = await photos.readFiles()
            guard let self, self.isOpen, !files.isEmpty else { return }
            body(self, files)
        }
    }

    // MARK: Deleting

    private func trash() { runChosen(.trash) { .trash($0) } }

    private func askToDelete() {
        withFiles { $0.askToDelete($1, because: OperationText.deleteBody) }
    }

    private func askToDelete(_ photos: [PhotoFiles], because body: String) {
        let delete = Question.Answer(id: "delete", label: OperationText.deleteAnswer, isDestructive: true)
        Question.ask(OperationText.deleteHeading(photos.count), body: body, [delete], over: window) { [weak self] in
            if $0 == delete.id { self?.run(.delete(photos)) }
        }
    }

    // MARK: Copying and moving

    private func chooseFolder(moves: Bool) {
        withFiles { files, photos in
            PathChooser.chooseFolder(
                over: files.window, title: OperationText.chooseHeading(photos.count, moves: moves),
                accept: moves ? OperationText.moveHere : OperationText.copyHere
            ) { [weak files] in files?.place(photos, in: $0, moves: moves) }
        }
    }

    /// Copies or moves photos to a folder, after questions where names are in use there.
    func place(_ photos: [PhotoFiles], in folder: String, moves: Bool, otherwise: (() -> Void)? = nil) {
        Task { [weak self, work] in
            let clashes = await work.clashes(of: photos, in: folder)
            guard let self, self.isOpen else { return }
            ClashQuestions.ask(clashes, over: self.window) { [weak self] answers in
                self?.run(
                    moves ? .move(photos, to: folder, answers) : .copy(photos, to: folder, answers),
                    otherwise: otherwise)
            }
        }
    }

    private func cut() {
        guard let photos = target.photos else { return }
        Task { [weak self] in
            let chosen = await SelectedPhotos.read(photos.refs, of: photos.store, from: photos.source, isCut: true)
            guard let self, self.isOpen, let content = chosen.clipboardContent() else { return }
            defer { g_object_unref(content) }
            gdk_clipboard_set_content(gtk_widget_get_clipboard(self.window.cast()), content)
            self.toasts.say(OperationText.cutDone)
        }
    }

    /// Pastes what a file manager has copied or cut into the shown folder. `otherwise` is called where there are no
    /// files, nothing but folders, or no folder is shown.
    func paste(otherwise: @escaping () -> Void) {
        guard let folder = folder(), FileClipboard.hasFiles(window.cast()) else { return otherwise() }
        FileClipboard.read(of: window.cast()) { [weak self] files in
            guard let self, self.isOpen else { return }
            guard let files else { return otherwise() }
            Task { [weak self] in
                let photos = await PhotoFiles.grouped(files.paths.map { PhotoFiles(path: FilePath($0)) })
                guard let self, self.isOpen else { return }
                self.place(photos, in: folder, moves: files.isCut, otherwise: otherwise)
            }
        }
    }

    // MARK: Names

    private func rename() {
        withFiles { files, photos in
            if photos.count == 1 { files.renameOne(photos[0]) } else { files.renameMany(photos) }
        }
    }

    private func renameOne(_ photo: PhotoFiles) {
        Question.askText(
            OperationText.renameOne, body: "", answer: OperationText.renameAnswer, text: photo.name.shown,
            selected: photo.name.stem.shown.count, over: window,
            explain: { name in
                let flaw = FileName.flaw(of: name)
                return (flaw.map(OperationText.words) ?? "", flaw == nil)
            }
        ) { [weak self] name in
            if name != photo.name.shown { self?.run(.rename([.init(photo, to: FileName(name))])) }
        }
    }

    private func renameMany(_ photos: [PhotoFiles]) {
        func names(_ text: String) -> [String] {
            let pattern = NamePattern(text)
            return photos.enumerated().map { pattern.name($0 + 1, of: $1.name) }
        }
        Question.askText(
            OperationText.renameMany(photos.count), body: OperationText.patternBody,
            answer: OperationText.renameAnswer, text: String(repeating: "#", count: String(photos.count).count),
            selected: 0, over: window,
            explain: { text in
                let pattern = NamePattern(text)
                let preview = [1, 2, photos.count].map { pattern.name($0, of: photos[$0 - 1].name) }
                if let flaw = text.isEmpty ? .empty : preview.compactMap(FileName.flaw).first {
                    return (OperationText.words(flaw), false)
                }
                return (
                    photos.count > 2 ? "\(preview[0]), \(preview[1]) … \(preview[2])" : "\(preview[0]), \(preview[1])",
                    true
                )
            }
        ) { [weak self] text in
            self?.run(.rename(zip(photos, names(text)).map { FileOperation.Renaming($0, to: FileName($1)) }))
        }
    }

    private func newFolder() {
        guard let folder = folder() else { return }
        Question.askText(
            OperationText.newFolderHeading, body: "", answer: OperationText.newFolderAnswer,
            text: OperationText.newFolderHeading, selected: OperationText.newFolderHeading.count, over: window,
            explain: { name in
                let flaw = FileName.flaw(of: name)
                return (flaw.map(OperationText.words) ?? "", flaw == nil)
            }
        ) { [weak self] name in
            self?.run(.makeFolder((folder == "/" ? "" : folder) + "/" + name))
        }
    }

    // MARK: Running

    /// Runs an operation and says what came of it. The operation goes on when the window is closed.
    func run(_ operation: FileOperation, otherwise: (() -> Void)? = nil) {
        start(operation.kind, otherwise: otherwise) { operation }
    }

    /// Runs an operation with the photos that are chosen now. Its place in the history is that of this call, while the
    /// photos' files are read behind the window.
    /// - Parameter operation: Returns nil where there is nothing to do after all.
    func runChosen(_ kind: ActKind, _ operation: @escaping ([PhotoFiles]) -> FileOperation?) {
        guard let photos = target.photos else { return }
        start(kind) {
            let files = await photos.readFiles()
            return files.isEmpty ? nil : operation(files)
        }
    }

    private func start(
        _ kind: ActKind, otherwise: (() -> Void)? = nil, _ operation: @escaping () async -> FileOperation?
    ) {
        let control = Self.control(kind, self)
        running = control
        work.start(control, operation) { [weak self] operation, outcome in
            guard let self, self.isOpen else { return }
            self.finish(control)
            if outcome.done + outcome.others == 0, let otherwise, outcome.withheld.isEmpty,
                outcome.failures.allSatisfy({ $0.reason == .isFolder })
            {
                return otherwise()
            }
            self.tell(outcome, operation)
        }
    }

    /// Takes in that an operation of this window runs, for its progress and for Cancel; or that it has ended.
    func begin(_ control: OperationControl) { running = control }
    func finish(_ control: OperationControl) {
        if running === control {
            running = nil
            notice.hide()
        }
        onChanged()
    }

    private func tell(_ outcome: OperationOutcome, _ operation: FileOperation) {
        let folder: String? =
            switch operation {
            case .copy(_, let folder, _), .move(_, let folder, _), .makeFolder(let folder): folder
            case .trash, .delete, .rename, .turn: nil
            }
        let words = [
            OperationText.done(outcome, in: folder), outcome.isCancelled ? OperationText.cancelled : nil,
            outcome.skipped > 0 ? OperationText.skipped(outcome.skipped) : nil, OperationText.failed(outcome.failures),
        ]
        toasts.say(words, isUndoable: outcome.isUndoable)
        WithheldQuestions.ask(outcome, of: operation, over: window) { [weak self] in self?.run($0) }
        if !outcome.withoutTrash.isEmpty { askToDelete(outcome.withoutTrash, because: OperationText.noTrashBody) }
    }

    /// Makes the handle of an operation whose progress is shown once it has taken a while.
    static func control(_ kind: ActKind, _ files: FileActions?) -> OperationControl {
        let start = ContinuousClock.now
        return OperationControl { [weak files] progress in
            guard ContinuousClock.now - start > patience, progress.photos < progress.count else { return }
            Task { @MainActor in
                guard let files, files.isOpen, files.running != nil else { return }
                files.notice.show(
                    OperationText.progress(kind, progress),
                    choices: [Choice(label: OperationText.cancel, action: "win.cancel-operation")])
            }
        }
    }
}
