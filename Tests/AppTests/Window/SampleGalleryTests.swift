// The sample gallery in windows: one server for all, and what is said when there is none.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SampleGalleryTests: XCTestCase {
    func testWindowsShareAServerAndSayWhenItHasStoppedAndStartItAnew() {
        MainActor.assumeIsolated {
            let composition = Composition(options: Self.options)
            let windows = (0..<2).map { _ in Self.window(of: composition) }
            runLoop { windows.allSatisfy { $0.gallery?.isViewportComplete == true } }
            XCTAssertEqual(Self.servers.count, 1)

            for server in Self.servers { kill(server, SIGKILL) }
            runLoop { windows.allSatisfy { $0.gallery?.isAway == true } }
            XCTAssertEqual(Self.servers.count, 0)
            for window in windows {
                let words = labels(below: window.feature(SourceNotices.self).bar.root.widget)
                XCTAssertEqual(words, ["The server of “Sample Photos” has stopped.", "Try Again"])
            }

            windows[0].perform(.retry)
            runLoop { windows.allSatisfy { $0.gallery?.isAway == false } }
            XCTAssertEqual(Self.servers.count, 1)
            windows[1].gallery?.scroll(byScreens: 50)
            runLoop { windows[1].page?.model.count ?? 0 > 100 && windows[1].gallery?.isViewportComplete == true }
            for window in windows { gtk_window_destroy(window.window) }
            runLoop { windows.allSatisfy { $0.page == nil } && Tile.tileCount == 0 }
            composition.close()
            XCTAssertEqual(Self.servers.count, 0)
        }
    }

    func testAServerThatCannotBeStartedIsSaidWithAWayOut() {
        MainActor.assumeIsolated {
            let composition = Composition(options: Self.options, sampleServer: "/nonexistent/tessera-lab")
            let window = Self.window(of: composition)
            runLoop { if case .failed(_, atStart: true)? = window.page?.model.phase { true } else { false } }
            runLoop { window.page.map { labels(below: $0.root.widget).contains("Try Again") } ?? false }
            let words = window.page.map { labels(below: $0.root.widget).joined(separator: " | ") } ?? ""
            XCTAssertTrue(words.contains("Can't Open “Sample Photos”"), words)
            XCTAssertTrue(words.contains("/nonexistent/tessera-lab can't be started (No such file"), words)
            XCTAssertTrue(words.contains("Open Folder"), words)
            gtk_window_destroy(window.window)
            runLoop { window.page == nil }
            composition.close()
        }
    }

    @MainActor private static var options: LaunchOptions {
        var options = LaunchOptions()
        options.subject = .sample
        options.usesDiskCache = false
        return options
    }

    @MainActor private static func window(of composition: Composition) -> MainWindow {
        let window = MainWindow(application: TestApplication.shared, composition: composition)
        window.openFirst()
        gtk_window_present(window.window)
        return window
    }

    /// The servers that this process has started and not waited for.
    static var servers: [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { id in
            let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            return stat.contains("(tessera-lab)")
                && stat.split(separator: ")").last?.split(separator: " ")[1] == "\(getpid())"
        }
    }
}
