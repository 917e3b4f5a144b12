// What the user says of a photo: stars, and whether it is a favourite.

/// Stars and favourite of a photo, in one byte.
public struct PhotoMarks: Hashable, Sendable {
    /// The most stars that a photo has.
    public static let mostStars = 5
    /// Neither stars nor favourite.
    public static let none = PhotoMarks()

    /// 0…5; a photo that was rejected in another program has none.
    public var stars: Int { Int(code & 7) }
    public var isFavourite: Bool { code & 8 != 0 }
    /// The stars in the lowest three bits, favourite in the fourth.
    public let code: UInt8

    /// - Parameter stars: Brought into 0…5.
    public init(stars: Int = 0, isFavourite: Bool = false) {
        code = UInt8(min(max(stars, 0), Self.mostStars)) | (isFavourite ? 8 : 0)
    }

    /// Returns nil for a byte that no marks have.
    public init?(code: UInt8) {
        guard code < 16, code & 7 <= 5 else { return nil }
        self.code = code
    }

    /// These marks after one of them was set.
    public func with(_ mark: Mark) -> PhotoMarks {
        switch mark {
        case .stars(let stars): PhotoMarks(stars: stars, isFavourite: isFavourite)
        case .favourite(let isFavourite): PhotoMarks(stars: stars, isFavourite: isFavourite)
        }
    }

    /// These marks, where `stated` says nothing else.
    public func overruled(by stated: StatedMarks) -> PhotoMarks {
        PhotoMarks(stars: stated.stars ?? stars, isFavourite: stated.isFavourite ?? isFavourite)
    }

    /// One mark, as it is set.
    public enum Mark: Hashable, Sendable {
        case stars(Int)
        case favourite(Bool)
    }
}

/// The marks that one place states, of several that may: a sidecar, the file, what the user's own database keeps.
public struct StatedMarks: Hashable, Sendable {
    /// −1…5, −1 for a photo that was rejected; nil where nothing is stated.
    public var stars: Int?
    public var isFavourite: Bool?

    public init(stars: Int? = nil, isFavourite: Bool? = nil) {
        self.stars = stars
        self.isFavourite = isFavourite
    }

    /// These, and where they state nothing, what `other` does.
    public func completed(by other: StatedMarks) -> StatedMarks {
        StatedMarks(stars: stars ?? other.stars, isFavourite: isFavourite ?? other.isFavourite)
    }

    /// Whether something is stated of the kind of a mark.
    public func states(_ mark: PhotoMarks.Mark) -> Bool {
        switch mark {
        case .stars: stars != nil
        case .favourite: isFavourite != nil
        }
    }

    /// What is shown of them.
    public var marks: PhotoMarks { PhotoMarks(stars: stars ?? 0, isFavourite: isFavourite ?? false) }
}
