// The photos whose words the info panel lets the user edit.
import Library
import Photos

/// Photos in files, as they were when the panel has shown them: an edit is one of those, whatever is chosen meanwhile.
struct WordsSubject: Equatable, Sendable {
    let refs: [PhotoRef]
    let store: PhotoStore
    let source: any PhotoSource

    nonisolated static func == (a: Self, b: Self) -> Bool { a.refs == b.refs }
}

/// The words of some photos together.
struct SharedWords: Equatable, Sendable {
    /// A title or a caption.
    enum Text: Equatable, Sendable {
        /// All photos have the same; nil for none.
        case same(String?)
        case several
    }

    /// Those that all photos have.
    var keywords: [String] = []
    var title = Text.same(nil)
    var caption = Text.same(nil)

    nonisolated init(keywords: [String] = [], title: Text = .same(nil), caption: Text = .same(nil)) {
        (self.keywords, self.title, self.caption) = (keywords, title, caption)
    }

    nonisolated init(_ description: PhotoDescription) {
        self.init(
            keywords: description.keywords, title: .same(description.title), caption: .same(description.caption))
    }
}
