// The notice about a copy that the end of the program has interrupted.
import CGTK
import Codecs
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class InterruptedWorkTests: XCTestCase {
    func testWhatWasInterruptedIsSaidOnceAndGoesOnWithTheRest() throws {
        let folder = try TestPictures.folder(named: "interrupted", count: 2), to = folder + "/Trip",
            state = folder + "/state"
        for path in [to, state] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // What a process leaves that was killed after the first of two photos.
        let lines = [
            "version 2", "asked copy \(to) skip", "photo - \(folder)/picture-0.jpg", "photo - \(folder)/picture-1.jpg",
            "begin 1",
            "copy \(folder)/picture-0.jpg \(to)/.tessera-1-a.part \(to)/picture-0.jpg 1:2:3:4:5", "end 1",
            "copied 1 0 1:2:3:4:6",
            "done 1", "",
        ]
        let isWritten = FileManager.default.createFile(
            atPath: state + "/operations-1-a.journal", contents: Data(lines.joined(separator: "\n").utf8),
            attributes: [.posixPermissions: 0o600])
        XCTAssertTrue(isWritten)
        MainActor.assumeIsolated {
            let marks = MarkStore(path: nil)
            let work = FileWork(
                FileOperations(folder: state, trash: folder + "/Trash", marks: marks),
                marking: PhotoMarking(store: marks, reader: MarkReader()), history: History(folder: nil))
            work.recover()
            let window = BareWindow(), notice = window.context.notice
            let interrupted = InterruptedWork(window.context, work: work)
            let words = "Copying 2 photos to “Trip” was interrupted: 1 are there, 1 are not."
            runLoop { labels(below: notice.root.widget).contains(words) }
            XCTAssertEqual(gtk_revealer_get_reveal_child(notice.root.widget.opaque), 1)
            // A second window says nothing of it.
            let other = BareWindow(), quiet = other.context.notice
            let second = InterruptedWork(other.context, work: work)
            window.perform(.resumeOperation)
            runLoop { FileManager.default.fileExists(atPath: to + "/picture-1.jpg") }
            XCTAssertFalse(
                FileManager.default.fileExists(atPath: to + "/picture-0.jpg"), "it was there, and was skipped")
            runLoop { !window.context.composition.files.isBusy }
            XCTAssertEqual(gtk_revealer_get_reveal_child(notice.root.widget.opaque), 0)
            XCTAssertEqual(gtk_revealer_get_reveal_child(quiet.root.widget.opaque), 0)
            XCTAssertFalse(FileManager.default.fileExists(atPath: state + "/operations-1-a.journal"))
            withExtendedLifetime((interrupted, second)) {
                window.close()
                other.close()
            }
        }
    }
}
