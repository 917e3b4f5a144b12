// Actions for one photo: save, copy, open elsewhere. Each has a key and a menu item.
import Browse
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Library
import Photos

/// The window's actions for one photo: the opened one, or the only one that is chosen in the grid. They are disabled
/// if there is none. Copy acts on several photos as well.
final class PhotoActions: WindowFeature {
    private let context: WindowContext
    private let loader: PhotoLoader
    private let saver: PictureSaver
    private var window: UnsafeMutablePointer<GtkWindow> { context.window }
    private var savings: [Int: Task<Void, Never>] = [:]
    private var savingCount = 0

    /// Limit of the longer side of a copied photo in device pixels: 45 MB at 3:2, for as long as the clipboard holds
    /// it. The file itself is available to programs that want more.
    private static let longestCopy = 4096

    init(_ context: WindowContext, loader: PhotoLoader, saver: PictureSaver) {
        (self.context, self.loader, self.saver) = (context, loader, saver)
        let actions: [(WindowCommand, (PhotoActions) -> (PhotoSubject) -> Void)] = [
            (.saveAs, { $0.saveAs }), (.copyLink, { $0.copyLink }), (.openElsewhere, { $0.openElsewhere }),
            (.showInFiles, { $0.showInFiles }),
        ]
        for (command, action) in actions {
            context.actions.add(command) { [weak self] in
                if let self, let subject = self.subject { action(self)(subject) }
            }
        }
        context.actions.add(.copyPhoto) { [weak self] in
            if let subject = self?.subject { self?.copy(subject) } else { self?.copySeveral() }
        }
        context.actions.add(.copySelected) { [weak self] in self?.copySeveral() }
        targetChanged()
    }

    isolated deinit {
        for saving in savings.values { saving.cancel() }
    }

    /// The photo; nil if there is none, or more than one.
    private var subject: PhotoSubject? {
        context.target.single.map { PhotoSubject(photo: $1.photo($0), source: $1.source) }
    }

    func targetChanged() {
        let subject = subject
        let isFile = if case .file = subject?.original { true } else { false }
        let isInFolder = isFile || subject?.original.share != nil, hasLink = isInFolder || subject?.link != nil
        context.actions.enable(.saveAs, subject != nil)
        context.actions.enable(.copyPhoto, subject != nil || context.target.count > 1)
        context.actions.enable(.copyLink, hasLink)
        context.actions.enable(.openElsewhere, hasLink)
        context.actions.enable(.showInFiles, isInFolder)
    }

    // MARK: Other programs

    private func showInFiles(_ subject: PhotoSubject) {
        if case .file(let path) = subject.original { return context.go(to: .file(path)) }
        guard let share = subject.original.share, let folder = share.folder else { return }
        OtherPrograms.show(share.uri, in: folder.uri, over: window) { [weak self] in self?.context.sayOfPhotos($0) }
    }

    private func openElsewhere(_ subject: PhotoSubject) {
        switch subject.original {
        case .file(let path):
            guard let uri = path.uri else { return }
            OtherPrograms.open(uri, over: window) { [weak self] in self?.context.sayOfPhotos($0) }
        case .remote:
            if let share = subject.original.share {
                OtherPrograms.open(share.text, over: window) { [weak self] in self?.context.sayOfPhotos($0) }
            } else if let link = subject.link {
                context.go(to: .link(link))
            }
        }
    }

    // MARK: Clipboard

    private func copyLink(_ subject: PhotoSubject) {
        switch subject.original {
        case .file(let path):
            context.put(PictureContent.path(path.text))
            context.sayOfPhotos(PhotoActionText.pathCopied)
        case .remote:
            guard let link = subject.link ?? subject.original.share?.text else { return }
            context.put(PictureContent.text(link))
            context.sayOfPhotos(PhotoActionText.linkCopied)
        }
    }

    /// Copies the photo: its file or address at once, and with it its pixels in its own size, up to `longestCopy`, when
    /// they are decoded, or what is shown of it if that fails.
    private func copy(_ subject: PhotoSubject) {
        let size = PixelSize(square: Self.longestCopy)
        let request = ImageRequest(
            source: subject.source.identity, photo: subject.photo,
            location: subject.source.location(of: subject.photo, atLeast: size, fit: .fit), size: size, fit: .fit)
        let file = PictureContent.provider(of: subject.original, link: subject.link, texture: nil)
        context.composition.clipboard.put(file) { [weak self, loader] in
            let image = try? await loader.image(for: request, priority: .visible)
            let shown = self?.subject?.photo == subject.photo ? self?.context.detail.widgets.picture.shown : nil
            return PictureContent.provider(
                of: subject.original, link: subject.link, texture: image?.pointer ?? shown)
        } done: { [weak self] isThere in
            self?.context.sayOfPhotos(isThere ? PhotoActionText.photoCopied : SelectionText.notCopied)
        }
    }

    /// Puts the chosen photos into the clipboard.
    private func copySeveral() {
        guard context.isGridInFront, let chosen = context.target.photos else { return }
        context.composition.clipboard.put(nil) {
            await SelectedPhotos.read(chosen.refs, of: chosen.store, from: chosen.source).clipboardContent()
        } done: { [weak self] isThere in
            self?.context.sayOfPhotos(isThere ? SelectionText.copied(chosen.refs.count) : SelectionText.notCopied)
        }
    }

    // MARK: Saving

    private func saveAs(_ subject: PhotoSubject) {
        PathChooser.chooseDestination(
            for: SaveName.proposal(for: subject.photo, original: subject.original), over: window
        ) {
            [weak self] path in
            guard let path else {
                self?.context.sayOfPhotos(PhotoActionText.noFolder)
                return
            }
            self?.save(subject, to: path)
        }
    }

    /// Saves the bytes of the original to `path`.
    func save(_ subject: PhotoSubject, to path: String) {
        savingCount += 1
        let number = savingCount
        savings[number] = Task { [weak self, loader, saver] in
            do {
                await self?.context.turns.settle()
                try await saver.save(Self.content(of: subject, loader), to: path)
                let note = await self?.context.turns.turnCopy(of: subject, at: path)
                self?.context.sayOfPhotos(PhotoActionText.saved(as: FilePath.shown(path), note))
            } catch is CancellationError {
                // The window is closed.
            } catch let failure as PictureSaver.Failure {
                self?.context.sayOfPhotos(localized(failure.message))
            } catch let failure as LoadFailure {
                self?.context.sayOfPhotos(localized(failure))
            } catch {
                self?.context.sayOfPhotos("\(error)")
            }
            self?.savings[number] = nil
        }
    }

    private static func content(of subject: PhotoSubject, _ loader: PhotoLoader) async throws -> PictureSaver.Content {
        switch subject.original {
        case .file(let path): return .file(path.text)
        case .remote:
            let request = ImageRequest(
                source: subject.source.identity, photo: subject.photo, location: subject.original,
                size: PixelSize(square: 1), fit: .fit)
            return .bytes(try await loader.data(for: request, priority: .visible))
        }
    }
}
