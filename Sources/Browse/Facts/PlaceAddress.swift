// The place of a photo as other programs understand it.
public import Photos

/// Coordinates as text and as the address for a program, in steps of ten centimetres.
public enum PlaceAddress {
    /// Returns the coordinates as maps take them for a search: `48.208200, 16.373800`.
    public static func coordinates(_ position: CameraData.Position) -> String {
        degrees(position.latitude) + ", " + degrees(position.longitude)
    }

    /// Returns the address that a program for maps opens (RFC 5870).
    public static func geo(_ position: CameraData.Position) -> String {
        "geo:" + degrees(position.latitude) + "," + degrees(position.longitude)
    }

    private static func degrees(_ value: Double) -> String {
        let scaled = Int((value * 1_000_000).rounded())
        let (whole, part) = abs(scaled).quotientAndRemainder(dividingBy: 1_000_000)
        return (scaled < 0 ? "-" : "") + "\(whole)." + String(String(1_000_000 + part).dropFirst())
    }
}
