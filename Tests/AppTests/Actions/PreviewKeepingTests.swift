// The keeping of all previews of a share: what is counted, and when it ends.
import Browse
import Desktop
import ImagePipeline
import Library
import Photos
import Synchronization
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PreviewKeepingTests: XCTestCase {
    private struct Unread: Error {}

    private final class Result: Sendable {
        let asked = Mutex<[String]>([])
        let progress = Mutex<KeepingProgress?>(nil)
    }

    /// Keeps the previews of so many photos.
    private func keep(
        _ count: Int, _ outcome: @escaping @Sendable (Photo) throws -> KeptPreviews.Outcome
    ) throws -> (KeepingProgress, asked: [String]) {
        let result = Result()
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let model = GalleryModel(source: ScriptedSource(count: count), collation: FileNameCollation())
            model.loadMore()
            runLoop { model.count == count }
            Task.detached { [snapshot = model.snapshot] in
                let progress = await PreviewKeeping.keep(snapshot) { photo in
                    result.asked.withLock { $0.append(photo.id.text) }
                    return try outcome(photo)
                } report: { _ in
                }
                result.progress.withLock { $0 = progress }
            }
            runLoop { result.progress.withLock { $0 != nil } }
        }
        return (try XCTUnwrap(result.progress.withLock { $0 }), result.asked.withLock { $0 })
    }

    func testEveryPhotoIsAskedForOnceAndWhatCannotBeReadIsCounted() throws {
        let (progress, asked) = try keep(50) { photo in
            if photo.id.text.hasSuffix("7") { throw Unread() }
            return photo.id.text.hasSuffix("3") ? .unsuited : .kept
        }
        XCTAssertEqual(asked.sorted(), (0..<50).map(String.init).sorted())
        XCTAssertEqual([progress.done, progress.kept, progress.failed], [50, 40, 5])
        XCTAssertNil(progress.end)
    }

    func testItEndsWhereNoMorePreviewsFitIn() throws {
        let (progress, asked) = try keep(50) { Int($0.id.text).map { $0 < 10 } == true ? .kept : .full }
        XCTAssertEqual(progress.kept, 10)
        XCTAssertEqual(progress.end, .full)
        XCTAssertLessThan(asked.count, 14)
    }

    func testItEndsWhenOnePhotoAfterTheOtherCannotBeRead() throws {
        let (progress, asked) = try keep(500) { _ in throw Unread() }
        XCTAssertEqual(progress.end, .away)
        XCTAssertEqual(progress.kept, 0)
        XCTAssertLessThan(asked.count, 24)
    }
}
