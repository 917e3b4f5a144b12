// Which starts share a process, which windows a request opens, and when all of them are hidden.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SharedProcessTests: XCTestCase {
    func testEachFolderGetsAWindowAndAllFilesOne() async throws {
        let folder = try TestPictures.folder(named: "subjects", count: 2)
        let files = (0..<2).map { "\(folder)/picture-\($0).jpg" }
        let one = await WindowSubjects.split(.paths([FilePath(folder)]))
        XCTAssertEqual(one, [.paths([FilePath(folder)])])
        let several = await WindowSubjects.split(
            .paths([FilePath(files[0]), FilePath(folder), FilePath(files[1]), "/"]))
        XCTAssertEqual(several, [.paths(files.map { FilePath($0) }), .paths([FilePath(folder)]), .paths(["/"])])
        let many = await WindowSubjects.split(.paths(Array(repeating: FilePath(folder), count: 1000)))
        XCTAssertEqual(many.count, WindowSubjects.mostWindows)
    }

    func testLoadingRestsWhileAllWindowsAreHidden() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let loader = PhotoLoader(
                bytes: ScriptedBytes(), decoder: ScriptedDecoder(), memory: ImageCache(budget: 1 << 20))
            let visibility = WindowVisibility(suspending: loader, relieving: MemoryRelief(memory: loader.memory))
            let surfaces = [1, 2].compactMap { OpaquePointer(bitPattern: $0) }
            visibility.note(surfaces[0], false)
            visibility.note(surfaces[1], true)
            XCTAssertFalse(visibility.areAllHidden)
            visibility.note(surfaces[0], nil)
            XCTAssertTrue(visibility.areAllHidden, "the one that was seen is closed")
            visibility.note(surfaces[0], false)
            XCTAssertFalse(visibility.areAllHidden)
            for surface in surfaces { visibility.note(surface, nil) }
            XCTAssertFalse(visibility.areAllHidden)
        }
    }
}
