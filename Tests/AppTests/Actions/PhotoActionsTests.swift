// What can be done with an opened photo: when it can be, what the clipboard gets, what is saved, and what is said.
import Browse
import CGTK
import Codecs
import Desktop
import Foundation
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PhotoActionsTests: XCTestCase {
    func testNothingCanBeDoneWithoutAPhotoAndFilesCanBeShown() {
        withActions { window, actions in
            let commands: [WindowCommand] = [.saveAs, .copyPhoto, .copyLink, .openElsewhere, .showInFiles]
            @MainActor func enabled(_ subject: PhotoSubject?) -> [WindowCommand] {
                Self.open(subject, in: window)
                actions.targetChanged()
                return commands.filter { window.isEnabled($0) }
            }
            XCTAssertEqual(enabled(nil), [])
            XCTAssertEqual(enabled(Self.remote), [.saveAs, .copyPhoto, .copyLink, .openElsewhere])
            XCTAssertEqual(enabled(Self.file("/p/a.jpg")), commands)
            // The built-in gallery's own addresses are nobody else's.
            let own = Photo(id: PhotoID("7"), title: "Ada")
            XCTAssertEqual(
                enabled(PhotoSubject(photo: own, source: Service(scheme: "sample:"))), [.saveAs, .copyPhoto])
            XCTAssertEqual(enabled(nil), [])
        }
    }

    func testAFileIsCopiedAsPixelsAndAsAFile() {
        withActions { window, actions in
            Self.open(Self.file("/p/a b.jpg"), in: window)
            actions.targetChanged()
            window.perform(.copyPhoto)
            runLoop { window.said == "Photo copied" }
            let formats = Self.formats(of: window.window)
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0)
            // GTK makes the types of other programs of these, which the formats tell.
            XCTAssertTrue(gdk_content_formats_contain_mime_type(formats, "image/png") != 0)
            XCTAssertTrue(gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0)
            XCTAssertEqual(Self.files(of: window.window), ["/p/a b.jpg"])
        }
    }

    func testAServicesPhotoIsCopiedAsPixelsAndAsItsAddress() {
        withActions { bare, actions in
            let window = bare.window
            Self.open(Self.remote, in: bare)
            actions.targetChanged()
            bare.perform(.copyPhoto)
            runLoop { bare.said == "Photo copied" }
            XCTAssertTrue(gdk_content_formats_contain_gtype(Self.formats(of: window), gdk_texture_get_type()) != 0)
            XCTAssertEqual(Self.bytes(of: window, "text/uri-list"), "https://b.example/7\r\n")
            XCTAssertEqual(Self.text(of: window), "https://a.example/7")
            bare.perform(.copyLink)
            XCTAssertEqual(bare.said, "Link copied")
            XCTAssertEqual(Self.text(of: window), "https://a.example/7")
            XCTAssertFalse(gdk_content_formats_contain_gtype(Self.formats(of: window), gdk_texture_get_type()) != 0)
        }
    }

    func testAServicesPhotoIsSavedAsTheBytesOfItsOriginal() throws {
        let target = NSTemporaryDirectory() + "tessera-save-\(getpid()).jpg"
        defer { try? FileManager.default.removeItem(atPath: target) }
        withActions { window, actions in
            actions.save(Self.remote, to: target)
            runLoop { window.said == "Saved as \(target)" }
        }
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: target)), Data([9, 8, 7]))
    }

    func testWhatCouldNotBeSavedIsSaidWithItsReason() {
        withActions { window, actions in
            actions.save(Self.remote, to: "/nowhere/at/all.jpg")
            runLoop { window.said?.hasPrefix("/nowhere/at/all.jpg was not saved: ") == true }
            actions.save(Self.file("/p/missing.jpg"), to: NSTemporaryDirectory() + "tessera-never.jpg")
            runLoop { window.said?.contains("/p/missing.jpg") == true }
        }
    }

    /// A service whose originals are three bytes.
    private struct Service: PagedPhotoSource {
        var scheme = "https:"
        var identity: SourceID { SourceID("service") }
        var title: String { "Service" }
        func page(after cursor: PageCursor?) async throws -> Page { Page(photos: [], next: nil) }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
        func original(of photo: Photo) -> ImageLocation { .remote("\(scheme)//b.example/\(photo.id.text)") }
    }

    private struct Bytes: ByteLoader {
        func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
            FetchedBytes(EncodedBytes([9, 8, 7]), from: .network)
        }
    }

    /// A folder's photo.
    private struct Folder: PagedPhotoSource {
        let path: String
        var identity: SourceID { SourceID("folder") }
        var title: String { "Folder" }
        func page(after cursor: PageCursor?) async throws -> Page { Page(photos: [], next: nil) }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file(FilePath(path)) }
        var capabilities: PlaceCapabilities { .disk }
        func original(of photo: Photo) -> ImageLocation { .file(FilePath(path)) }
    }

    @MainActor private static var remote: PhotoSubject {
        let photo = Photo(id: PhotoID("7"), title: "Ada", link: "https://a.example/7")
        return PhotoSubject(photo: photo, source: Service())
    }

    @MainActor private static func file(_ path: String) -> PhotoSubject {
        PhotoSubject(photo: Photo(id: PhotoID(path), title: path), source: Folder(path: path))
    }

    /// Has a photo opened; nil for none.
    @MainActor private static func open(_ subject: PhotoSubject?, in window: BareWindow) {
        let model = subject.map {
            GalleryModel(source: $0.source, opened: ListedPhoto($0.photo), collation: FileNameCollation())
        }
        window.context.target.shown = { model.map { ($0.ref(at: 0), $0) } }
    }

    private func withActions(_ body: @MainActor (BareWindow, PhotoActions) -> Void) {
        MainActor.assumeIsolated {
            let window = BareWindow()
            gtk_window_present(window.window)
            let loader = ImageLoader(
                bytes: Bytes(), decoder: ScriptedDecoder(largestSide: 40), memory: ImageCache(budget: 1 << 20))
            body(window, PhotoActions(window.context, loader: loader, saver: PictureSaver()))
            window.close()
        }
    }

    @MainActor private static func formats(of window: UnsafeMutablePointer<GtkWindow>) -> OpaquePointer? {
        gdk_clipboard_get_formats(gtk_widget_get_clipboard(window.cast()))
    }

    @MainActor private static func content(
        of window: UnsafeMutablePointer<GtkWindow>
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        gdk_clipboard_get_content(gtk_widget_get_clipboard(window.cast()))
    }

    /// The text in the clipboard.
    @MainActor private static func text(of window: UnsafeMutablePointer<GtkWindow>) -> String? {
        var value = GValue()
        g_value_init(&value, g_type_from_name("gchararray"))
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content(of: window), &value, nil) != 0 else { return nil }
        return g_value_get_string(&value).map { String(cString: $0) }
    }

    /// The paths of the files in the clipboard.
    @MainActor private static func files(of window: UnsafeMutablePointer<GtkWindow>) -> [String] {
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        defer { g_value_unset(&value) }
        guard gdk_content_provider_get_value(content(of: window), &value, nil) != 0 else { return [] }
        let files = gdk_file_list_get_files(g_value_get_boxed(&value).map { OpaquePointer($0) })
        defer { g_slist_free(files) }
        var paths: [String] = []
        var node = files
        while let file = node?.pointee.data {
            takeText(g_file_get_path(OpaquePointer(file))).map { paths.append($0) }
            node = node?.pointee.next
        }
        return paths
    }

    /// What another program gets that asks the clipboard for a type that is there as bytes.
    @MainActor private static func bytes(of window: UnsafeMutablePointer<GtkWindow>, _ type: String) -> String? {
        let stream = g_memory_output_stream_new_resizable()
        defer { g_object_unref(stream) }
        let content = content(of: window)
        final class Ending { var isThere = false }
        let ending = Ending()
        gdk_content_provider_write_mime_type_async(
            content, type, stream, 0, nil,
            { content, result, ending in
                gdk_content_provider_write_mime_type_finish(content?.cast(), result, nil)
                guard let ending else { return }
                Unmanaged<Ending>.fromOpaque(ending).takeUnretainedValue().isThere = true
            }, Unmanaged.passUnretained(ending).toOpaque())
        runLoop { ending.isThere }
        let memory: UnsafeMutablePointer<GMemoryOutputStream> = made(stream).cast()
        let bytes = UnsafeRawBufferPointer(
            start: g_memory_output_stream_get_data(memory), count: Int(g_memory_output_stream_get_data_size(memory)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
