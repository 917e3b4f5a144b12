// Words of comparing.
import Photos

enum CompareText {
    static let title = localized("Compare")
    static let action = localized("Compare Photos")
    /// What is said where too many photos are selected.
    static let number = localized("Select two to six photos to compare them.")
    /// Names of the page's buttons, for the photo that takes the place of the active one.
    static let previous = localized("Previous Photo in This Place")
    static let next = localized("Next Photo in This Place")

    /// Joins facts of a photo. Each is isolated (UAX #9, 2.4.2), so that all keep their order in a language from right
    /// to left.
    static func line(_ facts: [Message]) -> String {
        facts.map { "\u{2068}\(localized($0))\u{2069}" }.joined(separator: " · ")
    }
}
