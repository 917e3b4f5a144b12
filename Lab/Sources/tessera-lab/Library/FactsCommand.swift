// tessera-lab facts: what the program reads of files, for people and for other programs to compare.
import ArgumentParser
import Codecs
import Desktop
import Photos

struct FactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facts", abstract: "Says what is read of photos and videos and their sidecars.",
        discussion: """
            One JSON object a line, in the order of the arguments: path, kind, width, height (as shown), orientation, taken (on \
            the clock of that place, as much of it as is known), offset (minutes that this clock is ahead of UTC), origin (where \
            that is stated), clock (what has put it on that clock), stars, favourite, title, caption, artist, keywords, city, \
            state, country, camera, lens, latitude, longitude, altitude, seconds; null for what is not known. A file that cannot be \
            read has its path alone. Exits with 1 if there is one.
            """)

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    func run() async throws {
        let reader = FileFactsReader(width: 1, readsDetails: true)
        var areRead = true
        for file in files {
            let facts = try await reader.facts(of: file)
            let path = JSONValue.string(String(decoding: FilePath.bytes(of: file), as: UTF8.self))
            areRead = areRead && facts != nil
            let line = JSONValue.object([("path", path)] + (facts.map(Self.fields) ?? []))
            guard StandardStreams.deliver(line.text(.line)) else { break }
        }
        if !areRead { throw ExitCode(1) }
    }

    private static func fields(_ facts: FileFacts) -> [(name: String, value: JSONValue)] {
        let (camera, words) = (facts.camera, facts.description)
        return [
            ("kind", JSONValue(facts.format)), ("width", JSONValue(facts.size?.width)),
            ("height", JSONValue(facts.size?.height)),
            ("orientation", JSONValue(camera.orientation)),
            ("taken", JSONValue(facts.taken.map { TakenText.text($0.time, $0.precision, hundredths: $0.hundredths) })),
            ("offset", JSONValue(facts.taken?.offset)), ("origin", JSONValue(facts.taken.map { "\($0.origin)" })),
            ("clock", JSONValue(facts.taken.map { "\($0.clock)" })),
            ("stars", .integer(facts.marks.stars)), ("favourite", .integer(facts.marks.isFavourite ? 1 : 0)),
            ("title", JSONValue(words.title)), ("caption", JSONValue(words.caption)),
            ("artist", JSONValue(words.artist)),
            ("keywords", .array(words.keywords.map { .string($0) })), ("city", JSONValue(words.city)),
            ("state", JSONValue(words.state)), ("country", JSONValue(words.country)),
            ("camera", JSONValue(camera.name)), ("lens", JSONValue(camera.lens)),
            ("latitude", JSONValue(camera.position?.latitude)), ("longitude", JSONValue(camera.position?.longitude)),
            ("altitude", JSONValue(camera.position?.altitude)), ("seconds", JSONValue(facts.seconds)),
        ]
    }
}
