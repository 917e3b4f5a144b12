// The XMP packet of an exported photo, made of that of its original.
// Sources: XMP part 2; IPTC Photo Metadata 2023.1; the names that drones and phones write.
import CXML
import PhotoFormats
import Photos

extension SidecarDocument {
    /// Returns the packet of an exported photo; empty for none.
    /// - Parameters:
    ///   - packet: That of the original; nil where it has none.
    ///   - marks: What is stated besides.
    ///   - restated: What is said otherwise than in the packet and in all else of the original.
    static func exported(
        _ packet: [UInt8]?, _ marks: [PhotoMarks.Mark], _ restated: RestatedFacts = RestatedFacts(), withPlace: Bool
    ) -> [UInt8] {
        var document: SidecarDocument
        if let packet, let read = try? SidecarDocument(packet) {
            document = read
            document.makeExported(withPlace: withPlace)
        } else {
            guard !marks.isEmpty || !restated.isEmpty, let made = try? SidecarDocument() else { return [] }
            document = made
        }
        var bytes: [UInt8] = []
        // A prefix that is used without being declared may get a meaning with what is stated: that is stated once more,
        // and what cannot be read again is not written.
        for _ in 0..<(restated.isEmpty ? 1 : 2) {
            for mark in marks { _ = document.set(.mark(mark)) }
            document.state(restated, withPlace: withPlace)
            guard let written = try? document.serialised(), let again = try? SidecarDocument(written) else { return [] }
            (bytes, document) = (written, again)
        }
        return bytes
    }

    /// Removes what is not true of the exported picture, and what may say where it was taken.
    ///
    /// Names are compared wherever they occur: some programs keep the whole packet of a picture that was pasted into
    /// another one.
    private func makeExported(withPlace: Bool) {
        for description in descriptions { Self.clean(description, withPlace: withPlace) }
    }

    private static func clean(_ node: xmlNodePtr, withPlace: Bool) {
        var attribute = node.pointee.properties
        while let one = attribute {
            attribute = one.pointee.next
            if isLeftOut(one.pointee.name, one.pointee.ns, withPlace: withPlace) { xmlRemoveProp(one) }
        }
        for child in elements(of: node) {
            if isLeftOut(child.pointee.name, child.pointee.ns, withPlace: withPlace) {
                xmlUnlinkNode(child)
                xmlFreeNode(child)
            } else {
                clean(child, withPlace: withPlace)
            }
        }
    }

    private static func isLeftOut(
        _ name: UnsafePointer<xmlChar>?, _ space: xmlNsPtr?, withPlace: Bool
    ) -> Bool {
        guard let name else { return false }
        // A prefix that is not declared is a part of the name.
        let own = String(cString: name).split(separator: ":").last.map(String.init) ?? ""
        let space = space?.pointee.href.map { String(cString: $0) } ?? ""
        if space == rdf { return false }
        if leftOutSpaces.contains(space) || formNames[space]?.contains(own) == true { return true }
        if space.hasPrefix(google), space != panorama { return true }
        if space == panorama, ["CroppedArea", "FullPano"].contains(where: own.hasPrefix) { return true }
        let small = own.lowercased()
        return !withPlace && (placeNames.contains(small) || placeParts.contains { small.contains($0) })
    }

    /// Settings by which other programs would make the picture anew, once more.
    private static let leftOutSpaces: Set<String> = [
        "http://ns.adobe.com/camera-raw-settings/1.0/", "http://darktable.sf.net/",
    ]
    private static let google = "http://ns.google.com/photos/1.0/"
    private static let panorama = google + "panorama/"
    /// What describes the bytes of the original, by name spaces.
    private static let formNames: [String: Set<String>] = [
        "http://ns.adobe.com/tiff/1.0/": [
            "Orientation", "ImageWidth", "ImageLength", "BitsPerSample", "Compression", "PhotometricInterpretation",
            "SamplesPerPixel", "PlanarConfiguration", "YCbCrSubSampling", "YCbCrPositioning", "NativeDigest",
        ],
        "http://ns.adobe.com/exif/1.0/": ["PixelXDimension", "PixelYDimension", "ColorSpace", "NativeDigest"],
        "http://ns.adobe.com/xap/1.0/": ["Thumbnails"],
        "http://ns.adobe.com/photoshop/1.0/": ["ICCProfile", "ColorMode"],
        "http://ns.adobe.com/xmp/note/": ["HasExtendedXMP"],
    ]
    /// Names of properties about the place, in lower case, and parts of names.
    private static let placeNames: Set<String> = [
        "city", "state", "country", "countrycode", "countryname", "provincestate", "worldregion", "coverage",
    ]
    private static let placeParts = ["gps", "latitude", "longitude", "altitude", "location"]
}
