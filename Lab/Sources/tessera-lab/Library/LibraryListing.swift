// The text of an arranged folder.
import Glibc
import Library
import Photos

/// The photos of a snapshot with their sections, as `tessera-lab library` prints them.
struct LibraryListing {
    private let snapshot: CollectionSnapshot
    /// Files that are not shown.
    private let hidden: Int

    init(_ snapshot: CollectionSnapshot, hidden: Int) {
        self.snapshot = snapshot
        self.hidden = hidden
    }

    /// One object.
    var json: JSONValue {
        let sections = snapshot.arrangement.sections.map { section in
            JSONValue.object([
                ("title", .string(Self.title(section.key))), ("start", .integer(section.start)),
                ("count", .integer(section.count)),
            ])
        }
        let reader = PhotoReader()
        let photos = (0..<snapshot.count).map { position in
            let slot = snapshot.ref(at: position).slot
            let facts = snapshot.store.facts(slot)
            let photo = reader.photo(slot, of: snapshot.store)
            let keywords = snapshot.store.keywords(slot).sorted().map { JSONValue.string($0) }
            let companions = photo.companions.map { JSONValue.string(Self.plain($0.text)) }
            return JSONValue.object(
                [
                    ("path", .string(Self.path(photo))),
                    ("taken", JSONValue(Self.taken(facts))), ("modified", JSONValue(facts.modified.map(Self.modified))),
                    ("bytes", JSONValue(facts.byteCount.map { Int($0) })), ("width", JSONValue(facts.pixelSize?.width)),
                    ("height", JSONValue(facts.pixelSize?.height)), ("kind", JSONValue(facts.kind)),
                ] + (companions.isEmpty ? [] : [("companions", .array(companions))])
                    + (keywords.isEmpty ? [] : [("keywords", .array(keywords))]))
        }
        return .object(
            [
                ("count", .integer(snapshot.count)), ("hidden", .integer(hidden)), ("sections", .array(sections)),
                ("photos", .array(photos)),
            ] + correction)
    }

    /// What was searched for in place of words that no photo matches.
    private var correction: [(String, JSONValue)] {
        guard let correction = snapshot.arrangement.correction else { return [] }
        return [
            ("correction", .object([("written", .string(correction.written)), ("shown", .string(correction.shown))]))
        ]
    }

    /// A line for each section, and one for each photo.
    var text: String {
        let reader = PhotoReader()
        var lines: [String] = []
        if let correction = snapshot.arrangement.correction {
            lines.append("No photo matches “\(correction.written)”; showing “\(correction.shown)”")
        }
        for position in 0..<snapshot.count {
            if let section = snapshot.section(at: position), section.start == position {
                lines.append("\(FilePath.shown(Self.title(section.key))) (\(section.count))")
            }
            let slot = snapshot.ref(at: position).slot
            let date = Self.taken(snapshot.store.facts(slot)) ?? "no date"
            let photo = reader.photo(slot, of: snapshot.store)
            let files = [photo.id.path.shown] + photo.companions.map(\.shown)
            lines.append("  \(date)  \(files.joined(separator: " + "))")
        }
        let unshown = hidden == 0 ? "" : hidden == 1 ? ", 1 file is not shown" : ", \(hidden) files are not shown"
        lines.append("\(snapshot.count) \(snapshot.count == 1 ? "photo" : "photos")\(unshown)")
        return lines.joined(separator: "\n")
    }

    /// The path with all that it may hold; bytes that are no character become the replacement character.
    private static func path(_ photo: Photo) -> String { plain(photo.id.text) }

    private static func plain(_ path: String) -> String { String(decoding: FilePath.bytes(of: path), as: UTF8.self) }

    private static func title(_ key: SectionKey) -> String {
        switch key {
        case .day(let year, let month, let day): "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        case .month(let year, let month): "\(padded(year, 4))-\(padded(month, 2))"
        case .year(let year): padded(year, 4)
        case .folder(let path): plain(path.text)
        case .undated: "undated"
        }
    }

    private static func taken(_ facts: KnownFacts) -> String? {
        guard let taken = facts.taken, let time = taken.time else { return nil }
        return TakenText.text(time, taken.precision, hundredths: taken.hundredths)
    }

    /// A time in nanoseconds since 1970 as date and time in UTC, with microseconds where there are any.
    private static func modified(_ time: Int64) -> String {
        let second = time / 1_000_000_000 - (time % 1_000_000_000 < 0 ? 1 : 0)
        let microseconds = Int(time - second * 1_000_000_000) / 1000
        var seconds = time_t(second)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let day =
            "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
        let clock = "\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2)):\(padded(Int(parts.tm_sec), 2))"
        return "\(day)T\(clock)\(microseconds == 0 ? "" : "." + padded(microseconds, 6))Z"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String { TakenText.padded(number, digits) }
}
