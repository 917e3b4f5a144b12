// All that is known of a collection's photos beside their names, by slot.
public import Photos

/// What a collection knows of a photo. Each fact may be missing.
public struct KnownFacts: Hashable, Sendable {
    /// The time at which it was taken, by the clock of that place.
    public let taken: LocalMoment?
    /// The time of the last change of the content, in nanoseconds since 1970 UTC.
    public let modified: Int64?
    /// Length of the file in bytes.
    public let byteCount: Int64?
    /// Size in pixels as shown.
    public let pixelSize: PixelSize?
    /// The format's name, such as “JPEG”.
    public let kind: String?
    public let camera: String?
    public let lens: String?
    /// Length of a video in seconds.
    public let seconds: Int?
    public let traits: PictureTraits
    /// Stars and favourite.
    public let marks: PhotoMarks
}

/// Facts of photos in columns. A value: a copy is cheap.
///
/// Memory: some 33 bytes a photo together with the arrangement by date, nine more where the camera's settings are known
/// and one where there are marks, less than 48 in all as measured by a test; nothing for facts that are not known.
struct FactColumns: Sendable {
    /// `LocalMoment.code`.
    private(set) var taken = Column()
    /// Nanoseconds since 1970 with the sign bit turned over, so that earlier times are less.
    private(set) var modified = Column()
    private(set) var byteCount = Column()
    /// `Self.code(of: PixelSize)`.
    private(set) var pixelSize = Column()
    /// What the listing says of sizes, in the same code. It holds where the file has not been read.
    private(set) var listedSize = Column()
    /// Counts the changes of sizes.
    private(set) var sizeChanges = 0
    private(set) var profile = Column()
    /// Lengths of videos in seconds.
    private(set) var seconds = Column()
    /// `PictureTraits.rawValue`, unknown for plain pictures, so that a library without others takes no bytes.
    private(set) var traits = Column()
    /// `PhotoMarks.code`, unknown for photos without marks, so that a library without them takes no bytes.
    private(set) var marks = Column()
    /// Codes of `ShotSettings`, by the number of the setting.
    private(set) var settings = ShotSettings.Setting.allCases.map { _ in Column() }
    private(set) var profiles = ProfileTable()
    /// The texts of photos, as numbers in `wordTable`.
    private(set) var words = WordColumn()
    private(set) var wordTable = WordTable()

    /// What the listing says of files, in ascending order of slots.
    mutating func note(_ stamps: some Collection<(slot: UInt32, stamp: FileStamp)>) {
        modified.set(stamps.lazy.map { ($0.slot, Self.code(modified: $0.stamp.modified)) })
        byteCount.set(stamps.lazy.map { ($0.slot, Self.code(byteCount: $0.stamp.byteCount)) })
    }

    /// What the listing says of photos' sizes, in ascending order of slots.
    mutating func note(listedSizes sizes: some Sequence<(slot: UInt32, size: PixelSize)>) {
        set(sizes.map { (slot: $0.slot, value: Self.code(of: $0.size)) }, in: \.listedSize)
    }

    /// Sets sizes, and counts it where they are other ones than before.
    private mutating func set(
        _ sizes: [(slot: UInt32, value: UInt64?)], in column: WritableKeyPath<FactColumns, Column>
    ) {
        guard sizes.contains(where: { self[keyPath: column][$0.slot] != $0.value }) else { return }
        self[keyPath: column].set(sizes)
        sizeChanges += 1
    }

    /// Takes facts in ascending order of slots; what a fact leaves open stays as the listing has said, and everything
    /// else is forgotten.
    mutating func learn(_ facts: some Collection<(slot: UInt32, facts: PhotoFacts)>) {
        taken.set(facts.lazy.map { ($0.slot, $0.facts.taken.flatMap { LocalMoment($0)?.code }) })
        set(facts.map { (slot: $0.slot, value: $0.facts.pixelSize.map(Self.code(of:))) }, in: \.pixelSize)
        for (slot, facts) in facts {
            let number = profiles.number(kind: facts.kind, camera: facts.camera, lens: facts.lens)
            profile.set(CollectionOfOne((slot, number)))
        }
        seconds.set(facts.lazy.map { ($0.slot, $0.facts.seconds.map { UInt64(max(0, $0)) }) })
        traits.set(facts.lazy.map { ($0.slot, $0.facts.traits.isEmpty ? nil : UInt64($0.facts.traits.rawValue)) })
        set(marks: facts.lazy.map { (slot: $0.slot, marks: $0.facts.marks) })
        set(settings: facts.lazy.map { (slot: $0.slot, settings: $0.facts.shot) })
        set(words: facts.lazy.map { (slot: $0.slot, words: $0.facts.words) })
        modified.set(
            facts.lazy.compactMap { entry in entry.facts.modified.map { (entry.slot, Self.code(modified: $0)) } })
        byteCount.set(
            facts.lazy.compactMap { entry in entry.facts.byteCount.map { (entry.slot, Self.code(byteCount: $0)) } })
    }

