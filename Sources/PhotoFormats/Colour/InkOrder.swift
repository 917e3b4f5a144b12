// Pictures of four inks: cyan, magenta, yellow and black.
// Sources: TIFF 6.0, section 16; Adobe TN 5116, whose programs invert what they write into JPEGs.

/// What the samples of a picture of inks count.
package enum InkOrder: Hashable, Sendable {
    /// The ink: 0 is paper.
    case inkCounts
    /// What the ink leaves of the paper: 255 is paper.
    case paperCounts
}
