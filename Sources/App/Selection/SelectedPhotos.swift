// Several photos as data for other programs: a list of files, or of addresses.
import CGTK
import Codecs
import Desktop
import Library
import Photos

/// Where the originals of some photos are, in their order.
struct SelectedPhotos: Sendable {
    private let locations: [ImageLocation]

    init(_ locations: [ImageLocation]) { self.locations = locations }

    /// Reads where photos are, a microsecond each.
    nonisolated init(_ refs: some Sequence<PhotoRef>, of store: PhotoStore, from source: any PhotoSource) {
        let reader = PhotoReader()
        locations = refs.map { source.original(of: reader.photo($0.slot, of: store)) }
    }

    /// Reads where photos are, off the main thread.
    @concurrent nonisolated static func read(
        _ refs: [PhotoRef], of store: PhotoStore, from source: any PhotoSource
    ) async -> SelectedPhotos {
        SelectedPhotos(refs, of: store, from: source)
    }

    private var paths: [String] {
        locations.compactMap { if case .file(let path) = $0 { path } else { nil } }
    }

    /// Makes a provider of the files for a drag, or of addresses where the photos are none (transfer full); nil where
    /// other programs can open neither. GTK makes a list of URIs of the files, and offers them through the portal.
    func content() -> UnsafeMutablePointer<GdkContentProvider>? {
        let paths = paths
        if !paths.isEmpty { return PictureContent.files(paths) }
        let addresses = locations.compactMap(\.webAddress)
        guard !addresses.isEmpty else { return nil }
        return PictureContent.union([
            PictureContent.bytes("text/uri-list", addresses.map { $0 + "\r\n" }.joined()),
            PictureContent.text(addresses.joined(separator: "\n")),
        ])
    }

    /// Makes a provider for the clipboard, in the format of file managers as well, which paste copies of the files
    /// (transfer full).
    func clipboardContent() -> UnsafeMutablePointer<GdkContentProvider>? {
        guard let content = content() else { return nil }
        let uris = paths.compactMap(FilePath.uri(of:))
        guard !uris.isEmpty else { return content }
        let list = "copy\n" + uris.joined(separator: "\n")
        return PictureContent.union([content, PictureContent.bytes(Self.fileManagerType, list)])
    }

    /// The type under which the desktop's file managers look for files that were copied.
    static let fileManagerType = "x-special/gnome-copied-files"
}
