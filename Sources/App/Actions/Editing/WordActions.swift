// The ways to the words of photos: the entry of keywords, and out of it.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// `win.edit-keywords`, which opens the information panel with the focus in its entry of keywords. Escape takes back
/// what is being written, and gives the photos the focus.
final class WordActions: WindowFeature {
    private let context: WindowContext
    private var panel: InfoPanel { context.router.current == .grid ? context.gridInfo : context.info }

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.editKeywords) { [weak self] in self?.editKeywords() }
    }

    func stop() { context.edits.stop() }

    func targetChanged() { context.actions.enable(.editKeywords, context.target.can(.mark)) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { targetChanged() }

    private func editKeywords() {
        guard context.wordsSubject != nil else { return }
        if !panel.isRevealed {
            gtk_widget_activate_action_variant(context.window.cast(), WindowCommand.info.rawValue, nil)
        }
        panel.editor?.focusKeywords()
    }

    var hasFocus: Bool { panel.editor?.isWriting == true }

    func escape() -> Bool {
        guard hasFocus else { return false }
        panel.editor?.revert()
        if context.isShowingDetail {
            gtk_widget_grab_focus(context.detail.view.cast())
        } else {
            context.page?.grabFocus()
        }
        return true
    }
}
