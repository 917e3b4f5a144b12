// The window while photos are selected: its header, actions, and clipboard.
import Browse
import CGTK
import Codecs
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SelectingTests: XCTestCase {
    func testTheHeaderSaysWhatIsSelectedAndCancelAndEscapeLeave() throws {
        try Self.withWindow { window in
            let headers = window.selecting.headers
            XCTAssertFalse(headers.isShown)
            Self.act("select-mode", window)
            runLoop { headers.isShown }
            XCTAssertEqual(headers.text.title, "Select Photos")
            Self.act("select-all", window)
            runLoop { headers.text.title == "5 photos selected" }
            let bytes = window.page?.model.snapshot.store.byteTotal(of: Self.all) ?? 0
            XCTAssertGreaterThan(bytes, 0)
            XCTAssertEqual(headers.text.subtitle, localized(FactWords.bytes(Int(bytes))))
            headers.isNarrow = true
            XCTAssertEqual(headers.text.title, "5 selected")
            headers.isNarrow = false
            Self.act("select-none", window)
            runLoop { headers.text.title == "Select Photos" }
            XCTAssertEqual(headers.text.subtitle, "")
            Self.act("escape", window)
            runLoop { !headers.isShown }
            Self.act("invert-selection", window)
            runLoop { headers.isShown }
            Self.act("select-mode", window)
            runLoop { !headers.isShown }
            XCTAssertEqual(window.gallery?.selection.model.refs.count, 0)
        }
    }

    func testASearchKeepsWhatItHidesAndSaysSo() throws {
        try Self.withWindow { window in
            let headers = window.selecting.headers
            Self.act("select-all", window)
            window.arranging.search.isOpen = true
            window.arranging.search.text = "picture-3"
            runLoop { headers.text.title == "1 photo selected" }
            XCTAssertTrue(headers.text.subtitle.hasSuffix("4 more not in the search results"), headers.text.subtitle)
            XCTAssertEqual(window.gallery?.selection.model.refs.count, 1)
            // Escape leaves the selection before it ends the search, unless the focus is in the search.
            window.page?.grabFocus()
            Self.act("escape", window)
            runLoop { !headers.isShown }
            XCTAssertTrue(window.arranging.search.isOpen)
        }
    }

    func testAnOpenedPhotoLeavesTheSelectionAlone() throws {
        try Self.withWindow { window in
            let model = try XCTUnwrap(window.gallery?.selection.model)
            model.apply(.toggle(try XCTUnwrap(window.page?.model.ref(at: 1))))
            window.page?.events.open(try XCTUnwrap(window.page?.model.ref(at: 2)))
            runLoop { window.isShowingDetail && window.transition == nil }
            Self.act("select-all", window)
            Self.act("select-mode", window)
            XCTAssertEqual(model.refs.count, 1, "the keys of the grid mean nothing over a photo")
            Self.act("escape", window)
            runLoop { !window.isShowingDetail }
            XCTAssertEqual(model.refs.count, 1)
            XCTAssertTrue(window.selecting.headers.isShown)
        }
    }

    func testFilesAreCopiedForProgramsAndForFileManagers() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let photos = SelectedPhotos([.file("/p/a b.jpg"), .file("/p/ü.jpg")])
            let content = try XCTUnwrap(photos.clipboardContent())
            defer { g_object_unref(content) }
            let formats = gdk_content_provider_ref_formats(content)
            defer { gdk_content_formats_unref(formats) }
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0)
            XCTAssertEqual(
                try Self.text(of: content, in: SelectedPhotos.fileManagerType),
                "copy\nfile:///p/a%20b.jpg\nfile:///p/%C3%BC.jpg")
            var value = GValue()
            g_value_init(&value, gdk_file_list_get_type())
            defer { g_value_unset(&value) }
            XCTAssertNotEqual(gdk_content_provider_get_value(content, &value, nil), 0)
            let files = gdk_file_list_get_files(OpaquePointer(g_value_get_boxed(&value)))
            XCTAssertEqual(g_slist_length(files), 2)
            g_slist_free(files)
        }
    }

    func testFilesOnAShareAreCopiedByTheirAddresses() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let addresses = ["sftp://server/p/a%20b.jpg", "sftp://server/p/c.jpg"]
            let content = try XCTUnwrap(SelectedPhotos(addresses.map { .remote($0) }).clipboardContent())
            defer { g_object_unref(content) }
            XCTAssertEqual(
                try Self.text(of: content, in: SelectedPhotos.fileManagerType),
                "copy\n" + addresses.joined(separator: "\n"))
            var value = GValue()
            g_value_init(&value, gdk_file_list_get_type())
            defer { g_value_unset(&value) }
            XCTAssertNotEqual(gdk_content_provider_get_value(content, &value, nil), 0)
            XCTAssertEqual(GivenContent.files(in: &value).map { takeText(g_file_get_uri($0)) }, addresses)
            // The opened photo, too.
            let opened = PictureContent.provider(of: .remote(addresses[0]), link: nil, texture: nil)
            defer { g_object_unref(opened) }
            let formats = gdk_content_provider_ref_formats(opened)
            defer { gdk_content_formats_unref(formats) }
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0)
        }
    }

    /// Also where the photo that is copied is still being decoded, or the list of what is cut is still being made.
    func testWhatWasCopiedOrCutLastIsPastedAndNotWhatWasThereBefore() throws {
        let folder = try TestPictures.folder(named: "paste", count: 2)
        let other = try TestPictures.folder(named: "paste-other", count: 1) + "/picture-0.jpg"
        try FileManager.default.moveItem(atPath: other, toPath: other + ".jpg")
        let moved = other + ".jpg"
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder]), window = shown.window
            defer { shown.close() }
            let page = try XCTUnwrap(window.gallery)
            runLoop { page.model.count == 2 }
            let uri = try XCTUnwrap(FilePath.uri(of: moved))
            @MainActor func pasteAtOnce(after action: String) {
                page.grid.focus.move(to: page.model.ref(at: 0))
                runLoop { g_action_group_get_action_enabled(OpaquePointer(window.window), action) != 0 }
                window.context.put(PictureContent.bytes(SelectedPhotos.fileManagerType, "cut\n" + uri))
                Self.act(action, window)
                Self.act("paste", window)
            }
            pasteAtOnce(after: "copy-photo")
            runLoop { page.model.count == 3 && !window.context.composition.files.isBusy }
            XCTAssertTrue(FileManager.default.fileExists(atPath: moved))
            pasteAtOnce(after: "cut")
            runLoop { window.toasts.last == "picture-0.jpg: It is already in that folder." }
            XCTAssertTrue(FileManager.default.fileExists(atPath: moved))
        }
    }

    func testWhatIsCutIsAllThatBelongsToThePhotos() throws {
        let folder = try TestPictures.folder(named: "cut", count: 2)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let photos = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        for ending in [".xmp", ".pp3"] {
            _ = FileManager.default.createFile(atPath: folder + "/" + photos[0] + ending, contents: Data())
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            defer { shown.close() }
            let clipboard = gtk_widget_get_clipboard(shown.window.window.cast())
            gdk_clipboard_set_content(clipboard, nil)
            runLoop { shown.window.page?.model.count == 2 }
            Self.act("select-all", shown.window)
            runLoop { g_action_group_get_action_enabled(OpaquePointer(shown.window.window), "cut") != 0 }
            Self.act("cut", shown.window)
            runLoop { gdk_clipboard_get_content(clipboard) != nil }
            let content = try XCTUnwrap(gdk_clipboard_get_content(clipboard))
            let lines = try Self.text(of: content, in: SelectedPhotos.fileManagerType).split(separator: "\n")
            XCTAssertEqual(lines.first, "cut")
            XCTAssertEqual(lines.dropFirst().map { String($0.split(separator: "/").last ?? "") }.sorted(), names)
            XCTAssertEqual(try Self.text(of: content, in: FileClipboard.cutType), "1")
            var value = GValue()
            g_value_init(&value, gdk_file_list_get_type())
            defer { g_value_unset(&value) }
            XCTAssertNotEqual(gdk_content_provider_get_value(content, &value, nil), 0)
            let files = gdk_file_list_get_files(OpaquePointer(g_value_get_boxed(&value)))
            defer { g_slist_free(files) }
            XCTAssertEqual(Int(g_slist_length(files)), names.count, "KDE's file managers read this one")
        }
    }

    func testPhotosOfAServiceAreCopiedAsTheirAddresses() throws {
        try MainActor.assumeIsolated {
            let photos = SelectedPhotos([.remote("https://a.example/1"), .remote("tessera-gallery://2")])
            let content = try XCTUnwrap(photos.clipboardContent())
            defer { g_object_unref(content) }
            XCTAssertEqual(try Self.text(of: content, in: "text/uri-list"), "https://a.example/1\r\n")
            XCTAssertNil(SelectedPhotos([.remote("tessera-gallery://2")]).clipboardContent())
        }
    }

    @MainActor private static func act(_ name: String, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + name, nil)
    }

    @MainActor private static var all: SlotSet { SlotSet(below: 5) }

    private static func withWindow(_ body: @MainActor (MainWindow) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "selecting", count: 5)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            defer { shown.close() }
            try body(shown.window)
        }
    }

    /// What a provider writes in one of its types.
    @MainActor private static func text(
        of content: UnsafeMutablePointer<GdkContentProvider>, in type: String
    ) throws -> String {
        final class Answer {
            var isOver = false
        }
        let stream = made(g_memory_output_stream_new_resizable())
        defer { g_object_unref(stream.object) }
        let answer = Answer()
        gdk_content_provider_write_mime_type_async(
            content, type, stream.cast(), 0, nil,
            { _, _, context in
                guard let context else { return }
                Unmanaged<Answer>.fromOpaque(context).takeRetainedValue().isOver = true
            }, Unmanaged.passRetained(answer).toOpaque())
        runLoop { answer.isOver }
        g_output_stream_close(stream.cast(), nil, nil)
        let bytes = g_memory_output_stream_steal_as_bytes(stream.cast())
        defer { g_bytes_unref(bytes) }
        var length: gsize = 0
        guard let data = g_bytes_get_data(bytes, &length) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: data, count: Int(length)), as: UTF8.self)
    }
}
