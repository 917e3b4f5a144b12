// tessera-lab caches: reads every entry of the program's disk caches and tells which are damaged.
import ArgumentParser
import Codecs
import Desktop
import ImagePipeline
import Photos

struct CachesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "caches", abstract: "Checks the disk caches in a folder.",
        discussion: """
            The folder is that of --cache-dir. Reads every photo, tile and tiny picture, and changes nothing; the \
            program may run. One line for each part, one for each damaged entry; with --json one JSON object: a part's \
            entries, bytes and damage. Exits with 1 if an entry is damaged.
            """)

    @Argument(help: "The folder.", completion: .directory)
    var folder: String
    @Flag(help: "One JSON object.")
    var json = false

    func run() throws {
        guard FilePath.status(of: folder) != nil else { throw ValidationError("“\(folder)” is not there.") }
        let parts = [
            ("photos", CacheCheck(photosIn: FileCacheFolder(path: folder + "/photos"))),
            ("tiles", CacheCheck(tilesIn: FilePackFolder(path: folder + "/tiles"))),
            ("tiny", CacheCheck(tilesIn: FilePackFolder(path: folder + "/tiny"))),
        ]
        StandardStreams.say(json ? Self.json(parts).text(.line) : Self.text(parts))
        if parts.contains(where: { !$0.1.damage.isEmpty }) { throw ExitCode(1) }
    }

    private static func json(_ parts: [(name: String, check: CacheCheck)]) -> JSONValue {
        .object(
            parts.map { name, check in
                let damage = check.damage.map { JSONValue.string($0) }
                return (
                    name,
                    .object([
                        ("entries", .integer(check.entries)), ("bytes", .integer(check.bytes)),
                        ("damage", .array(damage)),
                    ])
                )
            })
    }

    private static func text(_ parts: [(name: String, check: CacheCheck)]) -> String {
        parts.flatMap { name, check in
            ["\(name): \(check.entries) intact, \(check.damage.count) damaged, \((check.bytes + 512 << 10) >> 20) MB"]
                + check.damage.map { "  \(name)/\($0)" }
        }.joined(separator: "\n")
    }
}
