// The selection of the shown page as the window has it: header and actions.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The window's side of the selection. The page that is shown has the selection itself.
final class Selecting: WindowFeature {
    let headers: SelectionHeader
    private let context: WindowContext
    private var binding: ModelBinding<SelectionSummary>?
    private var page: GalleryPage? { context.gallery }

    /// - Parameters:
    ///   - header: The usual header, floating.
    ///   - menu: The menu of the selected photos.
    ///   - targets: The folders to which photos are copied.
    init(_ context: WindowContext, header: Widget, menu: GObjectReference, targets: TargetMenus) {
        self.context = context
        headers = SelectionHeader(inPlaceOf: header, menu: menu, targets: targets, actions: context.actions)
        for (command, step) in [
            (.selectAll, .all), (.selectNone, .none), (.invertSelection, .inversion),
        ] as [(WindowCommand, SelectionStep)] {
            context.actions.add(command) { [weak self] in self?.apply(step) }
        }
        context.actions.add(.selectFocused) { [weak self] in
            guard let self, self.context.isGridInFront else { return }
            if case .photo(let ref) = self.context.target.pointed {
                self.apply(.toggle(ref))
            } else {
                self.page?.selection.toggleFocused()
            }
        }
        context.actions.add(.selectSection) { [weak self] in
            guard let self, self.context.isGridInFront else { return }
            if case .section(let section) = self.context.target.pointed {
                self.apply(.section(section))
            } else {
                self.page?.selection.toggleSection()
            }
        }
        context.actions.add(.selectMode, isOn: false) { [weak self] in
            if self?.escape() == false { self?.apply(.enter) }
        }
    }

    func pageChanged(to page: any BrowsePage) {
        guard let model = page.gallery?.selection.model else {
            binding = nil
            return show(SelectionSummary())
        }
        binding = ModelBinding({ model.summary }) { [weak self] in self?.show($0) }
    }

    func targetChanged() { context.enableOnPage(.selectMode, .selectAll, .selectNone, .invertSelection) }
    func widthChanged(isNarrow: Bool) { headers.isNarrow = isNarrow }
    var menuButtons: [MenuButton] { [headers.menuButton, headers.copyTo, headers.marks] }
    var menuInFront: MenuButton? {
        context.router.current == .grid && headers.isShown ? headers.menuButton : nil
    }

    func stop() { binding = nil }

    /// Gives a rubber band or the selection up. Does nothing while an opened photo is on its way back: Escape is meant
    /// for the photo then.
    func escape() -> Bool {
        guard let model = page?.selection.model, model.isActive, context.isGridInFront, !context.isPhotoClosing else {
            return false
        }
        model.apply(.leave)
        return true
    }

    private func apply(_ step: SelectionStep) {
        guard context.isGridInFront, let model = page?.selection.model else { return }
        model.apply(step)
    }

    private func show(_ summary: SelectionSummary) {
        headers.show(summary)
        context.actions.set(.selectMode, isOn: summary.isActive)
        context.actions.enable(.copySelected, summary.count > 0)
        context.target.changed()
    }
}
