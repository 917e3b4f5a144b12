// A photo service that means harm, against the real window: it stays, answers, and takes little memory.
import Foundation
import XCTest

final class HostileServiceTests: SmokeTestCase {
    /// Bytes that the window may take at its peak: a debug build, and a body of 128 MB that grows by being copied,
    /// while another one is. On Debian 12 some 300 MB, on Debian 13 some 420 MB.
    private static let memoryLimit = 512 << 20
    /// Seconds in which a close has to be answered, also on a machine that does other things: the file of colours alone
    /// may take half a second.
    private static let closeLimit = 5.0

    /// Redirects that leave the web, lengths that cannot be, bodies and headers without an end, cut ones, and an author
    /// and links that no label and no clipboard should hold. With a cache on disk, which resumes what broke off.
    func testAnswersThatNoServerShouldGive() throws {
        let faults = [
            "author=1048576", "controls", "api:scheme=file@5", "api:scheme=ws@7", "api:scheme=ftp@11",
            "image:negative@2",
            "image:chunks@3", "image:overrun@5", "image:headers@7", "image:endless@11",
        ]
        try withWindow(on: faults) { screen, service in
            try service.wait("sixty pictures asked for") {
                $0.pictures >= 60
            } meanwhile: {
                try screen.point(300, 300)
                try screen.wheelDown(clicks: 5)
            }
            // The first photo is the one whose author is a megabyte long.
            try screen.press("Home")
            try screen.press("Return")
            try screen.press("i")
            try screen.look(for: "the panel beside the photo")
            try screen.press("ctrl+shift+c")
            try screen.press("Right", "Right", "Left")
            try screen.look(for: "the photo after it")
        }
    }

    func testBodiesWithoutAnEnd() throws {
        try withWindow(on: ["image:endless"]) { screen, service in
            // Ended by the window, one after another; what is not ended would have brought this much in a second.
            try service.wait("answers that were ended") { $0.cancelled >= 12 || $0.bytes > 2 << 30 }
            try screen.look(for: "a window that is drawn")
        }
        try withWindow(on: ["image:endless", "image:drip=2k"]) { _, service in
            try service.wait("pictures asked for") { $0.pictures >= 12 || $0.bytes > 1 << 20 }
        }
    }

    func testPicturesThatAreMadeToExhaustTheirReader() throws {
        // Each once, among ordinary pictures; the grid shows these.
        let kinds = ["gif", "bmp", "png", "text", "tiff", "icns", "entities", "blur"]
        let faults = kinds.enumerated().map { "image:bomb=\($1)@#\($0 + 1)" }
        try withWindow(on: faults) { screen, service in
            try service.wait("all kinds and more") { $0.pictures >= kinds.count + 4 }
            try screen.look(for: "a picture among the broken ones", limit: 40) { picture in
                let grid = GridPicture(picture)
                return grid.tiles.contains { grid.content($0) == .picture }
            }
        }
    }

    func testListingsThatAreTooMuch() throws {
        try withWindow(on: ["objects=16777216"]) { screen, service in
            try service.wait("the listing") { $0.listings >= 1 }
            try service.set(["objects=3900000"])
            // F5 lists anew once the first listing has been refused, which no counter tells.
            try service.wait(
                "a shorter one", until: { $0.listings >= 2 }, meanwhile: { try screen.press("F5") })
            try screen.look(for: "a window without photos")
        }
        try withWindow(on: ["sides=2305843009213693952"]) { screen, service in
            try service.wait("pictures") { $0.pictures >= 6 }
            try screen.press("Return")
            try screen.press("1")
            try screen.press("i", "plus", "plus", "ctrl+r")
            try screen.look(for: "a photo that is magnified")
        }
    }

    /// Opens the window on a service with faults, does something, closes it as its user does, and looks back.
    private func withWindow(
        on faults: [String], _ body: (Screen, HostileService) throws -> Void, line: UInt = #line
    ) throws {
        let server = try serve("--count", "600", "--faults", faults.joined(separator: ","))
        let program = try start(arguments: [server.url, "--window-size=860x640", "--color-scheme=light"])
        let screen = try Screen(of: program, folder: folder)
        do {
            try body(screen, HostileService(url: server.url))
        } catch {
            // A window that is gone cannot be driven: the reason is the program's, not the tool's.
            XCTAssertTrue(program.isRunning, "the program ended, after \(faults): \(program.errors)", line: line)
            throw error
        }
        XCTAssertTrue(program.isRunning, program.errors, line: line)
        XCTAssertLessThan(try Self.peakMemory(of: program), Self.memoryLimit, "after \(faults)", line: line)
        // Once for the photo that may be open.
        try screen.press("Escape", "Escape", "Escape")
        try screen.press("ctrl+w")
        let ending = try program.ending(limit: Self.closeLimit)
        XCTAssertEqual(ending.status, 0, ending.errors, line: line)
        XCTAssertFalse(ending.wasKilledBySignal, ending.errors, line: line)
        server.process.end()
    }

    /// Bytes that a process has had in memory at most, from the kernel's books.
    private static func peakMemory(of process: TesseraProcess) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return try XCTUnwrap(
            kilobytes ?? line?.split(separator: "\t").last?.split(separator: " ").first.flatMap { Int($0) }) << 10
    }
}
