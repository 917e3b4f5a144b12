// Times of files by the clock of the machine.
import Glibc
import Photos

extension WallTime {
    /// The time by the machine's clock; nil for a year that has not four digits.
    /// - Parameter seconds: Since 1970 UTC.
    init?(machineClock seconds: Int) {
        var seconds = seconds, parts = tm()
        localtime_r(&seconds, &parts)
        self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }
}
