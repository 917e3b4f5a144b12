// What the window says and where the focus is while a share is connected, refused and tried again.
import Browse
import CGTK
import Desktop
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ShareWaitingTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheServerThatIsBeingConnectedIsNamedBelowTheSpinnerAndInTheNotice() throws {
        try MainActor.assumeIsolated {
            let (answers, answer) = AsyncStream<Void>.makeStream()
            let connections = ShareConnections { _ in for await _ in answers { break } }
            let share = ClosedShare()
            let gallery = GalleryWindow(share), window = BareWindow()
            let notices = SourceNotices(window.context, connections: connections)
            notices.pageChanged(to: gallery.page)
            let address = try XCTUnwrap(ShareAddress("sftp://nas/photos/2021"))
            let words = "Connecting to “nas”…"
            XCTAssertFalse(labels(below: gallery.page.root.widget).contains(words))
            let first = Task { try await connections.connect(address) }
            runLoop { labels(below: gallery.page.root.widget).contains(words) }
            XCTAssertEqual(gtk_revealer_get_reveal_child(notices.bar.root.widget.opaque), 0)
            answer.yield()
            runLoop { !labels(below: gallery.page.root.widget).contains(words) }
            // Known from an earlier time, and away: the notice says it in place of its button.
            share.answer.yield(.reported(SourceReport(isAway: true)))
            runLoop { labels(below: notices.bar.root.widget).contains("Try Again") }
            let second = Task { try await connections.connect(address) }
            runLoop { labels(below: notices.bar.root.widget) == [words] }
            answer.yield()
            runLoop { labels(below: notices.bar.root.widget).contains("Try Again") }
            answer.finish()
            for task in [first, second] { task.cancel() }
            notices.stop()
            window.close()
            gallery.close()
            runLoop { Tile.tileCount == 0 }
        }
    }

    func testWhatIsShownWhileThePhotosAreAwaitedHasTheFocusAndThenTheGrid() {
        MainActor.assumeIsolated {
            let share = ClosedShare()
            share.isOpen.withLock { $0 = true }
            let gallery = GalleryWindow(share)
            gallery.page.grabFocus()
            // From a widget that was never realized no key comes to the window.
            runLoop { focus(in: gallery).map { gtk_widget_get_realized($0) != 0 } ?? false }
            XCTAssertEqual(focus(in: gallery).map { gtk_widget_is_ancestor($0, gallery.grid.root.widget) }, 0)
            share.answer.yield(.added(PackedPage(listed: (0..<3).map(LivingSource.file)), isLast: true))
            gallery.waitUntilIdle()
            runLoop { focus(in: gallery).map { gtk_widget_is_ancestor($0, gallery.grid.root.widget) != 0 } ?? false }
            // What comes by itself is not what a key acts on.
            XCTAssertNil(gallery.grid.focus.photo)
            gallery.close()
            runLoop { Tile.tileCount == 0 }
        }
    }

    func testPhotosThatComeAfterAnotherTryHaveTheFocus() {
        MainActor.assumeIsolated {
            let share = ClosedShare()
            let gallery = GalleryWindow(share)
            // With a button to which GTK gives a focus that is lost.
            let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), page = gallery.page.root.widget
            gtk_window_set_child(gallery.window, nil)
            for widget in [made(gtk_button_new()), page] { gtk_box_append(box.cast(), widget) }
            gtk_window_set_child(gallery.window, box)
            // Buttons of actions that are not there have no focus.
            let actions = made(g_simple_action_group_new()), retry = made(g_simple_action_new("retry", nil))
            g_action_map_add_action(actions.opaque, retry)
            gtk_widget_insert_action_group(gallery.window.cast(), "win", actions.opaque)
            for object in [actions.object, retry.object] { g_object_unref(object) }
            share.answer.yield(.removed([]))
            runLoop { hasFailed(gallery) && focus(in: gallery) != nil }
            share.isOpen.withLock { $0 = true }
            gallery.page.retry()
            share.answer.yield(.added(PackedPage(listed: (0..<3).map(LivingSource.file)), isLast: true))
            gallery.waitUntilIdle()
            runLoop { focus(in: gallery).map { gtk_widget_is_ancestor($0, gallery.grid.root.widget) != 0 } ?? false }
            gallery.close()
            runLoop { Tile.tileCount == 0 }
        }
    }
}

@MainActor private func focus(in gallery: GalleryWindow) -> Widget? { gtk_window_get_focus(gallery.window) }

@MainActor private func hasFailed(_ gallery: GalleryWindow) -> Bool {
    if case .failed(_, let atStart) = gallery.page.model.phase { atStart } else { false }
}

/// A folder on a share whose changes the test gives. Until it is open it fails with each.
private nonisolated final class ClosedShare: PhotoSource {
    let identity = SourceID("share:sftp://nas/photos")
    let title = "Photos"
    var indexRoot: String? { "sftp://nas/photos" }
    var readsFactsUnasked: Bool { false }
    var isSeenWhileAway: Bool { true }
    let isOpen = Mutex(false)
    let answer: AsyncStream<SourceChange>.Continuation
    private let given: AsyncStream<SourceChange>

    init() { (given, answer) = AsyncStream<SourceChange>.makeStream() }

    func changes() -> SourceChanges {
        SourceChanges { [self] in
            var iterator = given.makeAsyncIterator()
            let change = await iterator.next()
            guard case .removed? = change, !isOpen.withLock({ $0 }) else { return change }
            throw LoadFailure(stage: .listing, culprit: title, reason: .unreachable(Message("it is closed")))
        }
    }

    func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { original(of: photo) }
    func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
