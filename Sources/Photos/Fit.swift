// How a picture of one ratio is put into a box of another.

/// How a picture is put into a box of another ratio.
public enum Fit: String, Hashable, Sendable, Codable {
    /// Covers the box; what sticks out is cut away evenly on both sides.
    case fill
    /// Lies wholly inside the box; the box may stay empty at two sides.
    case fit
}
