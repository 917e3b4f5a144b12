// The sizes of photos before they are opened: what is known without reading anything, and headers of files.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos

/// The source of photos' sizes for one detail page. A header is read off the main thread, within a millisecond of a
/// file that is in the page cache; the last ones that were read are remembered.
final class PhotoProportions {
    private let loader: PhotoLoader
    private let reader: (any FactsReader)?

    /// A version of a photo.
    private struct Key: Hashable {
        let source: SourceID
        let photo: PhotoID
        let version: String
    }
    /// What headers say; nil inside where a file says nothing.
    private var headers: [Key: PixelSize?] = [:]
    /// The keys of `headers`, the oldest first.
    private var order: [Key] = []
    private var reading: [Key: Task<Void, Never>] = [:]
    private var listeners: [Key: (PixelSize?) -> Void] = [:]

    /// Number of headers that are remembered.
    private static let remembered = 64
    /// Longer side of the largest thumbnail that desktops keep. A tile that was made from one shows only the
    /// ratio of the photo.
    private static let largestThumbnail = 1024

    /// - Parameter reader: Reads headers; nil where no file is read.
    init(loader: PhotoLoader, reader: (any FactsReader)?) {
        self.loader = loader
        self.reader = reader
    }

    isolated deinit { cancel() }

    /// Returns the size of the upright photo, as far as it is known at once: from its file's header, the listing, or
    /// what has been decoded of it.
    func size(of ref: PhotoRef, in gallery: any BrowsePage) -> PixelSize? {
        let model = gallery.model
        if let size = model.pixelSize(of: ref) {
            // A video has no pixels of its own size to show: its thumbnail fills the view as the video will.
            return model.photo(ref).isVideo ? Self.placeHolder(size) : size
        }
        if let header = headers[key(ref, model)], let header { return header }
        guard let decoded = decoded(ref, in: gallery) else { return nil }
        return decoded.longerSide > Self.largestThumbnail || path(of: ref, in: model) == nil ? decoded : nil
    }

    /// Returns a size in the photo's ratio, larger than any view, for a photo whose own size is not known: from what
    /// has been decoded of it.
    func guess(_ ref: PhotoRef, in gallery: any BrowsePage, preview: PixelSize?) -> PixelSize? {
        (decoded(ref, in: gallery) ?? preview).map(Self.placeHolder)
    }

    /// Returns a size larger than any view, in the ratio of another one.
    static func placeHolder(_ size: PixelSize) -> PixelSize {
        let factor = 16_384 / max(size.longerSide, 1) + 1
        return PixelSize(width: size.width * factor, height: size.height * factor)
    }

    /// Reads the header of a photo's file, unless that was done.
    /// - Parameter then: Called later with its size; nil where the header says none. Replaces what was to be called for
    ///   the same photo.
    /// - Returns: False, without a call, where there is nothing to read or to wait for.
    @discardableResult
    func read(_ ref: PhotoRef, in gallery: any BrowsePage, then: ((PixelSize?) -> Void)? = nil) -> Bool {
        let key = key(ref, gallery.model)
        guard let reader, headers[key] == nil, let path = path(of: ref, in: gallery.model) else { return false }
        if let then { listeners[key] = then }
        guard reading[key] == nil else { return true }
        reading[key] = Task { [weak self] in
            let facts = try? await reader.facts(of: path)
            guard let self, !Task.isCancelled else { return }
            self.keep(facts?.size, for: key)
        }
        return true
    }

    /// Cancels all reading.
    func cancel() {
        for task in reading.values { task.cancel() }
        (reading, listeners) = ([:], [:])
    }

    private func keep(_ size: PixelSize?, for key: Key) {
        reading[key] = nil
        headers[key] = .some(size)
        order.append(key)
        if order.count > Self.remembered { headers[order.removeFirst()] = nil }
        listeners.removeValue(forKey: key)?(size)
    }

    private func key(_ ref: PhotoRef, _ model: GalleryModel) -> Key {
        let photo = model.photo(ref)
        return Key(source: model.source.identity, photo: photo.id, version: photo.version)
    }

    /// The path of a photo's file; nil for a video, whose header takes longer than a first frame may wait.
    private func path(of ref: PhotoRef, in model: GalleryModel) -> String? {
        let photo = model.photo(ref)
        guard !photo.isVideo, case .file(let path) = model.source.original(of: photo) else { return nil }
        return path.text
    }

    /// The size that a decode in memory was made from.
    private func decoded(_ ref: PhotoRef, in gallery: any BrowsePage) -> PixelSize? {
        guard let key = gallery.request(for: ref)?.key else { return nil }
        return (loader.memory.contains(key) ? loader.memory.image(for: key) : loader.memory.nearest(to: key))?
            .knownOriginal
    }
}
