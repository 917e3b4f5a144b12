// What photos are narrowed to beside the text of a search.
public import Photos

/// Conditions on what is known of photos, by facets. A photo is shown where it meets all that is asked.
public struct PhotoFilter: Hashable, Sendable {
    /// What a photo is as a file.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        /// A picture that is no camera raw file alone.
        case picture
        /// A camera raw file, alone or beside a picture.
        case raw
        case video
        /// A picture of sides as 2 to 1 at least, or whose file says so.
        case panorama
        /// A picture that plays.
        case animation
    }

    /// Which rejected photos are shown.
    public enum Rejected: UInt8, CaseIterable, Hashable, Sendable {
        case shown, hidden, alone
    }

    /// Photos with at least so many stars; 0 for all.
    public var stars = 0
    /// Whether favourites alone are shown.
    public var isFavourite = false
    /// Photos with one of these labels; empty for all.
    public var labels: Set<PhotoLabel> = []
    public var rejected = Rejected.shown
    /// Photos of one kind; nil for all.
    public var kind: Kind?
    /// Photos that were taken in one year; nil for all.
    public var year: Int?
    /// Photos of one camera, by maker and model in one line; nil for all.
    public var camera: String?
    /// Photos that have all of these keywords, compared without regard to case and accents.
    public var keywords: Set<String> = []

    /// All photos.
    public static let none = PhotoFilter()

    /// Asks for nothing.
    public init() {}

    /// Whether it asks for nothing.
    public var isEmpty: Bool { self == .none }

    /// The conditions that are told apart when values are counted.
    enum Facet: UInt8, CaseIterable {
        case stars, favourite, labels, rejected, kind, year, camera, keywords

        var bit: UInt8 { 1 << rawValue }
    }
}
