// What file managers put into the clipboard for files.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FileClipboardTests: XCTestCase {
    func testCopiedAndCutFilesAreToldApart() {
        MainActor.assumeIsolated {
            let copied = CopiedFiles("copy\nfile:///p/a%20b.jpg\nfile:///p/%C3%BC.jpg")
            XCTAssertEqual(copied?.paths, ["/p/a b.jpg", "/p/ü.jpg"])
            XCTAssertEqual(copied?.isCut, false)
            XCTAssertEqual(CopiedFiles("cut\r\nfile:///p/a.jpg\r\n")?.isCut, true)
        }
    }

    func testWhatNamesNoFileIsNotPasted() {
        MainActor.assumeIsolated {
            XCTAssertNil(CopiedFiles("copy\nhttps://example.org/a.jpg"))
            XCTAssertNil(CopiedFiles("file:///p/a.jpg"))
            XCTAssertNil(CopiedFiles(""))
        }
    }

    func testFilesAreReadInTheFormatsOfFileManagers() throws {
        let uris = "file:///p/a%20b.jpg\r\nfile:///p/c.jpg\r\n", paths = ["/p/a b.jpg", "/p/c.jpg"]
        // Nautilus, Nemo, Caja and Thunar.
        XCTAssertEqual(
            read(["x-special/gnome-copied-files": "cut\nfile:///p/a%20b.jpg\nfile:///p/c.jpg", "text/uri-list": uris]),
            CopiedFiles(isCut: true, paths: paths))
        // Dolphin.
        XCTAssertEqual(
            read(["text/uri-list": uris, "application/x-kde-cutselection": "1", "text/plain": "/p/a b.jpg"]),
            CopiedFiles(isCut: true, paths: paths))
        XCTAssertEqual(
            read(["text/uri-list": uris, "application/x-kde-cutselection": "0"]),
            CopiedFiles(isCut: false, paths: paths))
        // Any other program.
        XCTAssertEqual(read(["text/uri-list": "# two\r\n" + uris]), CopiedFiles(isCut: false, paths: paths))
    }

    func testAddressesAndTextAreNoFiles() {
        XCTAssertNil(read(["text/uri-list": "https://example.org/a.jpg\r\n"]))
        XCTAssertNil(read(["text/plain;charset=utf-8": "/p/a.jpg"]))
        MainActor.assumeIsolated {
            Self.offer(["text/plain;charset=utf-8": "/p/a.jpg"])
            XCTAssertFalse(FileClipboard.hasFiles(Self.window.cast()))
            Self.offer(["text/uri-list": "file:///p/a.jpg"])
            XCTAssertTrue(FileClipboard.hasFiles(Self.window.cast()))
        }
    }

    /// GIO takes a file of any machine for one of this.
    func testFilesOfAnotherMachineAreNoneAndSoSaid() {
        for data in [
            ["x-special/gnome-copied-files": "cut\nfile:///p/a.jpg\nfile://otherhost/p/b.jpg"],
            ["text/uri-list": "file:///p/a.jpg\r\nfile://otherhost/p/b.jpg\r\n"],
        ] {
            XCTAssertNil(read(data))
            MainActor.assumeIsolated {
                var machine: String??
                GivenContent.readClipboard(of: Self.window.cast()) { given in
                    if case .otherMachine(let name) = given { machine = .some(name) } else { machine = .some(nil) }
                }
                runLoop { machine != nil }
                XCTAssertEqual(machine, "otherhost", "\(data)")
            }
        }
        XCTAssertEqual(
            read(["text/uri-list": "file://localhost/p/a.jpg"]), CopiedFiles(isCut: false, paths: ["/p/a.jpg"]))
    }

    @MainActor private static let window = made(gtk_application_window_new(TestApplication.shared))

    /// Puts data of these types into the clipboard.
    @MainActor private static func offer(_ data: [String: String]) {
        let content = PictureContent.union(data.map { PictureContent.bytes($0, $1) })
        defer { g_object_unref(content) }
        gdk_clipboard_set_content(gtk_widget_get_clipboard(window), content)
    }

    /// What is read of data of these types.
    private func read(_ data: [String: String]) -> CopiedFiles? {
        MainActor.assumeIsolated {
            Self.offer(data)
            var answer: CopiedFiles??
            FileClipboard.read(of: Self.window.cast()) { answer = .some($0) }
            runLoop { answer != nil }
            return answer ?? nil
        }
    }
}
