// What sidecars say of a photo, in the packet of its export.
// Sources: XMP part 1, 7.7; part 2, 3.2; IPTC Photo Metadata 2023.2.
import CXML
import PhotoFormats
import Photos

extension SidecarDocument {
    /// States what is said of a photo otherwise than in its file.
    func state(_ restated: RestatedFacts, withPlace: Bool) {
        let words = restated.words, kinds = restated.kinds
        if kinds.contains(.title) { _ = set(.title, to: words.title, leavesBlank: false) }
        if kinds.contains(.caption) { _ = setCaption(to: words.caption, leavesBlank: false) }
        if kinds.contains(.artist) {
            drop(.artist)
            if let artist = words.artist, let element = add(.artist), let list = addContainer("Seq", to: element) {
                xmlNewTextChild(list, root.pointee.ns, "li", artist)
            }
        }
        if kinds.contains(.keywords) { _ = edit { $0.replace(by: words.keywords) } }
        if let date = restated.date { _ = set(date: date) }
        guard withPlace else { return }
        if kinds.contains(.place) {
            for property in Property.placesBefore { drop(property) }
            let (city, state, country) = Property.place
            put(words.city, in: city)
            put(words.state, in: state)
            put(words.country, in: country)
        }
        if let position = restated.position {
            put(Self.written(position.latitude, "NS"), in: .exif("GPSLatitude"))
            put(Self.written(position.longitude, "EW"), in: .exif("GPSLongitude"))
            let altitude = position.altitude
            put(altitude.map { "\(Int((abs($0) * 100).rounded()))/100" }, in: .exif("GPSAltitude"))
            put(altitude.map { $0 < 0 ? "1" : "0" }, in: .exif("GPSAltitudeRef"))
        }
    }

    /// Puts a text in place of a property; nil for none.
    private func put(_ text: String?, in property: Property) {
        drop(property)
        guard let text, let description = descriptions.first ?? addDescription() else { return }
        xmlNewTextChild(description, space(of: property, at: description), property.name, text)
    }

    /// `48,6.000000N`: degrees and minutes.
    private static func written(_ degrees: Double, _ letters: String) -> String {
        let parts = 1_000_000, minutes = Int((abs(degrees) * 60 * Double(parts)).rounded())
        let fraction = String(minutes % parts + parts).dropFirst()
        let letter = (degrees < 0 ? letters.last : letters.first).map { String($0) } ?? ""
        return "\(minutes / parts / 60),\(minutes / parts % 60).\(fraction)\(letter)"
    }
}

extension SidecarDocument.Property {
    private static func core(_ name: String) -> Self {
        Self(space: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", prefix: "Iptc4xmpCore", name: name)
    }

    /// What says more of the place whose names are restated.
    fileprivate static let placesBefore =
        [place.city, place.state, place.country] + locations + [
            core("Location"), core("CountryCode"),
        ]
}
