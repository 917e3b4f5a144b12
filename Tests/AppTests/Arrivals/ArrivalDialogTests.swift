// The dialog that copies new photos from a card.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ArrivalDialogTests: XCTestCase {
    private struct Dates: FactsReader {
        func facts(of path: String) async throws -> FileFacts? {
            let time = WallTime(year: 2023, month: 6, day: 14, hour: 12, minute: 0, second: 0)
            return FileFacts(byteCount: 1, taken: time.map { TakenTime($0, origin: .exif) })
        }
    }

    private func withCard(_ body: @MainActor (PlaceVolume) throws -> Void) throws {
        let card = FileManager.default.temporaryDirectory.appendingPathComponent("card-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: card) }
        let folder = card.appendingPathComponent("DCIM/100CANON")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["IMG_1.JPG", "IMG_2.JPG"] { try Data([1]).write(to: folder.appendingPathComponent(name)) }
        try MainActor.assumeIsolated {
            try body(
                PlaceVolume(
                    id: card.path, name: "EOS_DIGITAL", path: FilePath(card.path), isCamera: false, canEject: true))
        }
    }

    func testACardIsReadAndItsPhotosGoIntoTheFoldersOfThePattern() throws {
        try withCard { card in
            let preferences = Preferences(LaunchOptions())
            preferences.arrivalFolder = "/tmp/Photos"
            let window: UnsafeMutablePointer<GtkWindow> = made(
                gtk_application_window_new(TestApplication.shared)
            ).cast()
            gtk_window_present(window)
            var answers: [[FileOperation.Arrival]] = []
            let dialog = ArrivalDialog([card], preferences, facts: Dates(), over: window) { arrivals, _ in
                answers.append(arrivals)
            }
            runLoop { OpenQuestions.dialog != nil }
            let opened = try XCTUnwrap(OpenQuestions.dialog)
            let shown = OpenExportDialog(opened)
            XCTAssertEqual(shown.heading, "Copy New Photos from “EOS_DIGITAL”")
            // Nothing before the card is read.
            XCTAssertEqual(adw_message_dialog_get_response_enabled(opened, "copy"), 0)
            XCTAssertTrue(shown.says("Reading the card…"))
            runLoop { shown.says("/tmp/Photos/2023/2023-06-14/IMG_1.JPG") }
            XCTAssertEqual(adw_message_dialog_get_response_enabled(opened, "copy"), 1)
            shown.write("../{year}", in: "Subfolders")
            XCTAssertEqual(adw_message_dialog_get_response_enabled(opened, "copy"), 0)
            XCTAssertEqual(preferences.arrivalPattern, "{year}/{date}")
            shown.write("Crete/{year}", in: "Subfolders")
            shown.answer("copy")
            withExtendedLifetime(dialog) {}
            let first = try XCTUnwrap(answers.first)
            XCTAssertEqual(first.map(\.photo.name), ["IMG_1.JPG", "IMG_2.JPG"])
            XCTAssertEqual(first.map(\.folder), ["/tmp/Photos/Crete/2023", "/tmp/Photos/Crete/2023"])
            XCTAssertEqual(preferences.arrivalPattern, "Crete/{year}")
            gtk_window_destroy(window)
            runLoop { OpenQuestions.dialog == nil }
        }
    }

    func testTheCommandIsThereWhileACardIs() throws {
        try withCard { card in
            let bare = BareWindow()
            defer { bare.close() }
            var volumes: [PlaceVolume] = []
            let arrivals = CardArrivals(bare.context) { volumes }
            arrivals.targetChanged()
            XCTAssertFalse(bare.isEnabled(.copyNew))
            volumes = [
                PlaceVolume(id: "disk", name: "Disk", path: "/usr", isCamera: false, canEject: false), card,
                PlaceVolume(id: "volume:x", name: "Other", path: nil, isCamera: true, canEject: false),
            ]
            arrivals.targetChanged()
            runLoop { bare.isEnabled(.copyNew) }
            XCTAssertEqual(arrivals.cards, [card])
            volumes = []
            arrivals.targetChanged()
            runLoop { !bare.isEnabled(.copyNew) }
            arrivals.stop()
        }
    }
}
