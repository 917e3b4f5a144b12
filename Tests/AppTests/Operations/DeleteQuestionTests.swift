// The question before photos are deleted for good.
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DeleteQuestionTests: XCTestCase {
    /// As Delete does that is pressed again on a slow share, which has no trash.
    func testPhotosAreAskedAboutOnceWhileTheQuestionIsOpen() throws {
        let folder = try TestPictures.folder(named: "asked", count: 2)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder]), runner = shown.window.context.operations
            defer { shown.close() }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            let photos = names.map { PhotoFiles(path: FilePath(folder + "/" + $0)) }
            for _ in 0..<2 { runner.askToDelete(photos, because: "") }
            runLoop { Self.questions.count == 1 }
            Self.answer("cancel")
            runner.askToDelete(photos, because: "")
            runner.askToDelete([photos[0]], because: "")
            runLoop { Self.questions.count == 2 }
            Self.answer("cancel")
            runner.askToDelete(photos, because: "")
            Self.answer("delete")
            runLoop { !FileManager.default.fileExists(atPath: folder + "/" + names[1]) }
        }
    }

    /// The questions that are open.
    @MainActor private static var questions: [UnsafeMutablePointer<AdwMessageDialog>] {
        let windows = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(windows)).compactMap { index in
            guard let item = g_list_model_get_item(windows, index) else { return nil }
            defer { g_object_unref(item) }
            let isQuestion =
                g_type_check_instance_is_a(
                    item.assumingMemoryBound(to: GTypeInstance.self), adw_message_dialog_get_type()) != 0
            return isQuestion ? item.assumingMemoryBound(to: AdwMessageDialog.self) : nil
        }
    }

    /// Answers all questions, and returns when they are gone.
    @MainActor private static func answer(_ id: String) {
        for question in questions {
            adw_message_dialog_response(question, id)
            gtk_window_close(question.cast())
        }
        runLoop { questions.isEmpty }
    }
}
