// The window's actions on files: trash, copy, move, rename, new folder, paste.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Asks what has to be asked, and has it done.
final class FileActions: WindowFeature {
    private let context: WindowContext
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }

    /// What the photos have to allow for an action on them.
    private static let ofPhotos: [(command: WindowCommand, needs: PlaceCapabilities)] = [
        (.trash, [.change, .trash]), (.delete, .change), (.cut, .change), (.copyTo, .files), (.moveTo, .change),
        (.copyToFolder, .files), (.moveToFolder, .change), (.rename, .change),
    ]
    /// Latest targets in the menus.
    private static let mostTargets = 3

    private let targets: TargetMenus
    private let memory: PlacesMemory?
    /// The folders to which photos were copied and moved in this run, where nothing is remembered.
    private var latestTargets: [FilePath] = []

    /// - Parameters:
    ///   - targets: The menus of the latest targets.
    ///   - memory: Nil where nothing is remembered between runs.
    init(_ context: WindowContext, targets: TargetMenus, memory: PlacesMemory?) {
        (self.context, self.targets, self.memory) = (context, targets, memory)
        latestTargets = memory?.recentTargets ?? []
        targets.show(latestTargets)
        let actions: [(WindowCommand, (FileActions) -> () -> Void)] = [
            (.trash, { $0.trash }), (.delete, { $0.askToDelete }), (.cut, { $0.cut }),
            (.copyTo, { files in { files.chooseFolder(moves: false) } }),
            (.moveTo, { files in { files.chooseFolder(moves: true) } }), (.rename, { $0.rename }),
            (.newFolder, { $0.newFolder }), (.paste, { $0.paste }),
            (.cancelOperation, { files in { files.context.operations.cancel() } }),
        ]
        for (command, action) in actions {
            context.actions.add(command) { [weak self] in if let self { action(self)() } }
        }
        context.actions.add(.copyToFolder) { [weak self] folder in
            self?.withFiles { $0.context.operations.place($1, in: folder, moves: false) }
        }
        context.actions.add(.moveToFolder) { [weak self] folder in
            self?.withFiles { $0.context.operations.place($1, in: folder, moves: true) }
        }
        context.composition.files.observeFolder(for: self) { [weak context] in context?.folder }
        context.operations.observeChanges { [weak context] in context?.page?.model.refresh(.changed) }
    }

    func stop() {
        context.operations.stop()
        context.composition.files.observeFolder(for: self, nil)
    }

    func pageChanged(to page: any BrowsePage) { targetChanged() }

    func targetChanged() {
        for (command, needs) in Self.ofPhotos { context.actions.enable(command, context.target.can(needs)) }
        context.actions.enable(.newFolder, context.changeableFolder != nil)
    }

    /// Calls `body` with the files of the photos that are chosen.
    private func withFiles(_ body: @escaping (FileActions, [PhotoFiles]) -> Void) {
        guard let photos = context.target.photos else { return }
        Task { [weak self] in
            let files = await photos.readFiles()
            guard let self, self.isOpen, !files.isEmpty else { return }
            body(self, files)
        }
    }

    private var isOpen: Bool { context.operations.isOpen }

    // MARK: Deleting

    private func trash() { context.operations.runChosen(.trash) { .trash($0) } }

    private func askToDelete() {
        withFiles { $0.context.operations.askToDelete($1, because: OperationText.deleteBody) }
    }

    // MARK: Copying and moving

    private func chooseFolder(moves: Bool) {
        withFiles { files, photos in
            PathChooser.chooseFolder(
                over: files.window, in: [files.latestTarget?.text, files.context.folder],
                title: OperationText.chooseHeading(photos.count, moves: moves),
                accept: moves ? OperationText.moveHere : OperationText.copyHere
            ) { [weak files] folder in
                files?.rememberTarget(FilePath(folder))
                files?.context.operations.place(photos, in: folder, moves: moves)
            }
        }
    }

    private var latestTarget: FilePath? { (memory?.recentTargets ?? latestTargets).first }

    /// Keeps a folder as the latest target, which the menus offer.
    private func rememberTarget(_ folder: FilePath) {
        let latest = [folder] + (memory?.recentTargets ?? latestTargets).filter { $0 != folder }
        latestTargets = Array(latest.prefix(Self.mostTargets))
        memory?.recentTargets = latestTargets
        targets.show(latestTargets)
    }

    private func cut() {
        guard let photos = context.target.photos else { return }
        context.composition.clipboard.put(nil) {
            await SelectedPhotos.read(photos.refs, of: photos.store, from: photos.source, isCut: true)
                .clipboardContent()
        } done: { [weak self] isThere in
            if isThere { self?.context.say(OperationText.cutDone) }
        }
    }

    /// Pastes what a file manager has copied or cut into the shown folder. Opens what the clipboard names where there
    /// are no files, nothing but folders, or no folder is shown.
    private func paste() {
        if context.isCovered { return }
        let folder = context.changeableFolder
        context.composition.clipboard.whenSettled { [weak self] in self?.paste(into: folder) }
    }

    private func paste(into folder: String?) {
        guard isOpen else { return }
        guard let folder, FileClipboard.hasFiles(window.cast()) else { return openPasted() }
        FileClipboard.read(of: window.cast()) { [weak self] files in
            guard let self, self.isOpen else { return }
            guard let files else { return self.openPasted() }
            Task { [weak self] in
                let photos = await PhotoFiles.grouped(files.paths.map { PhotoFiles(path: FilePath($0)) })
                guard let self, self.isOpen else { return }
                self.context.operations.place(photos, in: folder, moves: files.isCut) { [weak self] in
                    self?.openPasted()
                }
            }
        }
    }

    private func openPasted() {
        GivenContent.readClipboard(of: window.cast()) { [weak context] given in
            switch given {
            case .subject(let subject): context?.open(subject)
            case .otherMachine(let machine): context?.say(PlaceNotice.otherMachine(machine))
            case .nothing: context?.say(PlaceNotice.nothingToOpen)
            }
        }
    }

    // MARK: Names

    private func rename() {
        guard let chosen = context.target.photos else { return }
        Task { [weak self] in
            let photos = await chosen.readFiles()
            guard let self, self.isOpen, !photos.isEmpty else { return }
            if photos.count == 1 { return self.renameOne(photos[0]) }
            let items = await chosen.readNames(of: photos)
            if self.isOpen { self.renameMany(photos, items) }
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
            if name != photo.name.shown { self?.context.operations.run(.rename([.init(photo, to: FileName(name))])) }
        }
    }

    /// - Parameter items: What the names of the photos are made of.
    private func renameMany(_ photos: [PhotoFiles], _ items: [NamePattern.Item]) {
        let shown = [items[0], items[1], items[items.count - 1]]
        Question.askText(
            OperationText.renameMany(photos.count), body: OperationText.patternBody,
            answer: OperationText.renameAnswer, text: String(repeating: "#", count: String(photos.count).count),
            selected: 0, insertions: NamePattern.Field.offered.map { (OperationText.field($0), $0.text) }, over: window,
            explain: { text in
                // The last one has its own number only among all; few are made anew at each key.
                let pattern = NamePattern(text)
                let preview = items.count > Self.mostPreviewed ? pattern.names(shown) : pattern.names(items)
                if let flaw = text.isEmpty ? .empty : preview.compactMap(FileName.flaw).first {
                    return (OperationText.words(flaw), false)
                }
                let (first, second, last) = (preview[0], preview[1], preview[preview.count - 1])
                return (photos.count > 2 ? "\(first), \(second) … \(last)" : "\(first), \(second)", true)
            }
        ) { [weak self] text in
            let names = NamePattern(text).names(items)
            self?.context.operations.run(
                .rename(zip(photos, names).map { FileOperation.Renaming($0, to: FileName($1)) }))
        }
    }

    /// Photos of which all names are made while a pattern is typed: 2 ms.
    private static let mostPreviewed = 2000

    private func newFolder() {
        if let folder = context.changeableFolder { context.operations.askForFolder(in: FilePath(folder)) }
    }
}
