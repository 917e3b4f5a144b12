// From photo to photo on the detail page: what is loaded ahead, what is let go, and how little there is of it.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class NavigationTests: XCTestCase {
    func testTheNeighboursAreLoadedAheadAndShownAtOnce() {
        withPages(ScriptedSource(count: 10)) { pages in
            pages.open(5)
            runLoop { pages.page.hasEnded && pages.page.picture.heldPictures == 3 }
            XCTAssertEqual(pages.bytes.calls.sorted(), [4, 5, 6])
            XCTAssertTrue(pages.page.navigate(.next))
            XCTAssertTrue(pages.page.hasEnded)
            XCTAssertEqual(pages.shown, pages.room)
            XCTAssertEqual(pages.page.shownIndex, 6)
            // Only what has come near is fetched.
            runLoop { pages.page.picture.heldPictures == 3 }
            XCTAssertEqual(pages.bytes.calls.sorted(), [4, 5, 6, 7])
        }
    }

    func testAPhotoThatIsTurnedToGoesBeforeItsNeighbours() {
        withPages(ScriptedSource(count: 10), ScriptedBytes(isOpen: false)) { pages in
            pages.open(5)
            runLoop { pages.bytes.held == [4, 5, 6] }
            pages.page.navigate(.next)
            XCTAssertEqual(pages.page.picture.picture(at: 6, of: pages.gallery)?.priority, .visible)
            XCTAssertEqual(pages.page.picture.picture(at: 5, of: pages.gallery)?.priority, .speculative)
            XCTAssertNil(pages.page.picture.picture(at: 4, of: pages.gallery))
            runLoop { pages.bytes.held == [5, 6, 7] }
            XCTAssertEqual(pages.loader.counters.cancelled, 1)
            XCTAssertEqual(pages.bytes.calls.count { $0 == 6 }, 1)
        }
    }

    func testThreeHundredPhotosInAHurryArePassedWithLittleWorkAndLevelMemory() {
        let bytes = ScriptedBytes(isOpen: false)
        withPages(ScriptedSource(count: 400), bytes, tileSize: PixelSize(square: 64)) { pages in
            pages.open(0)
            runLoop { pages.bytes.held.contains(0) }
            pages.page.quickNavigation = .seconds(3600)
            for step in 1..<300 {
                XCTAssertTrue(pages.page.navigate(.next))
                g_main_context_iteration(nil, 0)
                XCTAssertEqual(pages.page.shownIndex, step)
                XCTAssertLessThanOrEqual(pages.page.picture.loadingPictures, 3)
                XCTAssertLessThanOrEqual(pages.page.picture.loadingTiles, 1 + DetailWishes.tilesAhead)
            }
            // Nobody stayed at a photo, so no picture of the view's size was asked for after the first ones.
            XCTAssertEqual(pages.page.picture.loadingPictures, 0)
            // What was passed is not fetched any more.
            runLoop { pages.bytes.held.allSatisfy { (299...299 + DetailWishes.tilesAhead).contains($0) } }
            pages.bytes.open()
            // The last one stays.
            pages.page.quickNavigation = .zero
            pages.page.navigate(.next)
            runLoop { pages.page.hasEnded && pages.page.picture.heldPictures == 3 }
            runLoop { pages.page.picture.loadingTiles == 0 }
            XCTAssertEqual(pages.shown, pages.room)
            let counters = pages.loader.counters
            XCTAssertEqual(counters.duplicateFetches, 0)
            XCTAssertGreaterThan(counters.cancelled, 0)
            XCTAssertLessThanOrEqual(counters.decoded, 2 * (3 + 1 + DetailWishes.tilesAhead))
            // The view's and its neighbours', the tiles ahead, and one each that memory holds beside them.
            XCTAssertLessThanOrEqual(Texture.liveCount - pages.textures, 2 * (3 + 1 + DetailWishes.tilesAhead))
        }
    }

    func testEachPhotoThatIsPassedShowsItsTileOrItsColour() {
        let colours = ColourTable()
        withPages(ScriptedSource(count: 200), tileSize: PixelSize(square: 64), colours: colours) { pages in
            // The first half has been seen, and is out of memory since.
            let seen = AverageColour(red: 200, green: 100, blue: 50)
            for index in 0..<100 {
                if let request = pages.gallery.request(at: index) { colours.note(seen, for: request.key) }
            }
            pages.open(0)
            runLoop { pages.page.hasEnded }
            for _ in 1..<100 {
                pages.page.navigate(.next)
                let ground = pages.page.picture.shown?.state.ground
                XCTAssertTrue(ground == .preview || ground == .former || pages.page.hasEnded)
            }
            // Tiles come ahead of a hand that is not too quick for them.
            runLoop { pages.page.picture.loadingTiles == 0 }
            for _ in 0..<DetailWishes.tilesAhead {
                pages.page.navigate(.next)
                XCTAssertNotNil(pages.shown)
            }
        }
    }

    func testPagesOfTheSourceAreListedOnTheWay() {
        withPages(ScriptedSource(count: 120, pageSize: 40)) { pages in
            pages.open(0)
            XCTAssertEqual(pages.page.widgets.position, "1 of 40 so far")
            pages.page.navigate(.last)
            XCTAssertEqual(pages.page.shownIndex, 39)
            runLoop { pages.page.widgets.position == "40 of 80 so far" }
            XCTAssertTrue(pages.page.navigate(.next))
            pages.page.navigate(.last)
            runLoop { pages.page.widgets.position == "80 of 120" }
            pages.page.navigate(.last)
            XCTAssertFalse(pages.page.navigate(.next))
            XCTAssertEqual(gtk_widget_get_visible(pages.page.widgets.next), 0)
            XCTAssertEqual(gtk_widget_get_visible(pages.page.widgets.previous), 1)
            XCTAssertTrue(pages.page.navigate(.first))
            XCTAssertEqual(gtk_widget_get_visible(pages.page.widgets.previous), 0)
        }
    }

    func testThePageShowsThePhotoOfTheRouteAndNoOther() {
        withPages(ScriptedSource(count: 10)) { pages in
            let model = pages.gallery.model
            @MainActor func expect(_ position: Int) {
                XCTAssertEqual(pages.router.path, [.detail(model.ref(at: position))])
                XCTAssertEqual(pages.page.shownIndex, position)
            }
            pages.open(8)
            expect(8)
            XCTAssertTrue(pages.page.navigate(.next))
            expect(9)
            XCTAssertFalse(pages.page.navigate(.next))
            XCTAssertTrue(pages.page.navigate(.previous))
            expect(8)
            // The step is one from the photo of the route, whatever the page shows.
            pages.router.replace(with: .detail(model.ref(at: 3)))
            XCTAssertEqual(pages.page.shownIndex, 8)
            XCTAssertTrue(pages.page.navigate(.next))
            expect(4)
            // Once the page is left, it shows nothing else.
            pages.router.back()
            XCTAssertFalse(pages.page.navigate(.next))
            pages.page.follow(in: pages.gallery)
            XCTAssertEqual(pages.page.shownIndex, 4)
        }
    }

    func testKeysAndSwipesFollowTheDirectionOfReading() {
        MainActor.assumeIsolated {
            let plain = GdkModifierType(rawValue: 0)
            for (isRightToLeft, forward) in [(false, GDK_KEY_Right), (true, GDK_KEY_Left)] {
                @MainActor func command(_ key: Int32) -> DetailCommand? {
                    DetailKeys.command(for: UInt32(key), holding: plain, isRightToLeft: isRightToLeft)
                }
                XCTAssertEqual(command(forward), .arrow(x: isRightToLeft ? 1 : -1, y: 0, .next))
                XCTAssertEqual(command(GDK_KEY_Page_Down), .navigate(.next))
                XCTAssertEqual(command(GDK_KEY_Home), .navigate(.first))
                XCTAssertEqual(command(GDK_KEY_End), .navigate(.last))
                let left = DetailGestures.step(forSwipe: -900, 100, isRightToLeft: isRightToLeft)
                XCTAssertEqual(left, isRightToLeft ? .previous : .next)
            }
            XCTAssertNil(DetailKeys.command(for: UInt32(GDK_KEY_Left), holding: GDK_ALT_MASK, isRightToLeft: false))
            XCTAssertNil(DetailGestures.step(forSwipe: -100, 0, isRightToLeft: false))
            XCTAssertNil(DetailGestures.step(forSwipe: 900, 800, isRightToLeft: false))
        }
    }
}
