// The dialogs of shares as a screen reader meets them, and from the keyboard alone, against the servers that
// scripts/test-shares starts.
import Foundation
import XCTest

final class ShareDialogTests: SmokeTestCase {
    /// What the reader found.
    private struct Findings: Decodable {
        struct Item: Decodable, Hashable {
            let role: String
            let name: String
        }
        /// What had the focus first, and after each press of Tab, in the questions for an address and for a password,
        /// in the one before deleting, and in the window of a share that is away.
        let address: [Item], password: [Item], delete: [Item], away: [Item]
        /// What had the focus once the user had refused to answer.
        let refused: Item
        /// All that was named in the questions and in the window, and the labels of the window.
        let passwordSaid: [String], waiting: [String], deleteSaid: [String], awaySaid: [String]
        /// The entries of a photo's menu, and the buttons that were there.
        let menu: [String]
    }

    func testEachDialogOfAShareIsNamedAndReachedFromTheKeyboard() throws {
        let found = try findings(away: "can't be reached", refused: "the sign-in was cancelled")
        checkNames(found)
        XCTAssertEqual(found.address.map(\.name).prefix(3), ["Open Address", "Sample Photos", "Lorem Picsum"])
        for name in ["Username", "Password", "Cancel"] {
            XCTAssertTrue(found.password.contains { $0.name.contains(name) }, "\(found.password)")
        }
        XCTAssertTrue(found.waiting.contains { $0.hasPrefix("Connecting to") }, "\(found.waiting)")
        XCTAssertEqual(found.refused.name, "Try Again")
        // The first one is what Return does.
        XCTAssertTrue(found.delete.first?.name.hasPrefix("Cancel") ?? false, "\(found.delete)")
        XCTAssertTrue(found.delete.contains { $0.name.hasPrefix("Delete") }, "\(found.delete)")
        XCTAssertTrue(found.deleteSaid.contains("Delete 1 photo permanently?"), "\(found.deleteSaid)")
        XCTAssertTrue(found.away.contains { $0.name == "Try Again" }, "\(found.away)")
        // What cannot be done there is left out.
        for name in ["Rename…", "Delete Permanently…", "1 Star"] { XCTAssertTrue(found.menu.contains(name), name) }
        for name in ["Rotate Left", "Move to Trash"] { XCTAssertFalse(found.menu.contains(name), name) }
    }

    func testTheyAreNamedInAnotherLanguage() throws {
        let found = try findings(
            away: "ist nicht erreichbar", refused: "Die Anmeldung wurde abgebrochen",
            with: ["LOCPATH": locale(), "LC_ALL": "en_GB.UTF-8", "LANGUAGE": "de"])
        checkNames(found)
        XCTAssertEqual(found.address.first?.name, "Adresse öffnen")
        XCTAssertEqual(found.refused.name, "Erneut versuchen")
        XCTAssertTrue(found.delete.first?.name.hasPrefix("Abbrechen") ?? false, "\(found.delete)")
        XCTAssertTrue(found.away.contains { $0.name == "Erneut versuchen" }, "\(found.away)")
    }

    /// GTK gives a widget without a name that of its class.
    private func checkNames(_ found: Findings) {
        for item in found.address + found.password + found.delete + found.away + [found.refused] {
            XCTAssertFalse(item.name.isEmpty || item.name.hasPrefix("Gtk") || item.name.hasPrefix("Adw"), "\(item)")
        }
    }

    /// - Parameters:
    ///   - away: What the notice over the photos says once the share is away.
    ///   - refused: What is said in place of the photos once the user has refused to answer.
    private func findings(
        away: String, refused: String, with changes: [String: String] = [:]
    ) throws -> Findings {
        let environment = ProcessInfo.processInfo.environment
        guard let lines = environment["TESSERA_SHARES"], let served = environment["TESSERA_SHARES_FOLDER"] else {
            throw XCTSkip("scripts/test-shares starts the servers of shares")
        }
        func port(_ name: String) throws -> String {
            let line = lines.split(separator: "\n").first { $0.hasPrefix(name + "=") }
            guard let line, let port = line.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.1 else {
                throw XCTSkip("there is no server of \(name)")
            }
            return String(port)
        }
        let pictures = URL(fileURLWithPath: served).appendingPathComponent("dialogs-\(UUID().uuidString)")
        try PictureFiles.writeMosaics(3, to: pictures)
        defer { try? FileManager.default.removeItem(at: pictures) }
        let user = environment["TESSERA_SHARES_USER"] ?? ""
        let given = [
            "password": "sftp://127.0.0.1:\(try port("sftp-password"))\(pictures.path)", "port": try port("sftp"),
            "address": "sftp://\(user)@127.0.0.1:PORT\(pictures.path)", "away": away,
            "refused": refused,
            "lab": environment["TESSERA_LAB"] ?? "",
        ]
        return try read(
            Findings.self, by: "share_reader.py",
            String(decoding: JSONEncoder().encode(given), as: UTF8.self),
            of: ["--no-disk-cache", "--window-size=1000x700"], with: changes, inSessionOfShares: true)
    }
}
