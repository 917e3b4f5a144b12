// The user at the window: keys, pointer, wheel, and eyes. Through xdotool and ImageMagick, on the test's display, and
// where that is filled by a Wayland compositor, through its commands.
import Foundation
import XCTest

/// The window of one process.
struct Screen {
    let process: TesseraProcess
    private let window: String
    /// The window on the Wayland compositor; nil on X11.
    let sway: SwayWindow?
    private let folder: URL

    /// Waits for the window and gives it the focus.
    init(of process: TesseraProcess, folder: URL) throws {
        self.process = process
        self.folder = folder
        if SwayWindow.isWanted {
            window = ""
            sway = try Self.swayWindow(of: process, titled: nil)
            return
        }
        sway = nil
        window = try found("the window; the program said: \(process.errors)") {
            guard process.isRunning else { throw TooLate(description: "the program ended: \(process.errors)") }
            let search = ["search", "--onlyvisible", "--pid", "\(process.id)"]
            let names = try Self.command("xdotool", search, mayFail: true)
            return names.split(separator: "\n").last.map(String.init)
        }
        try Self.command("xdotool", ["windowactivate", "--sync", window])
    }

    /// Waits for a dialog of the process and gives it the focus.
    init(dialogOf process: TesseraProcess, titled title: String, folder: URL) throws {
        self.process = process
        self.folder = folder
        if SwayWindow.isWanted {
            window = ""
            sway = try Self.swayWindow(of: process, titled: title)
            return
        }
        sway = nil
        window = try found("the dialog “\(title)”; the program said: \(process.errors)") {
            let search = ["search", "--all", "--onlyvisible", "--pid", "\(process.id)", "--name", title]
            let names = try Self.command("xdotool", search, mayFail: true)
            return names.split(separator: "\n").last.map(String.init)
        }
        try Self.command("xdotool", ["windowactivate", "--sync", window])
    }

    private static func swayWindow(of process: TesseraProcess, titled title: String?) throws -> SwayWindow {
        let window = try found("the window; the program said: \(process.errors)") {
            guard process.isRunning else { throw TooLate(description: "the program ended: \(process.errors)") }
            return try SwayWindow(of: process.id, titled: title)
        }
        try window.focus()
        return window
    }

    func type(_ text: String) throws { try Self.command("xdotool", ["type", "--clearmodifiers", text]) }

    func press(_ keys: String...) throws { try Self.command("xdotool", ["key", "--clearmodifiers"] + keys) }

    /// Moves the pointer to a point of the window.
    func point(_ x: Int, _ y: Int) throws {
        if let sway {
            let place = try sway.displayPoint(x, y)
            try Self.command("xdotool", ["mousemove", "\(place.x)", "\(place.y)"])
        } else {
            try Self.command("xdotool", ["mousemove", "--window", window, "\(x)", "\(y)"])
        }
    }

    func click(_ x: Int, _ y: Int) throws {
        try point(x, y)
        try Self.command("xdotool", ["click", "1"])
    }

    /// Presses the pointer's first button at a point and holds it down.
    func hold(_ x: Int, _ y: Int) throws {
        try point(x, y)
        try Self.command("xdotool", ["mousedown", "1"])
    }

    /// Lets the button go.
    func letGo() throws { try Self.command("xdotool", ["mouseup", "1"]) }

    func hold(key: String) throws { try Self.command("xdotool", ["keydown", key]) }
    func letGo(key: String) throws { try Self.command("xdotool", ["keyup", key]) }

    /// Turns the wheel towards the user.
    func wheelDown(clicks: Int) throws {
        try Self.command("xdotool", ["click", "--repeat", "\(clicks)", "--delay", "15", "5"])
    }

    func ctrlWheelUp(clicks: Int) throws { try ctrlWheel(button: "4", clicks) }
    func ctrlWheelDown(clicks: Int) throws { try ctrlWheel(button: "5", clicks) }

    private func ctrlWheel(button: String, _ clicks: Int) throws {
        try Self.command("xdotool", ["keydown", "ctrl"])
        defer { _ = try? Self.command("xdotool", ["keyup", "ctrl"]) }
        try Self.command("xdotool", ["click", "--repeat", "\(clicks)", "--delay", "30", button])
    }

    func resize(_ width: Int, _ height: Int) throws {
        if let sway { return try sway.resize(width, height) }
        try Self.command("xdotool", ["windowsize", "--sync", window, "\(width)", "\(height)"])
    }

    /// Moves the window's upper left corner to a point of the screen.
    func move(to point: (x: Int, y: Int)) throws {
        if let sway { return try sway.move(to: point) }
        try Self.command("xdotool", ["windowmove", "--sync", window, "\(point.x)", "\(point.y)"])
    }

    /// The title that the window has now.
    func title() throws -> String {
        if let sway { return try sway.title() }
        return try Self.command("xdotool", ["getwindowname", window], mayFail: true).trimmingCharacters(in: .newlines)
    }

    /// What the window shows now.
    func look() throws -> PixelImage {
        let file = folder.appendingPathComponent("look.ppm").path
        let part = try sway?.crop() ?? ["-window", window]
        try Self.command("import", ["-silent"] + part + ["-depth", "8", "ppm:\(file)"])
        return try PixelImage(file: file)
    }

    /// Looks until two looks after each other are the same and `condition` holds: nothing moves any more.
    @discardableResult
    func look(
        for what: String, limit: Double = 20, until condition: (PixelImage) -> Bool = { _ in true }
    ) throws -> PixelImage {
        var before: PixelImage?
        do {
            return try found(what, limit: limit) {
                guard process.isRunning else { throw TooLate(description: "the program ended: \(process.errors)") }
                let now = try look()
                defer { before = now }
                return now == before && condition(now) ? now : nil
            }
        } catch let late as TooLate {
            if let before { keep(before, named: what) }
            throw late
        }
    }

    /// Copies the last look to where a failed test's pictures can be looked at.
    private func keep(_ image: PixelImage, named what: String) {
        let name = what.filter { $0.isLetter || $0 == " " }.replacingOccurrences(of: " ", with: "-")
        let target = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-smoke-failed-\(name).ppm")
        try? FileManager.default.removeItem(at: target)
        try? FileManager.default.copyItem(at: folder.appendingPathComponent("look.ppm"), to: target)
        print("the last look is kept in \(target.path)")
    }

    @discardableResult
    static func command(_ name: String, _ arguments: [String], mayFail: Bool = false) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardOutput = pipe
        process.standardError = mayFail ? FileHandle.nullDevice : FileHandle.standardError
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // 127 is env's word for a program that is not there.
        if process.terminationStatus == 127 {
            throw NotReady("The smoke tests need \(name). Run them through scripts/test, which installs it.")
        }
        guard process.terminationStatus == 0 || mayFail else {
            throw NotReady("\(name) \(arguments.joined(separator: " ")) failed")
        }
        return String(decoding: output, as: UTF8.self)
    }
}
