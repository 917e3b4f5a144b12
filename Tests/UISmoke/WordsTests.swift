// The window in a language that has every sentence in brackets: what has none cannot be translated.
import Foundation
import XCTest

final class WordsTests: SmokeTestCase {
    /// Writes the translation into no language, and returns the folder of shared data that holds it.
    private func pseudoTranslation() throws -> String {
        let share = folder.appendingPathComponent("share")
        let messages = share.appendingPathComponent("locale/en_XA/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let text = folder.appendingPathComponent("pseudo.po").path
        let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../scripts")
        try run("/usr/bin/python3", ["-B", scripts.appendingPathComponent("words").path, "pseudo", text])
        try run("/usr/bin/msgfmt", ["-o", messages.appendingPathComponent("tessera.mo").path, text])
        return share.path
    }

    func testEveryWordOfTheWindowCanBeTranslated() throws {
        let pictures = folder.appendingPathComponent("Holidays")
        try PictureFiles.writeMosaics(8, to: pictures)
        let share = try pseudoTranslation()
        let shared = environment()["XDG_DATA_DIRS"] ?? ""
        let said = try read(
            [String: String].self, by: "words.py", "picture 1000.jpg",
            of: [pictures.path, "--no-disk-cache", "--window-size=1000x700"],
            with: [
                "LOCPATH": locale(), "LC_ALL": "en_GB.UTF-8", "LANGUAGE": "en_XA",
                "XDG_DATA_DIRS": "\(share):\(shared)",
            ])

        XCTAssertGreaterThan(said.keys.filter { $0.contains("⟦") }.count, 150, "\(said)")
        let untranslated = said.filter { !isTranslated($0.key) }
        XCTAssertEqual(untranslated, [:])
    }

    /// Returns whether a text is in brackets, or is the same in every language: a name, a number, a date, a key, or the
    /// toolkit's own, which has translations of its own.
    private func isTranslated(_ text: String) -> Bool {
        let isOwn = text.contains("⟦") || Self.names.contains(where: text.contains) || Self.toolkit.contains(text)
        let isOfToolkit = ["Gtk", "Adw"].contains(where: text.hasPrefix)
        // "Ctrl+F", and "Ctrl + F / Home" as GTK 4.18 calls what the shortcuts' window draws.
        let isKey = text.split(whereSeparator: "+/⋯ ".contains).allSatisfy {
            $0.count == 1 || Self.keys.contains(String($0))
        }
        return isOwn || isOfToolkit || isKey || folder.path.contains(text) || text.allSatisfy { !$0.isLetter }
            || text.wholeMatch(of: /\d+ \w+ \d{4}, [\d:]+/) != nil
    }

    private static let names = ["picture 10", "Holidays", "Tessera", "JPEG"]
    private static let keys: Set = [
        "Shift", "Ctrl", "Alt", "Return", "Space", "Delete", "Home", "End", "Page", "Up", "Down", "Escape", "Backspace",
        "Menu",
        "F2",
        "F5",
        "F9", "F10", "F11", "F12",
    ]
    private static let toolkit: Set = [
        "Minimize", "Minimize the window", "Maximize", "Maximize the window", "Close", "Close the window",
        "Preferences",
        "Search", "No Results Found", "Try a different search.", "Try a different search", "Shortcuts",
        "Search Results",
        "Show", "Back", "Search Shortcuts", "Restore", "Restore the window",
    ]
}
