// Videos in the grid and on the detail page: played by another program, with a picture and without one.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class VideoTests: XCTestCase {
    func testAVideoWithoutAThumbnailShowsASymbolIsNotTriedAgainAndCanBePlayed() {
        let bytes = ScriptedBytes(reason: .noThumbnail)
        bytes.broken = [1]
        withGallery(ScriptedSource(count: 3, videos: [1, 2]), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            let tiles = (0..<3).compactMap { gallery.grid.tile(at: $0) }
            XCTAssertEqual(tiles.map(\.showsFilm), [false, true, false])
            XCTAssertEqual(tiles.map(\.isFailed), [false, false, false])
            XCTAssertEqual(tiles.map(\.badge), [nil, .video(seconds: nil), .video(seconds: nil)])
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
            var opened: [PhotoRef] = []
            gallery.page.events.open = { opened.append($0) }
            gallery.activate(1)
            gallery.activate(2)
            gallery.waitUntilIdle()
            XCTAssertEqual(opened, [1, 2].map { gallery.page.model.ref(at: $0) })
            XCTAssertEqual(bytes.calls.count { $0 == 1 }, 1)
            // What comes later takes the symbol's place.
            bytes.broken = []
            gallery.page.retry()
            runLoop { tiles[1].texture != nil }
            XCTAssertFalse(tiles[1].showsFilm)
        }
    }

    /// Files of which a test says when their headers are read.
    private struct Files: PhotoSource {
        var identity: SourceID { SourceID("files") }
        var title: String { "Files" }
        var root: String? { "/" }
        func changes() -> SourceChanges {
            let stamp = FileStamp(device: 1, inode: 1, byteCount: 1, modified: 1)
            let photos = (0..<3).map {
                Photo(id: PhotoID("\($0)"), title: "Photo \($0)", badge: $0 == 1 ? .video(seconds: nil) : nil)
            }
            let page = PackedPage(listed: photos.map { ListedPhoto($0, stamp: stamp) })
            let (steps, give) = AsyncStream<SourceChange>.makeStream()
            give.yield(.added(page, isLast: true))
            return SourceChanges(steps)
        }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
        var capabilities: PlaceCapabilities { .disk }
        func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
    }

    private final class LateIndexer: PhotoIndexing {
        private let asked = Mutex<[(collection: PhotoCollection, slot: UInt32)]>([])

        func index(_ photos: [UnindexedPhoto], of collection: PhotoCollection, below root: String) async {
            asked.withLock { $0 += photos.map { (collection, $0.slot) } }
        }

        /// Says that every file is a video of 62 seconds.
        func tell() {
            let asked = asked.withLock { $0 }
            var facts = PhotoFacts()
            facts.seconds = 62
            Task { [facts] in for (collection, slot) in asked { await collection.learn([(slot, facts)]) } }
        }
    }

    func testTheLengthIsShownOnceTheHeaderIsRead() {
        let indexer = LateIndexer()
        withGallery(Files(), indexing: indexer) { gallery in
            gallery.waitUntilIdle()
            let tiles = (0..<3).compactMap { gallery.grid.tile(at: $0) }
            XCTAssertEqual(tiles.map(\.badge), [nil, .video(seconds: nil), nil])
            let binds = gallery.grid.binds
            indexer.tell()
            runLoop { tiles[1].badge == .video(seconds: 62) }
            XCTAssertEqual([tiles[0].badge, tiles[2].badge], [nil, nil])
            XCTAssertEqual(gallery.grid.binds, binds)
        }
    }

    func testTheDetailPageHasAPlayButtonForVideosAlone() {
        let bytes = ScriptedBytes(reason: .noThumbnail)
        bytes.broken = [2]
        withPages(ScriptedSource(count: 3, videos: [1, 2]), bytes) { pages in
            var played: [ImageLocation] = []
            pages.page.observe { if case .play(let video) = $0 { played.append(video) } }
            pages.open(0)
            runLoop { pages.page.hasEnded }
            XCTAssertEqual(gtk_widget_get_visible(pages.page.widgets.play), 0)
            XCTAssertFalse(pages.page.run(.play))
            XCTAssertEqual(played, [])
            // With a thumbnail, and without one.
            for photo in [1, 2] {
                XCTAssertTrue(pages.page.navigate(.next))
                runLoop { pages.page.hasEnded }
                XCTAssertNotEqual(gtk_widget_get_visible(pages.page.widgets.play), 0)
                XCTAssertTrue(pages.page.run(.play))
                XCTAssertEqual(played.last, .file("\(photo)"))
            }
            gtk_widget_activate(pages.page.widgets.play)
            runLoop { played.count == 3 }
            XCTAssertTrue(pages.page.run(.playOrNavigate(.next)))
            XCTAssertEqual(played.count, 4, "a video is played, no page turned")
            XCTAssertTrue(pages.page.navigate(.first))
            runLoop { pages.page.hasEnded }
            XCTAssertEqual(gtk_widget_get_visible(pages.page.widgets.play), 0)
        }
    }

    func testSpaceAndEnterPlay() {
        MainActor.assumeIsolated {
            let none = GdkModifierType(rawValue: 0)
            for (key, wanted) in [
                (GDK_KEY_space, DetailCommand.playOrNavigate(.next)), (GDK_KEY_Return, .play),
                (GDK_KEY_KP_Enter, .play),
            ] {
                XCTAssertEqual(DetailKeys.command(for: UInt32(key), holding: none, isRightToLeft: false), wanted)
            }
        }
    }

    func testWhatIsNotPlayedIsSaidWithItsName() {
        MainActor.assumeIsolated {
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_application_window_new(TestApplication.shared))
                .cast()
            gtk_window_present(window)
            var said: [String] = []
            OtherPrograms.play(.file("/nowhere/film 1.mp4"), over: window) { said.append($0) }
            runLoop { !said.isEmpty }
            XCTAssertTrue(said[0].contains("film 1.mp4"), said[0])
            gtk_window_destroy(window)
        }
    }
}
