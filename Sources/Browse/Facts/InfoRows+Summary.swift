// What the info panel says of several photos.
import Library
import Photos

extension InfoRows {
    /// Most rows of one kind, such as cameras; the others are counted in one more.
    private static let mostShares = 5

    /// Returns the groups for several photos.
    /// - Parameter withWords: Whether their keywords are among them; they are not where they are edited.
    public static func groups(of summary: PhotosSummary, withWords: Bool = true) -> [PhotoFactGroup] {
        let groups = [
            PhotoFactGroup(title: contents(summary), facts: whole(summary)),
            PhotoFactGroup(keywords: withWords ? summary.keywords : []),
            PhotoFactGroup(title: Message("Cameras"), facts: rows(summary.cameras)),
            PhotoFactGroup(title: Message("Lenses"), facts: rows(summary.lenses)),
            PhotoFactGroup(title: Message("Formats"), facts: rows(summary.formats)),
        ]
        return groups.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map(\.element)
    }

    private static func contents(_ summary: PhotosSummary) -> Message {
        let videos = Message("{count} video", many: "{count} videos", count: summary.videoCount)
        guard summary.photoCount > 0 || summary.videoCount == 0 else { return videos }
        let photos = photos(summary.photoCount)
        guard summary.videoCount > 0 else { return photos }
        return Message("{photos} and {videos}", ["photos": .message(photos), "videos": .message(videos)])
    }

    private static func photos(_ count: Int) -> Message {
        Message("{count} photo", many: "{count} photos", count: count)
    }

    private static func whole(_ summary: PhotosSummary) -> [PhotoFact] {
        var facts: [PhotoFact] = []
        if let bytes = summary.bytes {
            let size = FactWords.bytes(Int(clamping: bytes))
            facts.append(
                PhotoFact(
                    Message("File Size"),
                    summary.isSizeWhole ? size : Message("More than {size}", ["size": .message(size)])))
        }
        if let taken = summary.taken.flatMap(range) { facts.append(PhotoFact(Message("Taken"), taken)) }
        if summary.favouriteCount > 0 {
            facts.append(PhotoFact(Message("Favourites"), .value(.count(summary.favouriteCount))))
        }
        return facts
    }

    /// Returns a day, or the first and the last one.
    private static func range(_ taken: (first: LocalMoment, last: LocalMoment)) -> Message? {
        guard let first = day(taken.first), let last = day(taken.last) else { return nil }
        return first == last ? first : Message("{first} to {last}", ["first": .message(first), "last": .message(last)])
    }

    private static func day(_ moment: LocalMoment) -> Message? {
        moment.time.map { time in
            let day = WallTime(year: time.year, month: time.month, day: time.day, hour: 0, minute: 0, second: 0)
            return .value(.date(day ?? time, min(moment.precision, .day)))
        }
    }

    /// Returns a row for each share: its name, and how many photos it has.
    static func rows(_ shares: [PhotosSummary.Share]) -> [PhotoFact] {
        let shown = shares.prefix(shares.count > mostShares ? mostShares - 1 : mostShares)
        let rows = shown.map { PhotoFact(.verbatim($0.name), .value(.count($0.count))) }
        let rest = shares.dropFirst(shown.count).reduce(0) { $0 + $1.count }
        return rest > 0 ? rows + [PhotoFact(Message("Others"), .value(.count(rest)))] : rows
    }
}
