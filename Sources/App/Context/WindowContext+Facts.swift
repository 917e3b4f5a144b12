// What the rows of the panels do, what can be edited in them, and what a window puts into the clipboard.
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

    /// The photos that actions act on, where their words can be edited: files that are not in the trash.
    var wordsSubject: WordsSubject? {
        guard target.can(.mark), let photos = target.photos else { return nil }
        return WordsSubject(refs: photos.refs, store: photos.store, source: photos.source)
    }

    /// Makes the part of a panel in which words are edited.
    func wordsEditor() -> WordsEditor {
        WordsEditor(
            counts: { [weak self] in
                guard let store = self?.target.model?.snapshot.store else { return [:] }
                return await Self.keywords(of: store)
            }, onGo: { [weak self] in self?.go(to: $0) },
            onEdit: { [weak self] edit, subject in
                let photos = ActionTarget.Photos(refs: subject.refs, store: subject.store, source: subject.source)
                self?.edits.make(edit, in: photos)
            })
    }

    @concurrent private nonisolated static func keywords(of store: PhotoStore) async -> [String: Int] {
        store.keywordCounts()
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
        if let content { composition.clipboard.put(content) }
    }
}
