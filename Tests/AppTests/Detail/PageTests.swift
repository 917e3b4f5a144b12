// A file of several pages on its page: which is shown, how the user gets to the others, and where it begins.
import Browse
import CGTK
import Codecs
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Desktop

/// Three pages of their own sizes, of which some may be damaged.
private nonisolated struct PageDecoder: PixelDecoder {
    static let sizes = [
        PixelSize(width: 400, height: 300), PixelSize(width: 200, height: 350), PixelSize(width: 120, height: 90),
    ]
    var damaged: Set<Int> = []

    func decode(
        _ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority
    ) async throws -> Texture {
        let page = request.key.page
        if damaged.contains(page) { throw LoadFailure(stage: .decode, culprit: "a", reason: .corrupt(Message("torn"))) }
        let size = Self.sizes[page].scaled(toward: request.key.size, fit: .fit)
        let pixels = [UInt8](repeating: 255, count: size.area * 4)
        guard let bytes = g_bytes_new(pixels, gsize(pixels.count)) else { preconditionFailure("GLib made nothing") }
        return Texture(
            PixelBuffer(
                size: size, original: Self.sizes[page], storage: SharedBytes(adopting: bytes), pages: Self.sizes.count))
    }
}

/// Opens a photo of three pages.
private func withPages(_ decoder: PageDecoder = PageDecoder(), _ body: (PictureStage) -> Void) {
    let stage = PictureStage(count: 2, decoder: decoder, size: PageDecoder.sizes[0])
    stage.openFitted()
    body(stage)
    stage.close()
}

/// Goes to another page, and waits until that is shown.
private func turn(_ stage: PictureStage, by step: Int, to text: String, _ size: PixelSize) {
    XCTAssertTrue(stage.page.run(.page(step)))
    runLoop { stage.page.hasEnded && stage.page.zoom.zoomState?.picture == size }
    XCTAssertEqual(stage.page.widgets.pages.text, text)
}

nonisolated final class PageTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testEachPageIsShownInItsOwnSize() {
        MainActor.assumeIsolated {
            withPages { stage in
                let sizes = PageDecoder.sizes, pages = stage.page.widgets.pages
                XCTAssertEqual(pages.text, "Page 1 of 3")
                turn(stage, by: 1, to: "Page 2 of 3", sizes[1])
                turn(stage, by: 1, to: "Page 3 of 3", sizes[2])
                // There is none behind the last.
                turn(stage, by: 1, to: "Page 3 of 3", sizes[2])
                XCTAssertEqual(gtk_widget_get_sensitive(pages.next), 0)
                turn(stage, by: -1, to: "Page 2 of 3", sizes[1])
                gtk_widget_activate(pages.previous)
                runLoop { stage.page.hasEnded && stage.page.zoom.zoomState?.picture == sizes[0] }
                XCTAssertEqual(pages.text, "Page 1 of 3")
                XCTAssertEqual(gtk_widget_get_sensitive(pages.previous), 0)
                turn(stage, by: -1, to: "Page 1 of 3", sizes[0])
            }
        }
    }

    func testAnotherPhotoBeginsWithItsFirstPageAndIsTheOnlyStepOfTheOtherKeys() {
        MainActor.assumeIsolated {
            withPages { stage in
                turn(stage, by: 1, to: "Page 2 of 3", PageDecoder.sizes[1])
                stage.page.navigate(.next)
                runLoop { stage.page.hasEnded && stage.page.widgets.pages.text == "Page 1 of 3" }
                stage.page.navigate(.previous)
                runLoop { stage.page.hasEnded && stage.page.zoom.zoomState?.picture == PageDecoder.sizes[0] }
                XCTAssertEqual(stage.page.widgets.pages.text, "Page 1 of 3")
            }
        }
    }

    func testAPageThatIsDamagedSaysSoAndTheOthersAreReachedFromIt() {
        MainActor.assumeIsolated {
            withPages(PageDecoder(damaged: [1])) { stage in
                XCTAssertTrue(stage.page.run(.page(1)))
                runLoop { stage.page.canRetry }
                XCTAssertEqual(stage.page.widgets.pages.text, "Page 2 of 3")
                turn(stage, by: 1, to: "Page 3 of 3", PageDecoder.sizes[2])
                XCTAssertFalse(stage.page.canRetry)
            }
        }
    }

    func testAPhotoOfOnePageHasNoSwitcher() {
        MainActor.assumeIsolated {
            let stage = PictureStage()
            stage.openFitted()
            XCTAssertNil(stage.page.widgets.pages.text)
            XCTAssertTrue(stage.page.run(.page(1)))
            XCTAssertTrue(stage.page.hasEnded)
            stage.close()
        }
    }

    func testControlTurnsPageKeysIntoPages() {
        MainActor.assumeIsolated {
            @MainActor func command(_ key: Int32) -> DetailCommand? {
                DetailKeys.command(for: UInt32(bitPattern: key), holding: GDK_CONTROL_MASK, isRightToLeft: false)
            }
            XCTAssertEqual(command(GDK_KEY_Page_Down), .page(1))
            XCTAssertEqual(command(GDK_KEY_Page_Up), .page(-1))
        }
    }
}
