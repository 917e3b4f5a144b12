// What can be said of several photos together.
public import Library
public import Photos

/// The numbers, sizes, dates, cameras and formats of some photos.
public struct PhotosSummary: Sendable {
    /// Photos that have something in common, such as their camera.
    public struct Share: Hashable, Sendable {
        public let name: String
        public let count: Int
    }

    /// Photos that are no videos.
    public private(set) var photoCount = 0
    public private(set) var videoCount = 0
    /// Bytes of the files whose lengths are known; nil where none is.
    public private(set) var bytes: Int64?
    /// Whether the lengths of all files are known.
    public private(set) var isSizeWhole = true
    /// The earliest and the latest time at which one was taken; nil where none is known.
    public private(set) var taken: (first: LocalMoment, last: LocalMoment)?
    /// The most frequent first.
    public private(set) var cameras: [Share] = [], lenses: [Share] = [], formats: [Share] = []
    public private(set) var favouriteCount = 0
    /// The keywords that all photos have, sorted.
    public let keywords: [String]
    /// A photo with the title that all have, and with the caption; nil where they have none, or several.
    public let titled: PhotoRef?, captioned: PhotoRef?
    /// Whether they have several, of which one may be none.
    public let hasSeveralTitles: Bool, hasSeveralCaptions: Bool

    /// Adds up what is known of photos, a microsecond for each.
    public init(of refs: some Sequence<PhotoRef>, in store: PhotoStore) {
        let refs = Array(refs)
        keywords = store.commonKeywords(of: refs.lazy.map(\.slot))
        let title = store.common(.title, of: refs.lazy.map(\.slot))
        let caption = store.common(.caption, of: refs.lazy.map(\.slot))
        titled = title.slot.flatMap { slot in refs.first { $0.slot == slot } }
        captioned = caption.slot.flatMap { slot in refs.first { $0.slot == slot } }
        (hasSeveralTitles, hasSeveralCaptions) = (title.differs, caption.differs)
        var counts = (cameras: [String: Int](), lenses: [String: Int](), formats: [String: Int]())
        for ref in refs {
            let facts = store.facts(ref.slot)
            if store.isVideo(ref.slot) { videoCount += 1 } else { photoCount += 1 }
            if let count = facts.byteCount { bytes = (bytes ?? 0).addingSaturating(count) } else { isSizeWhole = false }
            if let time = facts.taken {
                taken = taken.map { (min($0.first, time), max($0.last, time)) } ?? (time, time)
            }
            if let camera = facts.camera { counts.cameras[camera, default: 0] += 1 }
            if let lens = facts.lens { counts.lenses[lens, default: 0] += 1 }
            if let kind = facts.kind { counts.formats[kind, default: 0] += 1 }
            if facts.marks.isFavourite { favouriteCount += 1 }
        }
        (cameras, lenses) = (Self.shares(counts.cameras), Self.shares(counts.lenses))
        formats = Self.shares(counts.formats)
    }

    private static func shares(_ counts: [String: Int]) -> [Share] {
        counts.map { Share(name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
