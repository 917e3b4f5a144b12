// A defect of libsoup that the HTTP room works around, and the versions that have it.
import CDesktop

/// libsoup 3.3.1 to 3.6.5 and 3.7.0 finish a request twice, which corrupts the heap, when it ends in an error whose
/// report is still under way while libsoup regards its I/O as running. docs/workarounds.md says when that is and what is
/// done about it.
enum SoupDefect {
    /// Whether the libsoup that is loaded has it.
    static let isPresent = has((soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version()))

    static func has(_ version: (UInt32, UInt32, UInt32)) -> Bool {
        version >= (3, 3, 1) && version <= (3, 6, 5) || version == (3, 7, 0)
    }
}
