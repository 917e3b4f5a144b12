// The groups into which an arrangement is divided.
public import Photos

/// The common property of the photos in a section. In the Gregorian calendar, months and days from 1.
public enum SectionKey: Hashable, Sendable {
    case day(year: Int, month: Int, day: Int)
    case month(year: Int, month: Int)
    case year(Int)
    /// The path of a folder below the root; empty for the root itself.
    case folder(FilePath)
    /// Photos of which no time is known.
    case undated
}

/// Consecutive photos of an arrangement that have a heading in common.
public struct ArrangedSection: Hashable, Sendable {
    public let key: SectionKey
    /// The position of the first photo.
    public let start: Int
    /// Photos in the section; at least one.
    public let count: Int

    public init(key: SectionKey, start: Int, count: Int) {
        self.key = key
        self.start = start
        self.count = count
    }
}
