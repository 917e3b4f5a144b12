// The words about a picture from XMP, IPTC and EXIF, the first of these that has them, as the Metadata Working Group
// recommends.
// Sources: XMP part 1, 8.3; IPTC-IIM 4.2, 6; EXIF 2.32, 4.6.4.
import Photos

extension PhotoDescription {
    /// Longest value of a packet in bytes.
    private static let longest = 4096
    /// What cameras write in place of a caption.
    private static let ofCameras: Set = [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
        "MINOLTA DIGITAL CAMERA", "SAMSUNG CAMERA PICTURES", "DCIM",
    ]

    /// - Parameter written: The caption, if it is none that a camera has written, wherever programs have copied it to.
    package init(title: String?, written: String?, artist: String?) {
        self.init(title: title, caption: written.flatMap { Self.ofCameras.contains($0) ? nil : $0 }, artist: artist)
    }

    package init(_ xmp: XMPPacket) {
        self.init(
            title: xmp.value(of: "dc:title", longest: Self.longest),
            written: xmp.value(of: "dc:description", longest: Self.longest),
            artist: xmp.value(of: "dc:creator"))
    }

    package init(_ record: IPTCRecord) {
        self.init(title: record.text(of: 5), written: record.text(of: 120), artist: record.text(of: 80))
    }

    /// - Parameter main: EXIF's first directory.
    package init<Bytes>(_ main: TIFFDirectory<Bytes>) {
        self.init(title: nil, written: main.text(of: 0x010E, limit: Self.longest), artist: main.text(of: 0x013B))
    }

    package init(_ texts: PNGTexts) {
        self.init(title: texts.title, written: texts.caption, artist: texts.author)
    }
}
