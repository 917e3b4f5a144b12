// What the rows of the panels do, and what a window puts into the clipboard.
import Browse
import CGTK
import Desktop
import Library
import Photos

extension WindowContext {
    /// Opens the place that a row of the panel names.
    func go(to target: PhotoFact.Target) {
        switch target {
        case .link(let address), .map(let address):
            OtherPrograms.open(address, over: window) { [weak self] in self?.sayOfPhotos($0) }
        case .file(let path):
            OtherPrograms.show(file: path, over: window) { [weak self] in self?.sayOfPhotos($0) }
        case .keyword(let keyword): search(for: Query.search(forKeyword: keyword))
        }
    }

    /// Copies the value of a row of the panel.
    func copy(_ fact: PhotoFact) {
        if case .file(let path) = fact.target {
            put(PictureContent.path(path.text))
        } else {
            put(PictureContent.text(fact.value.verbatimText ?? DisplayText.line(localized(fact.value))))
        }
        sayOfPhotos(FactText.copied(fact))
    }

    /// Puts `content` into the clipboard (transfer full).
    func put(_ content: UnsafeMutablePointer<GdkContentProvider>?) {
        guard let content else { return }
        defer { g_object_unref(content) }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(window.cast()), content)
    }
}
