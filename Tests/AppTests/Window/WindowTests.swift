// What the window promises around the grid: a stand-in when the service is away, actions that exist.
import Browse
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WindowTests: XCTestCase {
    func testTheBuiltInGalleryStandsInForAServiceThatIsAwayAndSaysSo() {
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .picsum
            options.usesDiskCache = false
            let composition = Composition(options: options, standardService: addressWhereNobodyListens())
            let window = MainWindow(application: TestApplication.shared, composition: composition)
            window.openFirst()
            gtk_window_present(window.window)
            runLoop {
                window.page?.model.source.title == "Sample Photos" && window.gallery?.isViewportComplete == true
            }
            XCTAssertGreaterThan(window.page?.model.count ?? 0, 0)
            XCTAssertEqual(gtk_revealer_get_reveal_child(window.notice.root.widget.opaque), 1)
            let words = labels(below: window.notice.root.widget).joined(separator: " | ")
            XCTAssertTrue(words.contains("Lorem Picsum cannot be reached"), words)
            XCTAssertTrue(words.contains("sample photos"), words)
            XCTAssertTrue(words.contains("Try Again"), words)
            gtk_window_destroy(window.window)
            runLoop { window.page == nil }
            composition.close()
        }
    }

    func testTheGridHasTheOrderThatTheCommandLineAsksFor() throws {
        let folder = try TestPictures.folder(named: "order", count: 11)
        let given = [3, 10, 0, 9].map { "\(folder)/picture-\($0).jpg" }
        let cases: [(query: QueryRequest, order: [Int])] = [
            (QueryRequest(), [3, 10, 0, 9]), (QueryRequest(order: .name), [0, 3, 9, 10]),
            (QueryRequest(order: .name, isDescending: true), [10, 9, 3, 0]),
        ]
        try MainActor.assumeIsolated {
            for (query, order) in cases {
                var options = LaunchOptions()
                (options.subject, options.query) = (.paths(given.map { FilePath($0) }), query)
                options.usesDiskCache = false
                let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
                window.openFirst()
                gtk_window_present(window.window)
                runLoop { window.gallery?.isViewportComplete ?? false }
                let model = try XCTUnwrap(window.page?.model)
                let titles = (0..<model.count).map { model.photo(model.ref(at: $0)).title }
                XCTAssertEqual(titles, order.map { "picture-\($0).jpg" }, "\(query)")
                gtk_window_destroy(window.window)
                runLoop { window.page == nil && Tile.tileCount == 0 }
            }
        }
    }

    func testEveryCommandHasItsActionAndKeysThatCanBeTyped() {
        MainActor.assumeIsolated {
            let application = TestApplication.shared
            ApplicationActions.register(with: application)
            var options = LaunchOptions()
            options.subject = .paths([])
            let window = MainWindow(application: application, composition: Composition(options: options))
            for command in WindowCommand.allCases {
                // GTK's own.
                if command != .closeWindow {
                    XCTAssertTrue(exists(command.rawValue, window.window), "\(command) does not exist")
                }
                for key in command.definition.keys.flatMap(\.keys) {
                    XCTAssertEqual(gtk_accelerator_parse(key, nil, nil), 1, "\(key) is no key")
                }
            }
            let targets = TargetMenus(), history = window.history.menu
            let menus =
                [PrimaryMenu.model(history: history, report: window.feature(SourceNotices.self).menu)]
                + [.grid, .heading, .viewer].map { PhotoMenu.model(in: $0, targets: targets) }
                + [GroundMenu.model()]
            for model in menus {
                let names = actions(of: model.pointer.cast())
                XCTAssertGreaterThanOrEqual(names.count, 6)
                for name in names { XCTAssertTrue(exists(name, window.window), "\(name) does not exist") }
            }
            // The keys in the menu that GTK does not know of.
            XCTAssertEqual(
                attributes("accel", of: menus[0].pointer.cast()),
                ["<Control><Shift>o", "<Control>z", "<Control><Shift>z"])
            gtk_window_destroy(window.window)
        }
    }

    func testTheShortcutsWindowHasShortSectionsAndEveryCommand() {
        MainActor.assumeIsolated {
            for section in ShortcutSection.allCases {
                let lines = ShortcutsText.lines(of: section)
                XCTAssertLessThanOrEqual(lines.count, 10, "\(section)")
                XCTAssertFalse(lines.isEmpty, "\(section)")
                for line in lines {
                    XCTAssertLessThanOrEqual(line.title.split(separator: " ").count, 5, line.title)
                }
                XCTAssertEqual(Set(lines.map(\.title)).count, lines.count, "\(section)")
            }
            // Every command with a key is in it. Deleting, which has the keys of the trash where there is none, has its
            // line too.
            let titles = Set(ShortcutSection.allCases.flatMap(ShortcutsText.lines).map(\.title))
            for command in WindowCommand.allCases where ![.profileOverlay, .discard].contains(command) {
                let definition = command.definition
                guard !definition.keys.isEmpty else { continue }
                XCTAssertTrue(definition.line.map { titles.contains($0.title) } ?? false, "\(command)")
            }
        }
    }
}

