// A time that a file, its name or a sidecar states.

/// A time as it was written, with a fraction of its second and its distance from UTC where they are given.
public struct WrittenTime: Hashable, Sendable {
    /// What is not known of it is the beginning: the first month, the first day, midnight.
    public var time: WallTime
    /// Hundredths of the second, 0…99.
    public var hundredths: Int
    /// Minutes by which the clock is ahead of UTC; nil when the text does not say.
    public var offset: Int?
    public var precision: TakenTime.Precision
    /// Whether the time is in UTC whatever the clock of the place was, as `Z` says, so that the offset of 0 is not that
    /// of the place.
    public var isUniversal: Bool

    public init(
        _ time: WallTime, hundredths: Int = 0, offset: Int? = nil, precision: TakenTime.Precision = .exact,
        isUniversal: Bool = false
    ) {
        self.time = time.beginning(of: precision)
        self.hundredths = precision == .exact ? hundredths : 0
        self.offset = isUniversal ? 0 : offset
        self.precision = precision
        self.isUniversal = isUniversal && precision == .exact
    }

    /// Whether `other` tells the same time more exactly, be it by a fraction of the second.
    public func isRefined(by other: WrittenTime) -> Bool {
        if precision == .exact {
            return !isUniversal && !other.isUniversal && hundredths == 0 && other.hundredths > 0 && time == other.time
        }
        return precision < other.precision && other.time.beginning(of: precision) == time
    }
}
