// What a person has said of a photo: stars, rejected, favourite, a colour.

/// The colour with which a photo is labelled, as `xmp:Label` and its relatives state it.
public enum PhotoLabel: UInt8, Hashable, Sendable, CaseIterable {
    case none, red, yellow, green, blue, purple
    /// One that another program has given and this one has no colour for. It is kept, and not given.
    case other

    /// The colours that are given.
    public static let colours: [PhotoLabel] = [.red, .yellow, .green, .blue, .purple]
}

/// Stars or a rejection, a favourite, and a colour, in one byte.
public struct PhotoMarks: Hashable, Sendable {
    /// The most stars that a photo has.
    public static let mostStars = 5
    /// The rating of a photo that is rejected, as XMP states it (part 2, 2.2).
    public static let rejection = -1
    /// No marks.
    public static let none = PhotoMarks()

    /// 0…5; a photo that is rejected has none.
    public var stars: Int { max(rating, 0) }
    /// −1…5, −1 for a photo that is rejected.
    public var rating: Int { code & 7 == Self.rejected ? Self.rejection : Int(code & 7) }
    public var isRejected: Bool { rating == Self.rejection }
    public var isFavourite: Bool { code & 8 != 0 }
    public var label: PhotoLabel { PhotoLabel(rawValue: code >> 4) ?? .none }
    /// The stars in the lowest three bits, 6 for a rejection; favourite in the fourth; the colour in the next three.
    public let code: UInt8

    private static let rejected: UInt8 = 6

    /// - Parameter stars: Brought into −1…5, −1 for a photo that is rejected.
    public init(stars: Int = 0, isFavourite: Bool = false, label: PhotoLabel = .none) {
        let rating = stars < 0 ? Self.rejected : UInt8(min(stars, Self.mostStars))
        code = rating | (isFavourite ? 8 : 0) | label.rawValue << 4
    }

    /// Returns nil for a byte that no marks have.
    public init?(code: UInt8) {
        guard code & 7 <= Self.rejected, PhotoLabel(rawValue: code >> 4) != nil else { return nil }
        self.code = code
    }

    /// These marks after one of them was set.
    public func with(_ mark: Mark) -> PhotoMarks {
        switch mark {
        case .stars(let stars): PhotoMarks(stars: stars, isFavourite: isFavourite, label: label)
        case .favourite(let isFavourite): PhotoMarks(stars: rating, isFavourite: isFavourite, label: label)
        case .label(let label): PhotoMarks(stars: rating, isFavourite: isFavourite, label: label)
        }
    }

    /// These marks, where `stated` says nothing else.
    public func overruled(by stated: StatedMarks) -> PhotoMarks {
        PhotoMarks(
            stars: stated.stars ?? rating, isFavourite: stated.isFavourite ?? isFavourite, label: stated.label ?? label)
    }

    /// One mark, as it is set.
    public enum Mark: Hashable, Sendable {
        /// −1…5, −1 to reject the photo.
        case stars(Int)
        case favourite(Bool)
        /// Any but `.other`.
        case label(PhotoLabel)

        public static let rejection = Mark.stars(PhotoMarks.rejection)
    }
}

/// The marks that one place states, of several that may: a sidecar, the file, what the user's own database keeps.
public struct StatedMarks: Hashable, Sendable {
    /// −1…5, −1 for a photo that was rejected; nil where nothing is stated.
    public var stars: Int?
    public var isFavourite: Bool?
    public var label: PhotoLabel?

    public init(stars: Int? = nil, isFavourite: Bool? = nil, label: PhotoLabel? = nil) {
        self.stars = stars
        self.isFavourite = isFavourite
        self.label = label
    }

    /// These, and where they state nothing, what `other` does.
    public func completed(by other: StatedMarks) -> StatedMarks {
        StatedMarks(
            stars: stars ?? other.stars, isFavourite: isFavourite ?? other.isFavourite, label: label ?? other.label)
    }

    /// Whether each kind of mark is stated.
    public var isComplete: Bool { stars != nil && isFavourite != nil && label != nil }

    /// Whether something is stated of the kind of a mark.
    public func states(_ mark: PhotoMarks.Mark) -> Bool {
        switch mark {
        case .stars: stars != nil
        case .favourite: isFavourite != nil
        case .label: label != nil
        }
    }

    /// What is shown of them.
    public var marks: PhotoMarks { PhotoMarks.none.overruled(by: self) }
}
