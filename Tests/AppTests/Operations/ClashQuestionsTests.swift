// The questions about names that are in use: one after another, and the answer for all that are left.
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ClashQuestionsTests: XCTestCase {
    func testEachPhotoIsAskedAboutAndAnsweredAlone() throws {
        try withQuestions { questions in
            questions.answer(
                "skip", heading: "“a.jpg” is already in this folder", others: "Do the same for 2 more photos")
            questions.answer(
                "replace", heading: "“b.jpg” is already in this folder", others: "Do the same for 1 more photo")
            questions.answer("keep", heading: "“c.jpg” is already in this folder", others: nil)
            XCTAssertEqual(
                questions.answers, [ClashAnswers(.keepBoth, except: questions.by(.skip, .replace, .keepBoth))])
        }
    }

    func testAnAnswerForAllIsTheLast() throws {
        try withQuestions { questions in
            questions.answer("keep")
            questions.answer("replace", isForAll: true)
            XCTAssertEqual(questions.answers, [ClashAnswers(.replace, except: questions.by(.keepBoth))])
            XCTAssertNil(OpenQuestions.dialog)
        }
    }

    func testNothingIsDoneAfterACancelledQuestion() throws {
        try withQuestions { questions in
            questions.answer("replace")
            questions.answer("cancel")
            XCTAssertEqual(questions.answers, [])
            XCTAssertNil(OpenQuestions.dialog)
        }
    }

    func testTheQuestionSaysWhatTellsTheFilesApart() throws {
        try withQuestions { questions in
            let body = String(cString: adw_message_dialog_get_body(try XCTUnwrap(OpenQuestions.dialog)))
            let lines = body.split(separator: "\n")
            XCTAssertTrue(lines[0].hasPrefix("In the folder: 2 bytes, changed "), body)
            XCTAssertTrue(lines[1].hasPrefix("This one: 3 bytes, changed "), body)
            questions.answer("cancel")
        }
    }

    private func withQuestions(_ body: @MainActor (OpenQuestions) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clashes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["a.jpg", "b.jpg", "c.jpg"]
        for (place, bytes) in [("from", [1, 2, 3] as [UInt8]), ("to", [4, 5])] {
            let place = folder.appendingPathComponent(place)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for name in names { try Data(bytes).write(to: place.appendingPathComponent(name)) }
        }
        let path = folder.path
        try MainActor.assumeIsolated {
            let questions = OpenQuestions(
                names.map { PhotoFiles(path: FilePath(path + "/from/" + $0)) }, to: path + "/to")
            defer { questions.close() }
            try body(questions)
        }
    }
}

/// A window over which is asked.
final class OpenQuestions {
    private let window: UnsafeMutablePointer<GtkWindow>
    private let photos: [PhotoFiles]
    private(set) var answers: [ClashAnswers] = []

    init(_ photos: [PhotoFiles], to folder: String) {
        self.photos = photos
        window = made(gtk_application_window_new(TestApplication.shared)).cast()
        gtk_window_present(window)
        let operations = FileOperations(folder: folder + "/state", trash: folder + "/trash")
        var clashes: [NameClash]?
        Task { clashes = await operations.clashes(of: photos, in: folder) }
        runLoop { clashes != nil }
        ClashQuestions.ask(clashes ?? [], over: window) { [weak self] in self?.answers.append($0) }
        runLoop { Self.dialog != nil }
    }

    /// The questions that are open.
    static var dialogs: [UnsafeMutablePointer<AdwMessageDialog>] {
        let windows = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(windows)).compactMap { index in
            guard let item = g_list_model_get_item(windows, index) else { return nil }
            defer { g_object_unref(item) }
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            let isQuestion = g_type_check_instance_is_a(instance, adw_message_dialog_get_type()) != 0
            return isQuestion ? item.assumingMemoryBound(to: AdwMessageDialog.self) : nil
        }
    }

    /// The first of them.
    static var dialog: UnsafeMutablePointer<AdwMessageDialog>? { dialogs.first }

    /// The answers by path, in the order of the photos.
    func by(_ answers: ClashAnswers.Answer...) -> [FilePath: ClashAnswers.Answer] {
        Dictionary(uniqueKeysWithValues: zip(photos.map(\.path), answers))
    }

    /// Answers the open question after a look at it.
    func answer(
        _ id: String, heading: String? = nil, isForAll: Bool = false, file: StaticString = #filePath, line: UInt = #line
    ) {
        guard let dialog = Self.dialog else { return XCTFail("no question", file: file, line: line) }
        if let heading {
            XCTAssertEqual(String(cString: adw_message_dialog_get_heading(dialog)), heading, file: file, line: line)
        }
        if isForAll, let check = adw_message_dialog_get_extra_child(dialog) {
            gtk_check_button_set_active(check.cast(), 1)
        }
        adw_message_dialog_response(dialog, id)
        gtk_window_close(dialog.cast())
        runLoop { Self.dialog != dialog }
    }

    func answer(_ id: String, heading: String, others: String?, file: StaticString = #filePath, line: UInt = #line) {
        let check = Self.dialog.flatMap { adw_message_dialog_get_extra_child($0) }
        let label = check.flatMap { gtk_check_button_get_label($0.cast()) }.map { String(cString: $0) }
        XCTAssertEqual(label, others, file: file, line: line)
        answer(id, heading: heading, file: file, line: line)
    }

    func close() {
        gtk_window_destroy(window)
        runLoop { Self.dialog == nil }
    }
}
