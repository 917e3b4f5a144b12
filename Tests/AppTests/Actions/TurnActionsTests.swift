// Photos that are turned in the window: keys, tiles, the opened photo, its file, words, and Undo.
import Browse
import CCodecs
import CGTK
import Codecs
import Desktop
import Foundation
import ImagePipeline
import Library
import PhotoFormats
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TurnActionsTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheFocusedPhotoOfTheGridIsTurnedInItsFileAndOnItsTile() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery), ref = page.model.ref(at: 2)
            page.grid.focus.move(to: ref)
            runLoop { Self.isEnabled("rotate-right", window) }
            let version = page.model.photo(ref).version
            Self.act("rotate-right", window)
            runLoop { Self.orientation(folder + "/picture-2.jpg") == 6 }
            runLoop { page.model.photo(ref).version != version }
            runLoop { page.model.facts(of: ref).pixelSize == PixelSize(width: 240, height: 320) }
            XCTAssertEqual(window.toasts.last, "1 photo rotated")
            XCTAssertEqual([1, 3].map { Self.orientation(folder + "/picture-\($0).jpg") }, [1, 1])
            runLoop { Self.isEnabled("undo", window) }
            Self.act("undo", window)
            runLoop { Self.orientation(folder + "/picture-2.jpg") == 1 }
            runLoop { window.toasts.last == "Rotation of 1 photo undone" }
        }
    }

    func testTheSelectionIsTurnedWithOneToastAndTurnedBack() throws {
        try withWindow { window, folder in
            Self.act("select-all", window)
            runLoop { Self.isEnabled("rotate-left", window) }
            Self.act("rotate-left", window)
            runLoop { window.toasts.last == "5 photos rotated" }
            XCTAssertEqual((0..<5).map { Self.orientation(folder + "/picture-\($0).jpg") }, [8, 8, 8, 8, 8])
            Self.act("undo", window)
            runLoop { window.toasts.last == "Rotation of 5 photos undone" }
            XCTAssertEqual((0..<5).map { Self.orientation(folder + "/picture-\($0).jpg") }, [1, 1, 1, 1, 1])
        }
    }

    func testQuickTurnsOfTheOpenedPhotoAreSeenAtOnceAndWrittenOnce() throws {
        try withOpened(1) { window, folder in
            let path = folder + "/picture-1.jpg", inode = try XCTUnwrap(FilePath.status(of: path)).st_ino
            window.turns.patience = .milliseconds(100)
            let version = try XCTUnwrap(window.detail.shownPhoto?.version)
            for quarters in 1...3 {
                Self.act("rotate-right", window)
                XCTAssertEqual(window.detail.zoom.quarterTurns, quarters)
            }
            XCTAssertEqual(FilePath.status(of: path)?.st_ino, inode)
            let place = window.detail.widgets.picture.place
            runLoop { Self.orientation(path) == 8 }
            // What is seen stays as it is while the turned picture takes the place of the turned view.
            runLoop {
                XCTAssertEqual(window.detail.widgets.picture.place, place)
                return window.detail.shownPhoto?.version != version && window.detail.zoom.quarterTurns == 0
            }
            XCTAssertTrue(window.detail.hasEnded)
            XCTAssertEqual(PixelSize(of: try XCTUnwrap(window.detail.widgets.picture.shown)).isPortrait, true)
            XCTAssertNil(window.toasts.last)
            XCTAssertEqual(Self.drafts(folder), [])
        }
    }

    func testFourQuartersWriteNothing() throws {
        try withOpened(1) { window, folder in
            let before = FilePath.status(of: folder + "/picture-1.jpg").map { FileStamp($0) }
            window.turns.patience = .milliseconds(1)
            for _ in 0..<4 { Self.act("rotate-left", window) }
            XCTAssertFalse(window.turns.isWaiting)
            runLoop { !Self.isEnabled("undo", window) }
            XCTAssertEqual(FilePath.status(of: folder + "/picture-1.jpg").map { FileStamp($0) }, before)
        }
    }

    func testAPhotoThatIsLeftIsWrittenAtOnceAndTurnedWhenItIsSeenAgain() throws {
        try withOpened(1) { window, folder in
            window.turns.patience = .seconds(3600)
            Self.act("rotate-right", window)
            XCTAssertEqual(Self.orientation(folder + "/picture-1.jpg"), 1)
            window.detail.navigate(.next)
            runLoop { Self.orientation(folder + "/picture-1.jpg") == 6 }
            XCTAssertEqual(window.detail.zoom.quarterTurns, 0)
            runLoop { window.page?.model.facts(of: window.page!.model.ref(at: 1)).pixelSize?.isPortrait == true }
            window.detail.navigate(.previous)
            // On a slow disk the turned file is listed before the act that turns it has ended.
            runLoop {
                window.detail.hasEnded && window.detail.zoom.quarterTurns == 0
                    && window.detail.zoom.zoomState?.picture == PixelSize(width: 240, height: 320)
            }
        }
    }

    func testAClosedPageAndAClosedWindowWriteWhatWaits() throws {
        try withOpened(1) { window, folder in
            window.turns.patience = .seconds(3600)
            Self.act("rotate-right", window)
            window.back()
            runLoop { Self.orientation(folder + "/picture-1.jpg") == 6 }
        }
        let folder = try TestPictures.folder(named: "turned", count: 2)
        MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            shown.window.gallery?.events.open(shown.window.gallery!.model.ref(at: 0))
            runLoop { shown.window.detail.hasEnded }
            shown.window.turns.patience = .seconds(3600)
            Self.act("rotate-left", shown.window)
            shown.close()
            runLoop { Self.orientation(folder + "/picture-0.jpg") == 8 }
        }
    }

    func testUndoTakesBackWhatWaitsAndThenWhatIsWritten() throws {
        try withOpened(1) { window, folder in
            window.turns.patience = .seconds(3600)
            Self.act("rotate-right", window)
            Self.act("undo", window)
            XCTAssertEqual(window.detail.zoom.quarterTurns, 0)
            XCTAssertFalse(window.turns.isWaiting)
            Self.act("rotate-right", window)
            window.turns.write()
            runLoop { Self.orientation(folder + "/picture-1.jpg") == 6 }
            runLoop { window.detail.zoom.quarterTurns == 0 && window.detail.hasEnded }
            XCTAssertTrue(Self.isEnabled("undo", window))
            Self.act("undo", window)
            runLoop { Self.orientation(folder + "/picture-1.jpg") == 1 }
            XCTAssertEqual(
                Self.orientation(folder + "/picture-1.jpg"), 1,
                "it said: \(window.toasts.last ?? "nothing"); next: \(window.history.shown)")
            runLoop {
                window.detail.zoom.quarterTurns == 0 && window.detail.hasEnded
                    && window.detail.zoom.zoomState?.picture == PixelSize(width: 320, height: 240)
            }
        }
    }

    func testATurnThatWaitsIsNamedAndComesBeforeTheStarsThatWereGivenAfterIt() throws {
        try withOpened(1) { window, folder in
            window.turns.patience = .seconds(3600)
            Self.act("rotate-right", window)
            XCTAssertEqual(window.history.shown.first, "Undo Rotate “picture-1”")
            gtk_widget_activate_action_variant(window.window.cast(), "win.rate", g_variant_new_int32(4))
            XCTAssertFalse(window.turns.isWaiting)
            let sidecar = folder + "/picture-1.jpg.xmp"
            runLoop { window.history.shown.first == "Undo Stars of “picture-1”" }
            XCTAssertTrue(FileManager.default.fileExists(atPath: sidecar))
            Self.act("undo", window)
            runLoop { !FileManager.default.fileExists(atPath: sidecar) }
            XCTAssertEqual(Self.orientation(folder + "/picture-1.jpg"), 6)
            runLoop { window.history.shown == ["Undo Rotate “picture-1”", "Redo Stars of “picture-1”"] }
        }
    }

    func testAPhotoWhoseFormatKeepsNoTurnIsTurnedByTheProgramAndSaysSo() throws {
        let folder = try TestPictures.folder(named: "turned", count: 2)
        try MainActor.assumeIsolated {
            try Self.writeBMP(folder + "/a.bmp")
            let file = FileManager.default.contents(atPath: folder + "/a.bmp")
            let shown = FolderWindow(over: [folder], cache: folder + "/cache")
            let window = shown.window, page = try XCTUnwrap(window.gallery), ref = page.model.ref(at: 0)
            page.grid.focus.move(to: ref)
            runLoop { Self.isEnabled("rotate-right", window) }
            Self.act("rotate-right", window)
            runLoop {
                window.toasts.last == "Rotation of “a.bmp” saved in Tessera only. Other apps will not see it."
            }
            runLoop { page.model.facts(of: ref).pixelSize == PixelSize(width: 30, height: 40) }
            page.events.open(ref)
            runLoop { window.detail.hasEnded }
            XCTAssertEqual(window.detail.zoom.quarterTurns, 0)
            let texture = try XCTUnwrap(window.detail.widgets.picture.shown)
            XCTAssertEqual(PixelSize(of: texture), PixelSize(width: 30, height: 40))
            Self.act("undo", window)
            runLoop {
                window.detail.hasEnded && window.detail.zoom.zoomState?.picture == PixelSize(width: 40, height: 30)
            }
            XCTAssertEqual(FileManager.default.contents(atPath: folder + "/a.bmp"), file)
            shown.close()
        }
    }

    func testACopyOfAPhotoThatCanOnlyBeReadIsSavedAsItIsSeen() throws {
        let folder = try TestPictures.folder(named: "turned", count: 2)
        try MainActor.assumeIsolated {
            chmod(folder + "/picture-0.jpg", 0o444)
            let shown = FolderWindow(over: [folder], cache: folder + "/cache")
            let window = shown.window, page = try XCTUnwrap(window.gallery), ref = page.model.ref(at: 0)
            page.grid.focus.move(to: ref)
            runLoop { Self.isEnabled("rotate-right", window) }
            Self.act("rotate-right", window)
            runLoop {
                window.toasts.last?.hasPrefix("“picture-0.jpg” is read-only: rotation saved in Tessera only") == true
            }
            XCTAssertEqual(Self.orientation(folder + "/picture-0.jpg"), 1)
            let copy = folder + "/copy.jpg"
            window.feature(PhotoActions.self).save(
                PhotoSubject(photo: page.model.photo(ref), source: page.model.source), to: copy)
            runLoop { window.toasts.last == "Saved as \(copy). The copy is rotated as shown." }
            XCTAssertEqual(Self.orientation(copy), 6)
            shown.close()
        }
    }

    @MainActor private static func act(_ name: String, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + name, nil)
    }

    @MainActor private static func isEnabled(_ name: String, _ window: MainWindow) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), name)) != 0
    }

    private static func orientation(_ path: String) -> Int {
        PictureHeader(EncodedBytes(FileManager.default.contents(atPath: path).map(Array.init) ?? [])).orientation
    }

    private static func drafts(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix(".") }
    }

    private static func writeBMP(_ path: String) throws {
        let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 40, 30)
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0x4080_C0FF)
        XCTAssertNotEqual(gdk_pixbuf_savev(pixbuf, path, "bmp", nil, nil, nil), 0)
    }

    private func withWindow(_ body: @MainActor (MainWindow, String) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "turned", count: 5)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            try body(shown.window, folder)
            shown.close()
        }
    }

    private func withOpened(_ position: Int, _ body: @MainActor (MainWindow, String) throws -> Void) throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            page.events.open(page.model.ref(at: position))
            runLoop { window.detail.hasEnded && window.transition == nil }
            try body(window, folder)
        }
    }
}

extension PixelSize {
    fileprivate var isPortrait: Bool { height > width }
}
