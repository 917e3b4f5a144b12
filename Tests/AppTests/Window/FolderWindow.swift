// A main window over folders or files, opened as the program opens it.
import Browse
import CGTK
import Desktop
import Foundation
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

/// A main window over `paths`; `close` leaves nothing of it behind.
final class FolderWindow {
    let window: MainWindow
    let memory: MemoryCache
    private let textures = Texture.liveCount
    private let own = FileManager.default.temporaryDirectory.appendingPathComponent("window-\(UUID().uuidString)")

    /// Returns when `isReady`: when its first viewport is complete, unless something else is said.
    /// - Parameters:
    ///   - cache: The folder of what the program keeps; nil for one of this window alone.
    ///   - orders: The orders that are remembered; nil for none.
    init(
        over paths: [String], size: (width: Int32, height: Int32)? = nil, cache: String? = nil,
        orders: OrderMemory? = nil, query: QueryRequest = QueryRequest(),
        until isReady: (MainWindow) -> Bool = { $0.gallery?.isViewportComplete ?? false }
    ) {
        var options = LaunchOptions()
        options.subject = .paths(paths.map { FilePath($0) })
        options.usesDiskCache = false
        options.query = query
        options.cacheDirectory = cache ?? own.path
        let composition = Composition(options: options)
        memory = composition.loader.memory
        window = MainWindow(application: TestApplication.shared, composition: composition)
        if let orders { window.arranging.remember(in: orders) }
        if let size { gtk_window_set_default_size(window.window, size.width, size.height) }
        window.openFirst()
        gtk_window_present(window.window)
        runLoop { isReady(window) }
    }

    func close() {
        gtk_window_destroy(window.window)
        runLoop { window.page == nil && Tile.tileCount == 0 }
        try? FileManager.default.removeItem(at: own)
    }
}
