// The address of a place on a map that a browser shows.
public import Photos

/// Addresses of OpenStreetMap's web site. They are opened by the user's browser when the user asks for that, and by
/// nothing else.
public enum MapAddress {
    /// Zoom level of the site at which streets are named.
    private static let level = 15

    /// Returns the address of the map around a place, with a mark on it.
    public static func of(_ position: CameraData.Position) -> String {
        let (latitude, longitude) = (degrees(position.latitude), degrees(position.longitude))
        return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=\(level)/\(latitude)/\(longitude)"
    }

    /// Five decimals are about a metre.
    private static func degrees(_ value: Double) -> String {
        let number = EnglishMessages().digits(abs(value), places: 5)
        return value < 0 && number != "0" ? "-\(number)" : number
    }
}
