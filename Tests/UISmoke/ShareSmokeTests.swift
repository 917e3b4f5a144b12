// A folder on a share in the real window, against the servers that scripts/test-shares starts.
import Foundation
import XCTest

final class ShareSmokeTests: SmokeTestCase {
    /// An address by its name, and the folder that the servers serve.
    private func share(_ name: String) throws -> (address: String, folder: URL) {
        let environment = ProcessInfo.processInfo.environment
        guard let lines = environment["TESSERA_SHARES"], let folder = environment["TESSERA_SHARES_FOLDER"] else {
            throw XCTSkip("scripts/test-shares starts the servers of shares")
        }
        let pairs = lines.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard let address = pairs.first(where: { $0.count == 2 && $0[0] == name })?[1] else {
            throw XCTSkip("there is no server of \(name)")
        }
        return (address, URL(fileURLWithPath: folder))
    }

    func testAFolderIsShownAsOneOnTheDiskAndFollowsWhatComesToIt() throws {
        let (address, served) = try share("sftp")
        let name = "window \(UUID().uuidString)"
        let pictures = served.appendingPathComponent(name)
        try PictureFiles.writeMosaics(5, to: pictures)
        defer { try? FileManager.default.removeItem(at: pictures) }
        let path = name.replacingOccurrences(of: " ", with: "%20")
        let program = try start(
            arguments: [
                "\(address)/\(path)", "--window-size=840x640", "--color-scheme=light", "--no-disk-cache",
            ], environment: environment(without: ["GIO_USE_VFS"]))
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        func isFull(_ picture: PixelImage, _ count: Int) -> Bool {
            let grid = GridPicture(picture)
            return grid.tiles.count == count && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        try screen.look(for: "five tiles") { isFull($0, 5) }
        try screen.press("Return")
        let middle = PixelArea(x: 320, y: 220, width: 200, height: 200)
        try screen.look(for: "the photo") { $0.content(middle) == .picture && !isFull($0, 5) }
        try screen.press("Escape")
        try screen.look(for: "the grid again") { isFull($0, 5) }
        // Listed again when it is asked for.
        try PictureFiles.writeMosaics(6, to: pictures)
        try screen.press("F5")
        try screen.look(for: "six tiles") { isFull($0, 6) }
        XCTAssertTrue(program.isRunning)
    }

    func testMarksAreWrittenBesideThePhotosOfAShareAndTakenBack() throws {
        let (address, served) = try share("sftp")
        let name = "marks \(UUID().uuidString)"
        let pictures = served.appendingPathComponent(name)
        try PictureFiles.writeMosaics(3, to: pictures)
        defer { try? FileManager.default.removeItem(at: pictures) }
        let path = name.replacingOccurrences(of: " ", with: "%20")
        let program = try start(
            arguments: ["\(address)/\(path)", "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"],
            environment: environment(without: ["GIO_USE_VFS"]))
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "three tiles") { picture in
            let grid = GridPicture(picture)
            return grid.tiles.count == 3 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        func ratings() -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: pictures.path)) ?? []
            return names.filter { $0.hasSuffix(".xmp") }.sorted().compactMap { name in
                let bytes = FileManager.default.contents(atPath: pictures.appendingPathComponent(name).path) ?? Data()
                return String(decoding: bytes, as: UTF8.self).firstMatch(of: /xmp:Rating="(-?\d)"/).map { String($0.1) }
            }
        }
        try screen.press("ctrl+a", "alt+4")
        try waitUntil("three sidecars") { ratings() == ["4", "4", "4"] }
        try screen.press("ctrl+z")
        try waitUntil("no sidecar, and no draft") {
            (try? FileManager.default.contentsOfDirectory(atPath: pictures.path))?.count == 3
        }
        // Decided one by one, quicker than the share answers.
        try screen.press("ctrl+k")
        try screen.look(for: "the photo to decide on") { GridPicture($0).tiles.count != 3 }
        try Screen.command("xdotool", ["key", "--delay", "33", "2", "5", "x"])
        try waitUntil("three decisions") { ratings() == ["2", "5", "-1"] }
        XCTAssertTrue(program.isRunning)
    }

    func testPhotosOfAShareAreDeletedAfterAQuestionAndRenamedAndTheGridFollows() throws {
        let (address, served) = try share("sftp")
        let name = "acts \(UUID().uuidString)"
        let pictures = served.appendingPathComponent(name)
        try PictureFiles.writeMosaics(4, to: pictures)
        defer { try? FileManager.default.removeItem(at: pictures) }
        func files() -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: pictures.path)) ?? []).sorted()
        }
        let before = files()
        let path = name.replacingOccurrences(of: " ", with: "%20")
        let program = try start(
            arguments: ["\(address)/\(path)", "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"],
            environment: environment(without: ["GIO_USE_VFS"]))
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        func isFull(_ picture: PixelImage, _ count: Int) -> Bool {
            let grid = GridPicture(picture)
            return grid.tiles.count == count && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        try screen.look(for: "four tiles") { isFull($0, 4) }
        try screen.press("Home", "Delete")
        let question = try Screen(dialogOf: program, titled: "Delete 1 photo permanently", folder: folder)
        XCTAssertEqual(files(), before)
        try question.press("Tab", "Return")
        // Without F5: nothing watches a share.
        try screen.look(for: "three tiles") { isFull($0, 3) }
        XCTAssertEqual(files(), Array(before.dropFirst()))
        try screen.press("Home", "F2")
        let dialog = try Screen(dialogOf: program, titled: "Rename Photo", folder: folder)
        try dialog.type("renamed")
        try dialog.press("Return")
        try waitUntil("the new name") { files().contains { $0.hasPrefix("renamed.") } && files().count == 3 }
        try screen.look(for: "three tiles again") { isFull($0, 3) }
        try screen.press("ctrl+z")
        try waitUntil("the old name") { files() == Array(before.dropFirst()) }
        XCTAssertTrue(program.isRunning)
    }

    // MARK: Passwords

    /// The password of this run is given in the address, and in the dialog.
    func testNoPasswordIsShownLoggedKeptOrHandedOn() throws {
        guard let text = ProcessInfo.processInfo.environment["TESSERA_SHARES_PASSWORD"] else {
            throw XCTSkip("scripts/test-shares starts the servers of shares")
        }
        let password = Data(text.utf8)
        for server in ["sftp-password", "smb-password", "dav-password"] {
            let (address, served) = try share(server)
            let name = "secret-\(UUID().uuidString)", pictures = served.appendingPathComponent(name)
            try PictureFiles.writeMosaics(3, to: pictures)
            defer { try? FileManager.default.removeItem(at: pictures) }
            let told = address.replacingOccurrences(of: "@", with: ":\(text)@")
            XCTAssertNotEqual(told, address)
            let subject = "\(told.hasSuffix("/") ? told : told + "/")\(name)"
            let environment = environment(
                ["G_MESSAGES_DEBUG": "all", "GSETTINGS_BACKEND": "keyfile"], without: ["GIO_USE_VFS"])
            let monitor = try start(
                program: "/usr/bin/dbus-monitor",
                arguments: ["--session", "interface='org.freedesktop.Application'", "interface='org.gtk.Application'"],
                environment: environment)
            // Without options: the process that others hand their addresses to.
            let program = try start(arguments: [subject], environment: environment)
            var titles = ""
            let windows = try found("the question; the program said: \(program.errors)") { () -> [String]? in
                let search = ["search", "--onlyvisible", "--pid", "\(program.id)"]
                let ids = try Screen.command("xdotool", search, mayFail: true).split(separator: "\n").map(String.init)
                for id in ids { titles += try Screen.command("xdotool", ["getwindowname", id], mayFail: true) }
                return ids.count > 1 ? ids : nil
            }
            try Screen.command("xdotool", ["windowactivate", "--sync", windows[windows.count - 1]])
            // By SMB the domain is asked for first.
            if server == "smb-password" { try Screen.command("xdotool", ["key", "Tab"]) }
            try Screen.command("xdotool", ["type", "--clearmodifiers", text])
            try Screen.command("xdotool", ["key", "Return"])
            func files() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: pictures.path)) ?? [] }
            try waitUntil("the answer to be taken") {
                let search = ["search", "--onlyvisible", "--pid", "\(program.id)"]
                return try Screen.command("xdotool", search, mayFail: true).split(separator: "\n").count == 1
            }
            let screen = try Screen(of: program, folder: folder)
            try waitUntil("the folder of \(server); the program said: \(program.errors.suffix(3000))") {
                titles += try screen.title()
                return try screen.title() == name
            }
            try waitUntil("three sidecars") {
                try screen.press("ctrl+a", "alt+4")
                return files().count { $0.hasSuffix(".xmp") } == 3
            }
            let second = try start(arguments: [subject], environment: environment)
            XCTAssertEqual(try second.ending().status, 0)
            titles += try screen.title()
            try waitUntil("the second start's request") { monitor.output.contains(name) }
            let handed = monitor.output
            monitor.end()
            try screen.press("ctrl+q")
            _ = try program.ending()
            XCTAssertFalse(titles.contains(text) || handed.contains(text))
            for output in [program.output, program.errors, second.output, second.errors] {
                XCTAssertFalse(output.contains(text), server)
            }
            XCTAssertTrue(program.errors.contains("DEBUG"), "nothing was logged")
        }
        // Caches, settings, recent files, journals and history, and what the programs have said.
        var kept = 0
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        {
            XCTAssertFalse(file.path.contains(text), file.path)
            guard let content = FileManager.default.contents(atPath: file.path) else { continue }
            XCTAssertNil(content.range(of: password), file.path)
            if content.range(of: Data("secret-".utf8)) != nil { kept += 1 }
        }
        XCTAssertGreaterThan(kept, 3, "where addresses are kept was not looked at")
    }
}
