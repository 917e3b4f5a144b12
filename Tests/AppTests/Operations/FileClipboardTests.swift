// What file managers put into the clipboard for files.
import XCTest

@testable import App

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
}
