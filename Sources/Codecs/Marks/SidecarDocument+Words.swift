// The words of a photo in its sidecar.
// Sources: XMP part 1, 8.3; IPTC Photo Metadata 2023.2; Adobe Lightroom's and digiKam's schemas of hierarchical
// keywords.
import CXML
import PhotoFormats
import Photos

extension SidecarDocument.Property {
    private static func dublin(_ name: String) -> Self {
        Self(space: "http://purl.org/dc/elements/1.1/", prefix: "dc", name: name)
    }
    private static func photoshop(_ name: String) -> Self {
        Self(space: "http://ns.adobe.com/photoshop/1.0/", prefix: "photoshop", name: name)
    }
    private static func extended(_ name: String) -> Self {
        Self(space: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", prefix: "Iptc4xmpExt", name: name)
    }

    static let title = dublin("title")
    static let caption = dublin("description")
    /// Where digiKam repeats a caption.
    static let captionCopies = [
        Self(space: "http://ns.adobe.com/tiff/1.0/", prefix: "tiff", name: "ImageDescription"), exif("UserComment"),
    ]
    static let artist = dublin("creator")
    static let subject = dublin("subject")
    static let hierarchical = Self(
        space: "http://ns.adobe.com/lightroom/1.0/", prefix: "lr", name: "hierarchicalSubject")
    static let tags = Self(space: "http://www.digikam.org/ns/1.0/", prefix: "digiKam", name: "TagsList")
    static let place = (
        city: photoshop("City"), state: photoshop("State"), country: photoshop("Country")
    )
    fileprivate static let location = (
        city: extended("City"), state: extended("ProvinceState"), country: extended("CountryName")
    )
    /// What is shown counts before where the camera was.
    static let locations = [extended("LocationShown"), extended("LocationCreated")]
}

extension SidecarDocument {
    /// What the document states in words.
    var words: PhotoDescription {
        var words = PhotoDescription(
            title: text(of: .title), written: text(of: .caption), artist: text(of: .artist))
        words.keywords = PhotoDescription.keywords(
            subject: texts(of: .subject), hierarchical: texts(of: .hierarchical), tags: texts(of: .tags))
        let (city, state, country) = Property.place
        words.state(city: text(of: city), state: text(of: state), country: text(of: country))
        for property in Property.locations where !words.namesPlace {
            guard let place = descriptions.lazy.compactMap({ self.element(of: property, in: $0) }).first else {
                continue
            }
            let nodes = Self.structure(in: place), (city, state, country) = Property.location
            func text(_ property: Property) -> String? {
                nodes.lazy.compactMap { self.text(of: property, in: $0) }.first
            }
            words.state(city: text(city), state: text(state), country: text(country))
        }
        return words
    }

    /// The items of the first list that a property is, or its only value.
    private func texts(of property: Property) -> [String] {
        for description in descriptions {
            guard let element = element(of: property, in: description) else {
                if let only = text(of: property, in: description) { return [only] }
                continue
            }
            let items = Self.items(of: element) ?? [element]
            let texts = items.prefix(KeywordList.mostItems).compactMap {
                Self.content(of: $0, longest: KeywordList.longest)
            }
            if !texts.isEmpty { return texts }
        }
        return []
    }

    /// The nodes that may have the fields of the first structure in an element: it or its first item, and the
    /// description in that.
    private static func structure(in element: xmlNodePtr) -> [xmlNodePtr] {
        guard let node = items(of: element).map({ $0.first }) ?? element else { return [] }
        return [node] + elements(of: node).filter { names($0, "Description", in: rdf) }
    }
}
