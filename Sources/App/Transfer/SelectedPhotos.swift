// Several photos as data for other programs: a list of files, or of addresses.
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Where the originals of some photos are, in their order.
struct SelectedPhotos: Sendable {
    private let locations: [ImageLocation]
    /// The files that are shown.
    private let paths: [String]
    /// All files of the photos, once they are read.
    private var all: [String]?
    /// The list of URIs in the format of file managers, once it is written.
    private var copied: String?
    private var isCut = false

    nonisolated init(_ locations: [ImageLocation]) {
        self.locations = locations
        paths = locations.compactMap { $0.filePath?.text }
    }

    /// Reads where photos are, a microsecond each.
    nonisolated init(_ refs: some Sequence<PhotoRef>, of store: PhotoStore, from source: any PhotoSource) {
        let reader = PhotoReader()
        self.init(refs.map { source.original(of: reader.photo($0.slot, of: store)) })
    }

    /// Reads where photos are and all that belongs to them, and writes the list for the clipboard, off the main thread.
    /// - Parameter isCut: Whether they are moved where they are pasted.
    @concurrent nonisolated static func read(
        _ refs: [PhotoRef], of store: PhotoStore, from source: any PhotoSource, isCut: Bool = false
    ) async -> SelectedPhotos {
        var photos = SelectedPhotos(refs, of: store, from: source)
        let files = await PhotoFiles.grouped(PhotoFiles.read(refs, of: store, from: source))
        photos.all = await PhotoFiles.paths(of: files).map(\.text)
        photos.isCut = isCut
        photos.copied = photos.writtenForFileManagers()
        return photos
    }

    /// Returns the list in the format of file managers; nil where there are no files.
    private nonisolated func writtenForFileManagers() -> String? {
        let uris = (all ?? paths).compactMap { ShareAddress(FilePath($0))?.uri ?? FilePath.uri(of: $0) }
        return uris.isEmpty ? nil : (isCut ? "cut\n" : "copy\n") + uris.joined(separator: "\n")
    }

    /// Makes a provider of the files for a drag, or of addresses if the photos are not files (transfer full); nil where
    /// other programs can open neither. GTK makes a list of URIs of the files, and offers them through the portal.
    func content() -> UnsafeMutablePointer<GdkContentProvider>? {
        // Programs that show or send what is copied have no use for sidecars; what is cut leaves nothing behind.
        let paths = isCut ? all ?? paths : paths
        if !paths.isEmpty { return PictureContent.files(paths) }
        let addresses = locations.compactMap(\.webAddress)
        guard !addresses.isEmpty else { return nil }
        return PictureContent.union([
            PictureContent.bytes("text/uri-list", addresses.map { $0 + "\r\n" }.joined()),
            PictureContent.text(addresses.joined(separator: "\n")),
        ])
    }

    /// Makes a provider for the clipboard, in the formats of file managers as well, which paste all files of the photos
    /// (transfer full).
    func clipboardContent() -> UnsafeMutablePointer<GdkContentProvider>? {
        guard let content = content() else { return nil }
        guard let list = copied ?? writtenForFileManagers() else { return content }
        let cut = isCut ? [PictureContent.bytes(FileClipboard.cutType, "1")] : []
        return PictureContent.union([content, PictureContent.bytes(Self.fileManagerType, list)] + cut)
    }

    /// The type under which the desktop's file managers look for files that were copied.
    static let fileManagerType = "x-special/gnome-copied-files"
}
