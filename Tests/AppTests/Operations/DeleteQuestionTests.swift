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
            runLoop { OpenQuestions.dialogs.count == 1 }
            Self.answer("cancel")
            runner.askToDelete(photos, because: "")
            runner.askToDelete([photos[0]], because: "")
            runLoop { OpenQuestions.dialogs.count == 2 }
            Self.answer("cancel")
            runner.askToDelete(photos, because: "")
            Self.answer("delete")
            runLoop { !FileManager.default.fileExists(atPath: folder + "/" + names[1]) }
        }
    }

    /// Answers all questions, and returns when they are gone.
    @MainActor private static func answer(_ id: String) {
        for question in OpenQuestions.dialogs {
            adw_message_dialog_response(question, id)
            gtk_window_close(question.cast())
        }
        runLoop { OpenQuestions.dialogs.isEmpty }
    }
}
