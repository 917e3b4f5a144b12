// The textures of a zoom transition: which one is drawn, and what is drawn before its copies are made.
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TransitionPicturesTests: XCTestCase {
    /// Nothing is left of a texture that is dropped.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAPhotoWithoutAnotherTextureIsDrawnFromTheSmallestThereIs() {
        MainActor.assumeIsolated {
            // Without a processor no copy is ever made.
            let loader = ImageLoader(
                bytes: ScriptedBytes(), decoder: ScriptedDecoder(), memory: ImageCache(budget: 1 << 20))
            let pictures = TransitionPictures(loader: loader)
            XCTAssertNil(pictures.best(at: 100, isNeeded: true))
            let size = PixelSize(width: 400, height: 300)
            let request = ImageRequest(
                source: SourceID("scripted"), photo: Photo(id: PhotoID("1"), title: "1"), location: .file("/1"),
                size: size, fit: .fit)
            let picture = ScriptedDecoder().grey(size)
            pictures.take(picture, of: request, downTo: 50)
            XCTAssertEqual(pictures.best(at: 400, isNeeded: false)?.size, size)
            XCTAssertNil(pictures.best(at: 100, isNeeded: false), "the tile's texture is quicker to draw")
            XCTAssertEqual(pictures.best(at: 100, isNeeded: true)?.size, size)
            // What came before its photo is followed stays; what is another photo's does not.
            pictures.keep(of: PhotoID("1"), in: SourceID("scripted"))
            XCTAssertEqual(pictures.best(at: 100, isNeeded: true)?.size, size)
            pictures.keep(of: PhotoID("1"), in: SourceID("another"))
            XCTAssertNil(pictures.best(at: 100, isNeeded: true))
        }
    }
}
