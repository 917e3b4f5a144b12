// The window's action that makes photos anew for others.
import CGTK
import Desktop
import Library
import Photos

/// Asks what the exported photos are to be like, and has them made.
final class PhotoExport: WindowFeature {
    private let context: WindowContext
    private var dialog: ExportDialog?

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.export) { [weak self] in self?.export() }
    }

    func targetChanged() { context.actions.enable(.export, context.target.can(.files)) }

    private func export() {
        guard let chosen = context.target.photos else { return }
        Task { [weak self] in
            let photos = await chosen.readFiles()
            let items = await chosen.readNames(of: photos)
            guard let self, self.context.operations.isOpen, !photos.isEmpty else { return }
            self.ask(photos, items)
        }
    }

    /// - Parameter items: What the names of the photos are made of.
    private func ask(_ photos: [PhotoFiles], _ items: [NamePattern.Item]) {
        let preferences = context.composition.preferences
        dialog = ExportDialog(items, preferences, shown: context.folder.map { FilePath($0) }, over: context.window) {
            [weak self] folder in
            guard let self else { return }
            self.dialog = nil
            guard let folder else { return }
            let names = ExportNames(preferences.exportPattern, preferences.exportRecipe).all(items)
            let exports = zip(photos, names).map { FileOperation.Export($0, as: FileName($1)) }
            self.context.operations.export(exports, to: folder.text, preferences.exportRecipe)
        }
    }
}

/// The names of exported photos: by a pattern, with the extensions of their formats.
struct ExportNames {
    private let pattern: NamePattern
    private let recipe: ExportRecipe

    init(_ pattern: String, _ recipe: ExportRecipe) { (self.pattern, self.recipe) = (NamePattern(pattern), recipe) }

    /// Returns the names of photos in their order.
    func all(_ items: [NamePattern.Item]) -> [String] { pattern.names(items.map(exported)) }

    private func exported(_ item: NamePattern.Item) -> NamePattern.Item {
        if VideoFile.covers(item.name.text) { return item }
        return NamePattern.Item(
            FileName(item.name.stem.text + recipe.ending(of: item.name)), taken: item.taken, camera: item.camera)
    }
}
