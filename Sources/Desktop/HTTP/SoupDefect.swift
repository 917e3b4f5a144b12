// The libsoup versions with a defect that the HTTP client works around.
import CSoup

/// The double finish of a request in libsoup 3.3.1 to 3.6.5 and 3.7.0, which corrupts the heap. It happens when a
/// request ends in an error that is still being reported while libsoup regards its I/O as running. docs/workarounds.md
/// says when that is and what is done about it.
enum SoupDefect {
    /// Whether the loaded libsoup has the defect.
    static let isPresent = has((soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version()))

    static func has(_ version: (UInt32, UInt32, UInt32)) -> Bool {
        version >= (3, 3, 1) && version <= (3, 6, 5) || version == (3, 7, 0)
    }
}
