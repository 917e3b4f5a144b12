// Where the tests find tessera-lab, for what has to happen in a process of its own.
import Foundation
import Testing

enum LabBinary {
    /// The program beside the tests, or where `TESSERA_LAB` says.
    static func path() throws -> String {
        if let named = ProcessInfo.processInfo.environment["TESSERA_LAB"] { return named }
        let built = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(".build/debug/tessera-lab").path
        try #require(FileManager.default.isExecutableFile(atPath: built), "tessera-lab is not built")
        return built
    }
}
