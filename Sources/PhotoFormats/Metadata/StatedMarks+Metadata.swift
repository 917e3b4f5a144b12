// Stars, favourite and colour in a picture's own file: in its XMP packet, and where that says nothing, in EXIF.
// Sources: XMP part 2, 2.2; Microsoft's MicrosoftPhoto schema and its tags 0x4746 (Rating) and 0x4749 (RatingPercent).
import Photos

extension StatedMarks {
    /// What a packet states under the names that writers use.
    package init(_ xmp: XMPPacket) {
        let label = xmp.value(of: "digiKam:PickLabel").flatMap { Int($0) }
        let pick = xmp.value(of: "xmpDM:pick").flatMap { Int($0) }
        self.init(
            stars: (xmp.value(of: "xmp:Rating") ?? xmp.value(of: "xap:Rating")).flatMap(Self.stars)
                ?? xmp.value(of: "MicrosoftPhoto:Rating").flatMap { Int($0) }.flatMap(Self.stars(percent:)),
            isFavourite: label == nil && pick == nil ? nil : label == 3 || pick == 1,
            label: (xmp.value(of: "xmp:Label") ?? xmp.value(of: "xap:Label")).map(PhotoLabel.init(written:))
                ?? xmp.value(of: "digiKam:ColorLabel").flatMap { Int($0) }.map(PhotoLabel.init(digiKam:)))
    }

    /// What EXIF's first directory states, as Windows and some cameras write it.
    package init<Bytes>(_ main: TIFFDirectory<Bytes>) {
        self.init(
            stars: main.value(of: 0x4746).flatMap { (0...5).contains($0) ? $0 : nil }
                ?? main.value(of: 0x4749).flatMap(Self.stars(percent:)))
    }

    /// Stars in the per cent in which Windows writes them: 1, 25, 50, 75 and 99 are one to five.
    package static func stars(percent: Int) -> Int? {
        switch percent {
        case 0: 0
        case 1...12: 1
        case 13...37: 2
        case 38...62: 3
        case 63...87: 4
        case 88...100: 5
        default: nil
        }
    }

    /// Stars as they are written, perhaps with decimals; nil for what is no number of stars.
    package static func stars(_ text: String) -> Int? {
        guard let number = Double(text), number.isFinite, number >= -1, number <= 5 else { return nil }
        return Int(number.rounded(.down))
    }
}
