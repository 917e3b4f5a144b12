// The notice while dates on a share are read: progress, pause, stop, and the question on a metered connection.
import Browse
import CGTK
import Desktop
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DateReadingTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testWhatIsReadIsPausedStoppedAndAskedForAgain() {
        MainActor.assumeIsolated {
            reading(isMetered: false) { indexer, window, notice in
                runLoop { indexer.isHeld == false }
                XCTAssertFalse(notice.isShown)
                // Shown when it has lasted for a second; the state is what counts here.
                window.perform(.pauseDates)
                runLoop { indexer.isHeld == true && notice.isShown }
                XCTAssertEqual(notice.words, ["The dates of 3 photos are not known yet.", "Continue", "Stop"])
                window.perform(.stopDates)
                runLoop { !notice.isShown }
                XCTAssertEqual(indexer.isHeld, true)
                notice.arrange(Query(order: .taken, isDescending: true, grouping: .month))
                runLoop { notice.isShown }
                XCTAssertEqual(indexer.isHeld, true)
                window.perform(.readDates)
                runLoop { indexer.isHeld == false }
                indexer.answer()
                runLoop { notice.isDone && !notice.isShown }
                XCTAssertFalse(notice.isShown)
            }
        }
    }

    func testWhereNothingIsArrangedByDateItIsStarsThatAreRead() {
        MainActor.assumeIsolated {
            let progress = IndexingProgress(done: 4, total: 9)
            XCTAssertEqual(DateReadingText.progress(progress, ofMarks: true), "Reading stars and labels, 4 of 9")
            XCTAssertEqual(DateReadingText.progress(progress, ofMarks: false), "Reading dates, 4 of 9")
            XCTAssertEqual(
                DateReadingText.unknown(progress, ofMarks: true), "Stars and labels of 5 photos are not known yet.")
            XCTAssertEqual(
                DateReadingText.metered(progress, ofMarks: true),
                "Read stars and labels of 5 photos over a metered connection?")
        }
    }

    func testOnAMeteredConnectionItIsAskedBeforeAnythingIsRead() {
        MainActor.assumeIsolated {
            reading(isMetered: true) { indexer, window, notice in
                runLoop { notice.isShown }
                XCTAssertEqual(
                    notice.words, ["Read the dates of 3 photos over a metered connection?", "Continue", "Stop"])
                XCTAssertEqual(indexer.holds, [true])
                window.perform(.readDates)
                runLoop { indexer.isHeld == false }
            }
        }
    }
}

/// What a test sees of the notice.
@MainActor private struct Notice {
    let reading: DateReading
    let gallery: GalleryWindow

    var isShown: Bool { gtk_revealer_get_reveal_child(reading.bar.root.widget.opaque) != 0 }
    var isDone: Bool { gallery.page.model.progress == nil }
    var words: [String] { labels(below: reading.bar.root.widget) }
    func arrange(_ query: Query) { Task { [model = gallery.page.model] in await model.arrange(by: query) } }
}

@MainActor private func reading(
    isMetered: Bool, _ body: @MainActor (HeldIndexer, BareWindow, Notice) -> Void
) {
    let indexer = HeldIndexer()
    let gallery = GalleryWindow(FarSource(), by: Query(order: .taken), indexing: indexer)
    gallery.page.model.loadMore()
    let window = BareWindow()
    let reading = DateReading(window.context, isMetered: { isMetered })
    reading.pageChanged(to: gallery.page)
    runLoop { gallery.page.model.progress != nil }
    body(indexer, window, Notice(reading: reading, gallery: gallery))
    indexer.forget()
    reading.stop()
    window.close()
    gallery.close()
    runLoop { Tile.tileCount == 0 }
}

/// A folder of three files whose facts cost something.
private nonisolated struct FarSource: PhotoSource {
    var identity: SourceID { SourceID("far") }
    var title: String { "Far" }
    var root: String? { "/" }
    var readsFactsUnasked: Bool { false }
    func changes() -> SourceChanges {
        let photos = (0..<3).map(LivingSource.file)
        let (steps, give) = AsyncStream<SourceChange>.makeStream()
        give.yield(.added(PackedPage(listed: photos), isLast: true))
        return SourceChanges(steps)
    }
    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}

/// An indexer that answers when the test says so.
private nonisolated final class HeldIndexer: PhotoIndexing {
    private struct State {
        var asked: [(collection: PhotoCollection, slot: UInt32)] = []
        var holds: [Bool] = []
    }
    private let state = Mutex(State())

    var holds: [Bool] { state.withLock { $0.holds } }
    var isHeld: Bool? { holds.last }

    func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
        state.withLock { $0.asked += photos.map { (collection, $0.slot) } }
    }

    func hold(_ isHeld: Bool, _ collection: PhotoRef.Collection) async { state.withLock { $0.holds.append(isHeld) } }

    func answer() {
        let asked = state.withLock { $0.asked }
        Task { for (collection, slot) in asked { await collection.learn([(slot, PhotoFacts())]) } }
    }

    func forget() { state.withLock { $0.asked = [] } }
}
