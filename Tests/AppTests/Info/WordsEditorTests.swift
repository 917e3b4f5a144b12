// Keywords, title and caption in the info panel: what is written goes to the photos for which it was written.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WordsEditorTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAKeywordIsAChipAndIsFoundAndCanBeRemovedAndUndone() throws {
        try withPanel { window, editor, folder in
            editor.entry.text = "sky, Places / Paros"
            editor.entry.add()
            runLoop { editor.keywords == ["Places/Paros", "sky"] }
            XCTAssertEqual(editor.entry.text, "")
            XCTAssertTrue(Self.text(folder + "/picture-2.jpg.xmp").contains("Places|Paros"))
            let page = try XCTUnwrap(window.gallery), model = page.model
            XCTAssertEqual(Set(model.snapshot.store.keywords(model.ref(at: 2).slot)), ["Places/Paros", "sky"])
            Task { await model.arrange(by: Query(search: "tag:paros")) }
            runLoop { model.count == 1 }
            Task { await model.arrange(by: Query()) }
            runLoop { model.count == 5 }
            editor.edit(.removeKeywords(["sky"]))
            runLoop { editor.keywords == ["Places/Paros"] }
            window.perform(.undo)
            runLoop { editor.keywords == ["Places/Paros", "sky"] }
            // Both were one act.
            window.perform(.undo)
            runLoop { editor.keywords.isEmpty }
            runLoop { !FileManager.default.fileExists(atPath: folder + "/picture-2.jpg.xmp") }
            window.perform(.redo)
            runLoop { editor.keywords == ["Places/Paros", "sky"] }
        }
    }

    func testATitleGoesToThePhotoForWhichItWasWritten() throws {
        try withPanel { window, editor, folder in
            let page = try XCTUnwrap(window.gallery)
            editor.title.type("The harbour")
            XCTAssertTrue(editor.title.isTouched)
            page.grid.focus.move(to: page.model.ref(at: 3))
            window.context.target.changed()
            runLoop { Self.text(folder + "/picture-2.jpg.xmp").contains("The harbour") }
            XCTAssertEqual(editor.title.text, "")
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-3.jpg.xmp"))
            page.grid.focus.move(to: page.model.ref(at: 2))
            window.context.target.changed()
            runLoop { editor.title.text == "The harbour" }
        }
    }

    func testAPressAnywhereInTheRowLeadsToItsText() throws {
        try withPanel { window, editor, _ in
            XCTAssertFalse(editor.isWriting)
            Self.press(editor.caption.widget)
            runLoop { editor.caption.hasFocus }
            Self.press(editor.title.widget)
            runLoop { editor.title.hasFocus }
        }
    }

    /// Presses a widget where nothing else takes the press.
    @MainActor private static func press(_ widget: Widget) {
        let controllers = gtk_widget_observe_controllers(widget)
        defer { g_object_unref(controllers?.object) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            let type = gtk_gesture_click_get_type()
            guard g_type_check_instance_is_a(controller.assumingMemoryBound(to: GTypeInstance.self), type) != 0 else {
                continue
            }
            var arguments = [GValue](repeating: GValue(), count: 4)
            g_value_init(&arguments[0], type)
            g_value_set_object(&arguments[0], controller)
            g_value_init(&arguments[1], g_type_from_name("gint"))
            g_value_set_int(&arguments[1], 1)
            for index in 2...3 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
            defer { for index in arguments.indices { g_value_unset(&arguments[index]) } }
            g_signal_emitv(arguments, g_signal_lookup("pressed", type), 0, nil)
        }
    }

    func testEscapeTakesBackWhatIsWrittenAndLeavesThePanelOpen() throws {
        try withPanel { window, editor, folder in
            window.perform(.editKeywords)
            runLoop { editor.isWriting }
            editor.entry.text = "sk"
            window.escape()
            XCTAssertEqual(editor.entry.text, "")
            XCTAssertFalse(editor.isWriting)
            XCTAssertTrue(window.context.gridInfo.isRevealed)
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-2.jpg.xmp"))
        }
    }

    func testSeveralPhotosHaveTheirCommonWordsAndOnlyWhatIsChangedIsWritten() throws {
        try withPanel { window, editor, folder in
            let page = try XCTUnwrap(window.gallery), model = page.model
            editor.edit(.title("One"))
            editor.edit(.addKeywords(["sky"]))
            runLoop { editor.keywords == ["sky"] && editor.title.text == "One" }
            page.selection.model.apply(.toggle(model.ref(at: 2)))
            page.selection.model.apply(.toggle(model.ref(at: 4)))
            runLoop { editor.subject?.refs.count == 2 }
            runLoop { editor.title.shown == .several && editor.keywords.isEmpty }
            editor.edit(.addKeywords(["sea"]))
            runLoop { editor.keywords == ["sea"] }
            runLoop { window.context.toasts.last == "“sea” added to 2 photos" }
            XCTAssertTrue(Self.text(folder + "/picture-2.jpg.xmp").contains(">One<"))
            XCTAssertFalse(Self.text(folder + "/picture-4.jpg.xmp").contains("dc:title"))
            editor.caption.type("Both")
            editor.caption.keep()
            runLoop { Self.text(folder + "/picture-4.jpg.xmp").contains(">Both<") }
            runLoop { editor.caption.text == "Both" && editor.title.text == "" }
        }
    }

    func testTheKeyLeadsToTheKeywordsOfSeveralPhotosFromAClosedPanel() throws {
        try withPanel { window, editor, _ in
            let page = try XCTUnwrap(window.gallery)
            window.perform(.info)
            XCTAssertFalse(window.context.gridInfo.isRevealed)
            page.selection.model.apply(.all)
            runLoop { window.context.target.count == 5 }
            window.perform(.editKeywords)
            runLoop { editor.entry.hasFocus && editor.subject?.refs.count == 5 }
        }
    }

    func testSuggestionsComeFromTheKeywordsOfTheLibrary() throws {
        try withPanel { window, editor, _ in
            let page = try XCTUnwrap(window.gallery), model = page.model
            for keyword in ["Places/Paros", "Paris"] { editor.edit(.addKeywords([keyword])) }
            runLoop { editor.keywords.count == 2 }
            page.grid.focus.move(to: model.ref(at: 3))
            window.context.target.changed()
            runLoop { editor.subject?.refs == [model.ref(at: 3)] }
            window.perform(.editKeywords)
            runLoop { editor.entry.hasFocus }
            editor.entry.text = "sky, pAr"
            runLoop { editor.entry.suggestions == ["Paris", "Places/Paros"] }
            XCTAssertTrue(editor.entry.take(0xFF54))
            XCTAssertTrue(editor.entry.take(0xFF54))
            editor.entry.add()
            runLoop { editor.keywords == ["Places/Paros", "sky"] }
        }
    }

    func testAKeywordThatIsTooLongIsSaidToBeSo() throws {
        try withPanel { window, editor, folder in
            editor.entry.text = String(repeating: "a", count: 65_536)
            editor.entry.add()
            XCTAssertNotEqual(editor.entry.text, "")
            editor.entry.text = "ok"
            editor.entry.add()
            runLoop { editor.keywords == ["ok"] }
        }
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A window over five pictures, the third one in the panel.
    private func withPanel(_ body: @MainActor (MainWindow, WordsEditor, String) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "words", count: 5)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder]), window = shown.window
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 2))
            window.context.target.changed()
            window.perform(.info)
            let editor = try XCTUnwrap(window.context.gridInfo.editor)
            runLoop { editor.subject?.refs == [page.model.ref(at: 2)] }
            try body(window, editor, folder)
            shown.close()
        }
    }
}
