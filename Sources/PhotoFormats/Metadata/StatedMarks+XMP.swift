// Stars and favourite in the XMP packet of a picture's own file.
import Photos

extension StatedMarks {
    /// What a packet states under the names that writers use.
    package init(_ xmp: XMPPacket) {
        let label = xmp.value(of: "digiKam:PickLabel").flatMap { Int($0) }
        let pick = xmp.value(of: "xmpDM:pick").flatMap { Int($0) }
        self.init(
            stars: (xmp.value(of: "xmp:Rating") ?? xmp.value(of: "xap:Rating")).flatMap(Self.stars),
            isFavourite: label == nil && pick == nil ? nil : label == 3 || pick == 1)
    }

    /// Stars as they are written, perhaps with decimals; nil for what is no number of stars.
    package static func stars(_ text: String) -> Int? {
        guard let number = Double(text), number.isFinite, number >= -1, number <= 5 else { return nil }
        return Int(number.rounded(.down))
    }
}
