// The time taken by a clock that was right.
public import Photos

extension EditRefusal: Error {}

extension TakenTime {
    /// Returns the time at which the photo was taken if its clock was wrong.
    /// - Parameters:
    ///   - seconds: What is added to it.
    ///   - zone: The minutes by which the right clock is ahead of UTC; nil to keep what is known of that.
    public func shifted(by seconds: Int, zone: Int? = nil) -> Result<WrittenTime, EditRefusal> {
        guard origin != .modification else { return .failure(.noDate) }
        // Days can be added to a day, and nothing to a month or a year.
        let isWhole = precision == .day && seconds.isMultiple(of: 86_400)
        guard precision == .exact || isWhole else { return .failure(.coarseDate) }
        guard let time = WallTime(seconds: time.seconds.addingSaturating(Int64(seconds))) else {
            return .failure(.implausibleDate)
        }
        return .success(WrittenTime(time, hundredths: hundredths, offset: zone ?? offset, precision: precision))
    }
}