    /// Takes words and the time taken, as a person has edited them, in ascending order of slots.
    mutating func set(edited entries: some Collection<(slot: UInt32, words: [PhotoWord], taken: TakenTime?)>) {
        taken.set(entries.lazy.map { ($0.slot, $0.taken.flatMap { LocalMoment($0)?.code }) })
        set(words: entries.lazy.map { (slot: $0.slot, words: $0.words) })
    }

    /// Takes stars and favourites in ascending order of slots.
    mutating func set(marks entries: some Sequence<(slot: UInt32, marks: PhotoMarks)>) {
        marks.set(entries.map { ($0.slot, $0.marks == .none ? nil : UInt64($0.marks.code)) })
    }

    private mutating func set(settings entries: some Sequence<(slot: UInt32, settings: ShotSettings)>) {
        for setting in ShotSettings.Setting.allCases {
            settings[setting.rawValue].set(entries.map { ($0.slot, $0.settings.code(setting)) })
        }
    }

    /// Takes texts in ascending order of slots. A library without any is not touched.
    private mutating func set(words entries: some Sequence<(slot: UInt32, words: [PhotoWord])>) {
        guard !words.isEmpty || entries.contains(where: { !$0.words.isEmpty }) else { return }
        let numbers = entries.map { entry in
            (
                slot: entry.slot,
                numbers: ContiguousArray(Set(entry.words.compactMap { wordTable.number(of: $0) }).sorted())
            )
        }
        words.set(numbers)
    }

    /// What a code of `traits` stands for.
    static func traits(of code: UInt64?) -> PictureTraits {
        PictureTraits(rawValue: UInt8(truncatingIfNeeded: code ?? 0))
    }

    /// What a code of `marks` stands for.
    static func marks(of code: UInt64?) -> PhotoMarks {
        code.flatMap { PhotoMarks(code: UInt8(truncatingIfNeeded: $0)) } ?? .none
    }

    /// Forgets the shapes of pictures in files whose content is another one now.
    mutating func forgetShapes(of slots: [UInt32]) {
        set(slots.map { (slot: $0, value: nil) }, in: \.pixelSize)
        traits.set(slots.lazy.map { ($0, nil) })
    }

    /// Forgets what the headers of files have said beside the shapes of their pictures.
    mutating func forget(_ slots: [UInt32]) {
        taken.set(slots.lazy.map { ($0, nil) })
        profile.set(slots.lazy.map { ($0, nil) })
        seconds.set(slots.lazy.map { ($0, nil) })
        set(marks: slots.lazy.map { (slot: $0, marks: .none) })
        set(settings: slots.lazy.map { (slot: $0, settings: ShotSettings()) })
        set(words: slots.lazy.map { (slot: $0, words: []) })
    }

    subscript(slot: UInt32) -> KnownFacts {
        let profile = profile[slot].map { profiles.profiles[Int($0)] }
        return KnownFacts(
            taken: taken[slot].map(LocalMoment.init(code:)), modified: modified[slot].map(Self.modified(of:)),
            byteCount: byteCount[slot].map { Int64($0) }, pixelSize: pixelSize[slot].map(Self.pixelSize(of:)),
            kind: profile?.kind, camera: profile?.camera, lens: profile?.lens, seconds: seconds[slot].map { Int($0) },
            traits: Self.traits(of: traits[slot]), marks: Self.marks(of: marks[slot]))
    }

    /// Bytes of all columns; tests and figures ask.
    var byteTotal: Int {
        let columns = [taken, modified, byteCount, pixelSize, listedSize, profile, seconds, traits, marks] + settings
        return columns.reduce(words.byteCount + wordTable.byteCount) { $0 + $1.byteCount }
    }

    // MARK: Codes

    private static let sign: UInt64 = 1 << 63

    private static func code(modified time: Int64) -> UInt64 { UInt64(bitPattern: min(time, .max - 1)) ^ sign }

    static func modified(of code: UInt64) -> Int64 { Int64(bitPattern: code ^ sign) }

    private static func code(byteCount: Int64) -> UInt64 { UInt64(max(0, byteCount)) }

    /// No photo has sides of more than 16 bits; see `PixelSize.largestPhotoSide`.
    private static func code(of size: PixelSize) -> UInt64 {
        func side(_ length: Int) -> UInt64 { UInt64(min(length, PixelSize.largestPhotoSide)) }
        return side(size.width) << 16 | side(size.height)
    }

    static func pixelSize(of code: UInt64) -> PixelSize {
        PixelSize(width: Int(code >> 16), height: Int(code & 0xFFFF))
    }
}