/// The base URL of a server that has just stopped.
private func addressWhereNobodyListens() -> String {
    let server = try? LabServer()
    server?.close()
    return server?.baseURL ?? ""
}

/// The texts of all labels below a widget, those on buttons included.
func labels(below widget: Widget) -> [String] {
    var found: [String] = []
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
        let instance = UnsafeMutableRawPointer(current).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 {
            found.append(String(cString: gtk_label_get_text(current.opaque)))
        } else {
            found += labels(below: current)
        }
        child = gtk_widget_get_next_sibling(current)
    }
    return found
}

/// Whether a detailed action name means something in `window`: an action of window or application, or one of GTK's own.
private func exists(_ name: String, _ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    // A detailed name has its parameter in parentheses.
    let parts = name.prefix { $0 != "(" }.split(separator: ".", maxSplits: 1).map(String.init)
    switch parts[0] {
    case "win": return g_action_map_lookup_action(OpaquePointer(window), parts[1]) != nil
    case "app": return g_action_map_lookup_action(OpaquePointer(TestApplication.shared), parts[1]) != nil
    default:
        let instance = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GTypeInstance.self)
        let widgetClass = UnsafeMutableRawPointer(instance.pointee.g_class)?
            .assumingMemoryBound(to: GtkWidgetClass.self)
        var index: UInt32 = 0
        var owner: GType = 0
        var found: UnsafePointer<CChar>?
        var type: OpaquePointer?
        var property: UnsafePointer<CChar>?
        while gtk_widget_class_query_action(widgetClass, index, &owner, &found, &type, &property) != 0 {
            if let found, String(cString: found) == name { return true }
            index += 1
        }
        return false
    }
}

/// The detailed action names in a menu, its sections and submenus, but those whose entries go without their actions.
private func actions(of menu: UnsafeMutablePointer<GMenuModel>?) -> [String] {
    let hidden = attributes("action", of: menu, among: { $0 != nil })
    return attributes("action", of: menu).filter { !hidden.contains($0) }
}

/// What the items that have the attribute `name` say in it.
/// - Parameter isMeant: Chooses items by what hides them.
private func attributes(
    _ name: String, of menu: UnsafeMutablePointer<GMenuModel>?, among isMeant: (String?) -> Bool = { _ in true }
) -> [String] {
    (0..<g_menu_model_get_n_items(menu)).flatMap { index -> [String] in
        for link in ["section", "submenu"] {
            guard let part = g_menu_model_get_item_link(menu, index, link) else { continue }
            defer { g_object_unref(part.object) }
            return attributes(name, of: part, among: isMeant)
        }
        let hides = g_menu_model_get_item_attribute_value(menu, index, "hidden-when", nil)
        defer { if let hides { g_variant_unref(hides) } }
        guard isMeant(hides.map { String(cString: g_variant_get_string($0, nil)) }) else { return [] }
        guard let value = g_menu_model_get_item_attribute_value(menu, index, name, nil) else { return [] }
        defer { g_variant_unref(value) }
        return [String(cString: g_variant_get_string(value, nil))]
    }
}
