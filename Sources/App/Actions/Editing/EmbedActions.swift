// The writing of what is kept beside photos into their files.
import Browse
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// `win.write-into-files`, on the photos that actions act on: asks first, because nothing else but a turn changes the
/// files themselves.
final class EmbedActions: WindowFeature {
    private let context: WindowContext

    init(_ context: WindowContext) {
        self.context = context
        context.actions.add(.writeIntoFiles) { [weak self] in self?.ask() }
        // Their versions are others now.
        context.composition.files.news.embedded.set(for: self) { [weak context] paths in
            guard let source = context?.page?.model.source else { return }
            Task { await source.lookAgain(at: paths.map(\.text)) }
        }
    }

    func stop() { context.composition.files.news.embedded.set(for: self, nil) }

    func targetChanged() { context.actions.enable(.writeIntoFiles, context.target.can(.embed) && isOfFormat) }

    func collectionChanged(by update: CollectionUpdate, from before: CollectionSnapshot) { targetChanged() }

    /// Whether the only photo has a format that is written; of several that is seen when they are.
    private var isOfFormat: Bool {
        guard context.target.count == 1, case .file(let path)? = context.target.photos?.originals.first else {
            return true
        }
        return MetadataEmbedder.covers(path.name)
    }

    /// Asks for the photos that are chosen now, whatever is chosen later.
    private func ask() {
        guard context.target.can(.embed), let photos = context.target.photos else { return }
        Task { [weak self, work = context.composition.files] in
            let files = await photos.readFiles(), meant = await work.operations.embeddable(files)
            guard let self else { return }
            guard !meant.isEmpty else { return self.context.say(EmbedText.nothing(photos.refs.count)) }
            let write = Question.Answer(id: "write", label: EmbedText.answer, isSuggested: true)
            Question.ask(
                EmbedText.heading(meant.count), body: EmbedText.body(others: photos.refs.count - meant.count), [write],
                over: self.context.window
            ) { [weak self] answer in
                if answer == write.id { self?.context.operations.run(.embed(meant)) }
            }
        }
    }
}
