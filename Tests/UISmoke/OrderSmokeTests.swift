// The order and the search of a folder in the real program: by D-Bus, as scripts call it, and by the keyboard.
import Foundation
import XCTest

final class OrderSmokeTests: SmokeTestCase {
    /// A session bus of the test's own, and the program's actions on it.
    private struct Bus {
        let address: String
        let window: String

        /// Waits for the program's window on the bus.
        init(at address: String, of program: TesseraProcess) throws {
            self.address = address
            window = try found("the window on the bus; the program said: \(program.errors)") {
                let bus = "org.freedesktop.DBus"
                let names = try Self.call(
                    address, ["--dest", bus, "--object-path", "/", "--method", bus + ".ListNames"])
                let own = names.split { !"0123456789.:".contains($0) }.map(String.init).filter { $0.hasPrefix(":1.") }
                return try own.first { name in
                    try Self.call(address, Self.actions(of: name) + ["org.gtk.Actions.List"], mayFail: true)
                        .contains("sort")
                }
            }
        }

        /// Activates an action; its parameter as GVariant's text.
        func activate(_ action: String, _ parameter: String) throws {
            _ = try Self.call(
                address, Self.actions(of: window) + ["org.gtk.Actions.Activate", action, "[<\(parameter)>]", "{}"])
        }

        /// The call of a method of the application that has the name.
        static func application(_ method: String) -> [String] {
            let name = "io.github.tessera_photos.Tessera"
            return [
                "--dest", name, "--object-path", "/" + name.replacingOccurrences(of: ".", with: "/"), "--method",
                "org.freedesktop.Application." + method,
            ]
        }

        /// Waits until the owner of the application's name is the right one; nil where there is none.
        static func owner(at address: String, until isRight: (String?) -> Bool) throws -> String {
            let bus = "org.freedesktop.DBus"
            return try found("the owner of the name") {
                let answer = try call(
                    address,
                    [
                        "--dest", bus, "--object-path", "/", "--method", bus + ".GetNameOwner",
                        "io.github.tessera_photos.Tessera",
                    ],
                    mayFail: true)
                let owner = answer.split(separator: "'").first { $0.hasPrefix(":") }.map(String.init)
                return isRight(owner) ? owner : nil
            }
        }

        private static func actions(of name: String) -> [String] {
            ["--dest", name, "--object-path", "/io/github/tessera_photos/Tessera/window/1", "--method"]
        }

        @discardableResult
        static func call(_ address: String, _ arguments: [String], mayFail: Bool = false) throws -> String {
            let process = Process(), pipe = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["gdbus", "call", "--address", address] + arguments
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 || mayFail else {
                throw NotReady("gdbus \(arguments) failed; the smoke tests need it (package libglib2.0-bin)")
            }
            return String(decoding: output, as: UTF8.self)
        }
    }

    func testTheFirstWindowHasTheNameOnTheBusAndTheNextOneInheritsIt() throws {
        try PictureFiles.writeMosaics(6, to: folder.appendingPathComponent("pictures"))
        let daemon = try start(
            program: "/usr/bin/dbus-daemon", arguments: ["--session", "--nofork", "--print-address=1"],
            environment: environment())
        let address = try found("the address of the bus") {
            daemon.output.split(separator: "\n").first.map(String.init)
        }
        let environment = environment(["DBUS_SESSION_BUS_ADDRESS": address])
        let arguments = [path("pictures"), "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"]
        let first = try start(arguments: arguments, environment: environment)
        XCTAssertEqual(try Bus.owner(at: address, until: { $0 != nil }), try Bus(at: address, of: first).window)
        // A start with options is a process of its own.
        let second = try start(arguments: arguments, environment: environment)
        let screen = try Screen(of: second, folder: folder)
        try screen.look(for: "a full first screen", until: Self.isFull)
        let owner = try Bus.owner(at: address, until: { $0 != nil })
        // The name leads to the first one.
        try Bus.call(address, Bus.application("ActivateAction") + ["quit", "[]", "{}"])
        XCTAssertEqual(try first.ending().status, 0)
        XCTAssertNotEqual(try Bus.owner(at: address, until: { $0 != nil && $0 != owner }), owner)
        XCTAssertTrue(second.isRunning)
        // Another program has it open something.
        try PictureFiles.writeMosaics(1, to: folder.appendingPathComponent("others"))
        try Bus.call(address, Bus.application("Open") + ["['file://\(path("others"))']", "{}"])
        // In a window of its own.
        let other = try Screen(dialogOf: second, titled: "others", folder: folder)
        try other.look(for: "the one photo") { GridPicture($0).tiles.count == 1 }
        try Bus.call(address, Bus.application("Activate") + ["{}"])
        XCTAssertTrue(second.isRunning)
    }

    func testScriptsSortAndAPersonSearches() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(12, to: pictures)
        try FileManager.default.moveItem(
            at: pictures.appendingPathComponent("picture 1003.jpg"), to: pictures.appendingPathComponent("walrus.jpg"))
        let daemon = try start(
            program: "/usr/bin/dbus-daemon", arguments: ["--session", "--nofork", "--print-address=1"],
            environment: environment())
        let address = try found("the address of the bus") {
            daemon.output.split(separator: "\n").first.map(String.init)
        }
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"],
            environment: environment(["DBUS_SESSION_BUS_ADDRESS": address]))
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let first = try screen.look(for: "a full first screen", until: Self.isFull)
        let bus = try Bus(at: address, of: program)

        try bus.activate("sort", "'name'")
        try bus.activate("descending", "true")
        let last = try screen.look(for: "the last photos first") { Self.isFull($0) && $0 != first }
        XCTAssertFalse(Self.areAlike(last, first))

        // A letter begins a search.
        try screen.type("walrus")
        try screen.look(for: "one hit") { GridPicture($0).tiles.count == 1 }
        try screen.press("Escape")
        try screen.look(for: "all photos as they were") { Self.areAlike($0, last) }
        // No photo, but a way out of it.
        try screen.press("ctrl+f")
        try screen.type("zzz")
        try screen.look(for: "no hits") { !Self.isFull($0) && !Self.areAlike($0, last) }
        try screen.press("Escape")
        try screen.look(for: "all photos again") { Self.areAlike($0, last) }

        try bus.activate("descending", "false")
        try screen.look(for: "the first order again") { Self.areAlike($0, first) }
    }

    private static func isFull(_ picture: PixelImage) -> Bool {
        let grid = GridPicture(picture)
        return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
    }

    private static func areAlike(_ one: PixelImage, _ other: PixelImage) -> Bool {
        one.width == other.width && one.height == other.height
            && one.difference(one.area, to: other, other.area) <= 3
    }
}
