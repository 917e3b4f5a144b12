// A main window with a memory of its own, as a start of the program makes it.
import Browse
import CGTK
import Desktop
import Foundation
import XCTest

@testable import App
@testable import AppFixtures

/// A main window that remembers in `memory`; `close` leaves nothing of it behind.
final class PlacesWindow {
    let window: MainWindow
    private let composition: Composition

    /// Returns when the first viewport is complete, or the welcome is shown.
    init(showing subject: LaunchOptions.Subject = .lastShown, memory: PlacesMemory?, size: (Int, Int) = (1000, 700)) {
        var options = LaunchOptions()
        options.subject = subject
        options.usesDiskCache = false
        options.windowSize = .init(width: size.0, height: size.1)
        composition = Composition(options: options)
        window = MainWindow(application: TestApplication.shared, composition: composition, memory: memory)
        window.openFirst()
        gtk_window_present(window.window)
        waitUntilShown()
    }

    var places: WindowPlaces { window.places }

    /// The title that the desktop sees.
    var title: String { String(cString: gtk_window_get_title(window.window)) }

    func waitUntilShown(file: StaticString = #filePath, line: UInt = #line) {
        runLoop(until: { window.gallery?.isViewportComplete ?? window.isWelcoming }, file: file, line: line)
    }

    /// Waits until the window shows a source of this title.
    func wait(for title: String, file: StaticString = #filePath, line: UInt = #line) {
        runLoop(until: { self.title == title }, file: file, line: line)
        waitUntilShown(file: file, line: line)
    }

    func activate(_ action: String) { gtk_widget_activate_action_variant(window.window.cast(), action, nil) }

    func close() {
        gtk_window_destroy(window.window)
        runLoop { window.page == nil && Tile.tileCount == 0 }
        composition.close()
    }

    func isEnabled(_ action: String) -> Bool {
        g_action_group_get_action_enabled(OpaquePointer(window.window), action) != 0
    }

    /// A folder with two photos of its own and a subfolder with three.
    nonisolated static func tree(_ name: String) throws -> (folder: String, subfolder: String) {
        let folder = try TestPictures.folder(named: name, count: 2)
        let inner = try TestPictures.folder(named: name + "-inner", count: 3)
        try FileManager.default.moveItem(atPath: inner, toPath: folder + "/summer")
        return (folder, folder + "/summer")
    }

    nonisolated static func name(_ path: String) -> String { (path as NSString).lastPathComponent }

    /// A memory that nothing was stored in, apart from all others.
    static func memory(_ name: String) throws -> PlacesMemory {
        setenv("GSETTINGS_BACKEND", "memory", 1)
        let folder = try TestSchemas.compiled(path: name)
        return try XCTUnwrap(PlacesMemory(schema: "io.github.tessera_photos.Tessera.Test", folder: folder))
    }
}
