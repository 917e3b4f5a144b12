// The way to one photo and back: what is shown at once, what replaces it, and where the keyboard is afterwards.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DetailTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the iteration of the loop in which
    /// they end.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAPhotoOpensWithItsTilesTextureUntilTheFullOneComes() throws {
        try withFolderWindow(count: 60) { window, grid, _ in
            let tile = grid.tile(at: 3)?.texture
            window.page?.openPhoto(at: 3)
            runLoop { window.isShowingDetail }
            XCTAssertNotNil(tile)
            XCTAssertEqual(window.shownPhoto, tile)
            runLoop { window.shownPhoto != tile }
            let full = try XCTUnwrap(window.shownPhoto)
            XCTAssertEqual([gdk_texture_get_width(full), gdk_texture_get_height(full)], [320, 240])
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertNil(window.shownPhoto)
            XCTAssertEqual(grid.tile(at: 3)?.texture, tile)
        }
    }

    func testGoingBackReturnsToTheSameCellAndTheSameScrollPosition() throws {
        try withFolderWindow(count: 120) { window, grid, _ in
            grid.scrollOffset = 1300
            runLoop { window.gallery?.isViewportComplete ?? false }
            let position = grid.visibleRange.lowerBound + 14
            grid.moveFocus(to: position)
            let cell = gtk_window_get_focus(window.window)
            XCTAssertEqual(cell, grid.tile(at: position).map(\.widget))
            let offset = grid.scrollOffset
            window.gallery?.activate(position)
            runLoop { window.isShowingDetail }
            XCTAssertNotEqual(gtk_window_get_focus(window.window), cell)
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertEqual(gtk_window_get_focus(window.window), cell)
            XCTAssertEqual(grid.scrollOffset, offset)
        }
    }

    func testADarkBlurOfTheTileLiesBehindThePhotoWhereTheUserWantsOne() throws {
        try withFolderWindow(count: 30) { window, grid, _ in
            window.context.composition.preferences.blursGround = true
            window.page?.openPhoto(at: 5)
            runLoop { window.backdrop != nil }
            let backdrop = try XCTUnwrap(window.backdrop)
            XCTAssertEqual([gdk_texture_get_width(backdrop), gdk_texture_get_height(backdrop)], [64, 64])
            let tile = try XCTUnwrap(grid.tile(at: 5)?.texture)
            XCTAssertLessThan(brightness(of: backdrop), brightness(of: tile) / 2)
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertNil(window.backdrop)
        }
    }

    func testOpeningOnePhotoTwentyTimesKeepsTheTexturesLevel() throws {
        try withFolderWindow(count: 30) { window, grid, memory in
            @MainActor func openAndClose() {
                let tile = grid.tile(at: 5)?.texture
                window.page?.openPhoto(at: 5)
                runLoop { window.isShowingDetail && window.shownPhoto != tile }
                window.back()
                runLoop { !window.isShowingDetail }
                emptyCache()
            }
            /// The cache would keep the full picture for the next time; without it nobody may.
            @MainActor func emptyCache() {
                memory.trim(to: .visibleOnly)
                memory.relax()
            }
            openAndClose()
            let textures = Texture.liveCount
            for _ in 0..<20 { openAndClose() }
            // Tiles that were prefetched may come after the photo was closed.
            runLoop {
                emptyCache()
                return Texture.liveCount <= textures
            }
        }
    }

    /// A main window over a folder of `count` pictures, its first viewport complete.
    private func withFolderWindow(
        count: Int, _ body: @MainActor (MainWindow, TileGrid, MemoryCache) throws -> Void
    ) throws {
        let folder = try TestPictures.folder(named: "detail", count: count)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            defer { opened.close() }
            let window = opened.window
            let grid = try XCTUnwrap((window.page as? GalleryPage)?.grid)
            try body(window, grid, opened.memory)
        }
    }
}

extension MainWindow {
    /// What the detail page's picture is now.
    var shownPhoto: OpaquePointer? { detail.widgets.picture.shown }
    /// What lies behind it.
    var backdrop: OpaquePointer? { detail.widgets.picture.backdrop }
}

/// The mean of all colours, 0…255.
@MainActor private func brightness(of texture: OpaquePointer) -> Double {
    let width = Int(gdk_texture_get_width(texture)), height = Int(gdk_texture_get_height(texture))
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &pixels, gsize(width * 4))  // BGRA in memory
    let sum = pixels.enumerated().reduce(0) { $0 + ($1.offset % 4 == 3 ? 0 : Int($1.element)) }
    return Double(sum) / Double(width * height * 3)
}
