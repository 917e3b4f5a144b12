// The words about a picture in XMP, IPTC, EXIF and the texts of a PNG. Which of them counts is said where they come
// together (`FileStatements`).
// Sources: XMP part 1, 8.3; IPTC Photo Metadata 2023.2; IPTC-IIM 4.2, 6; EXIF 2.32, 4.6.4; Microsoft's tags 0x9C9B to
// 0x9C9E; Adobe Lightroom's and digiKam's schemas of hierarchical keywords.
import Photos

extension PhotoDescription {
    /// Longest title or caption in bytes, and longest name of a place.
    package static let longest = 4096
    package static let longestName = 256
    /// Bytes of Windows' keywords that are looked at.
    private static let longestWide = 2 * KeywordList.longestTogether
    /// What cameras write in place of a caption.
    private static let ofCameras: Set = [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
        "MINOLTA DIGITAL CAMERA", "SAMSUNG CAMERA PICTURES", "DCIM",
    ]

    /// - Parameter written: The caption, unless a camera has written it, wherever programs have copied it to.
    package init(title: String?, written: String?, artist: String?) {
        self.init(title: title, caption: written.flatMap { Self.ofCameras.contains($0) ? nil : $0 }, artist: artist)
    }

    package init(_ xmp: XMPPacket) {
        self.init(
            title: xmp.value(of: "dc:title", longest: Self.longest),
            written: xmp.value(of: "dc:description", longest: Self.longest),
            artist: xmp.value(of: "dc:creator"))
        func items(_ name: String) -> [String] {
            xmp.values(of: name, longest: KeywordList.longest, most: KeywordList.mostItems)
        }
        keywords = Self.keywords(
            subject: items("dc:subject"), hierarchical: items("lr:hierarchicalSubject"),
            tags: items("digiKam:TagsList"))
        state(
            city: xmp.value(of: "photoshop:City"), state: xmp.value(of: "photoshop:State"),
            country: xmp.value(of: "photoshop:Country"))
        for property in Self.locations where !namesPlace {
            guard let place = xmp.element(property) else { continue }
            state(
                city: place.value(of: "Iptc4xmpExt:City"), state: place.value(of: "Iptc4xmpExt:ProvinceState"),
                country: place.value(of: "Iptc4xmpExt:CountryName"))
        }
    }

    /// What is shown counts before where the camera was.
    private static let locations = ["Iptc4xmpExt:LocationShown", "Iptc4xmpExt:LocationCreated"]

    /// The keywords of a packet, in whose three lists the same ones stand.
    package static func keywords(subject: [String], hierarchical: [String], tags: [String]) -> [String] {
        var list = KeywordList()
        list.add(hierarchical, separator: "|")
        list.add(tags, separator: "|")
        list.add(subject)
        return list.keywords
    }

    /// Whether a name of the place is known.
    package var namesPlace: Bool { city != nil || state != nil || country != nil }

    /// Takes the names of one place together, so that no city gets another one's country.
    package mutating func state(city: String?, state: String?, country: String?) {
        (self.city, self.state, self.country) = (city, state, country)
    }

    package init(_ record: IPTCRecord) {
        self.init(title: record.text(of: 5), written: record.text(of: 120), artist: record.text(of: 80))
        var list = KeywordList()
        list.add(record.keywords)
        keywords = list.keywords
        state(city: record.text(of: 90), state: record.text(of: 95), country: record.text(of: 101))
    }

    /// - Parameter main: EXIF's first directory. What Windows writes counts where the standard's own tag is missing.
    package init<Bytes>(_ main: TIFFDirectory<Bytes>) {
        self.init(
            title: main.wideLine(of: 0x9C9B, limit: Self.longest),
            written: main.line(of: 0x010E, limit: Self.longest),
            artist: main.line(of: 0x013B, limit: Self.longestName) ?? main.wideLine(of: 0x9C9D, limit: Self.longest))
        caption = caption ?? main.wideLine(of: 0x9C9C, limit: Self.longest)
        guard let written = main.wideLine(of: 0x9C9E, limit: Self.longestWide) else { return }
        var list = KeywordList()
        list.add(written.split(separator: ";").lazy.map { String($0) })
        keywords = list.keywords
    }

    package init(_ texts: PNGTexts) {
        self.init(title: texts.title, written: texts.caption, artist: texts.author)
    }
}
