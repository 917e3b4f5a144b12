// The pictures that a page wants, as they come: each is told once, and what memory has is there at once.
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WantedPicturesTests: XCTestCase {
    func testAPictureIsToldOnceThoughMemoryHasItBeforeItIsTaken() {
        withPictures { pictures, loader, told in
            let request = Self.request(1)
            pictures.want([(request, .visible)])
            // The loop does not turn, so that the delivery waits.
            while !loader.memory.contains(request.key) { usleep(1000) }
            pictures.want([(request, .visible), (Self.request(2), .speculative)])
            runLoop { told.count == 2 }
            XCTAssertEqual(Set(told.titles), ["1", "2"])
            XCTAssertNotNil(pictures[request.key]?.texture)
        }
    }

    func testWhatMemoryHasIsThereAtOnceAndNotToldAgain() {
        withPictures { pictures, loader, told in
            let request = Self.request(1), texture = ScriptedDecoder().grey(PixelSize(square: 16))
            loader.memory.insert(texture, for: request.key)
            pictures.want([(request, .visible)])
            XCTAssertTrue(pictures[request.key]?.texture === texture)
            pictures.want([(request, .visible), (Self.request(2), .visible)])
            runLoop { told.count == 1 }
            XCTAssertEqual(told.titles, ["2"])
        }
    }

    func testWhatHasFailedIsTriedAgainWhenItIsAskedForAndWhenItComesBack() {
        withPictures { pictures, _, told in
            let request = Self.request(1)
            told.bytes.broken = [1]
            pictures.want([(request, .visible)])
            runLoop { told.count == 1 }
            XCTAssertNotNil(pictures[request.key]?.failure)
            pictures.retry(request.key)
            XCTAssertEqual(pictures[request.key]?.isLoading, true)
            runLoop { told.count == 2 }
            XCTAssertNotNil(pictures[request.key]?.failure)
            told.bytes.broken = []
            pictures.want([])
            XCTAssertNil(pictures[request.key])
            pictures.want([(request, .visible)])
            runLoop { told.count == 3 }
            XCTAssertNotNil(pictures[request.key]?.texture)
            XCTAssertEqual(told.bytes.calls, [1, 1, 1])
        }
    }

    func testAPictureThatIsHeldIsNotLoadedAgainAndIsToldOfWhenItChanges() {
        withPictures { pictures, loader, told in
            let request = Self.request(1)
            pictures.want([(request, .speculative)])
            runLoop { told.count == 1 }
            let texture = pictures[request.key]?.texture
            loader.memory.trim(to: .visibleOnly)
            pictures.want([(request, .visible)])
            XCTAssertTrue(pictures[request.key]?.texture === texture)
            told.bytes.change()
            runLoop { told.count == 2 }
            XCTAssertFalse(pictures[request.key]?.texture === texture)
            XCTAssertEqual(told.bytes.calls, [1, 1])
        }
    }

    private static func request(_ number: Int) -> ImageRequest {
        ImageRequest(
            source: SourceID("scripted"), photo: Photo(id: PhotoID("\(number)"), title: "\(number)"),
            location: .file(FilePath("\(number)")), size: PixelSize(square: 16), fit: .fit)
    }

    /// What was told, and the bytes of which it is made.
    private final class Told {
        let bytes = ScriptedBytes(isStale: true)
        var titles: [String] = []
        var count: Int { titles.count }
    }

    private func withPictures(_ body: @MainActor (WantedPictures, PhotoLoader, Told) -> Void) {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let told = Told()
            let loader = PhotoLoader(
                bytes: told.bytes, decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20))
            let pictures = WantedPictures(loader: loader) {
                if $0.kind != .preview { told.titles.append($0.request.title) }
            }
            body(pictures, loader, told)
            pictures.want([])
            loader.invalidate()
        }
    }
}
