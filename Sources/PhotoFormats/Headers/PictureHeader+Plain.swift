// Headers that are a few numbers or words before the pixels: PNM, XPM, TGA and BMP.
// Sources: netpbm's ppm(5) and its relatives, the XPM manual, Truevision TGA 2.0.
import Photos

extension PictureHeader {
    /// Reads width and height, in decimal after the mark, between blanks and comments.
    mutating func fillPNM(_ bytes: ByteView) {
        var offset = 2
        size = Self.size(Self.number(in: bytes, from: &offset), Self.number(in: bytes, from: &offset))
    }

    private static func number(in bytes: ByteView, from offset: inout Int) -> Int? {
        while let byte = bytes[offset], isBlank(byte) || byte == UInt8(ascii: "#") {
            if isBlank(byte) {
                offset += 1
            } else {
                offset = bytes.index(of: UInt8(ascii: "\n"), from: offset) ?? bytes.count
            }
        }
        return digits(in: bytes, from: &offset)
    }

    /// Reads a number without a sign; one of more than nine digits becomes larger than any side.
    private static func digits(in bytes: ByteView, from offset: inout Int) -> Int? {
        var number: Int?
        while let byte = bytes[offset], (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            number = min(1 << 30, (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")))
            offset += 1
        }
        return number
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// Reads the first string after the brace: columns, rows, colours, characters per pixel. Colours and pixels are
    /// stored as text, so a file shorter than that text is truncated.
    mutating func fillXPM(_ bytes: ByteView) {
        guard var offset = Self.firstString(in: bytes) else { return }
        let values = (0..<4).map { _ in Self.number(in: bytes, from: &offset) }
        guard let size = Self.size(values[0], values[1]), let colours = values[2], let characters = values[3] else {
            return
        }
        self.size = size
        let (text, overflow) = size.area.addingReportingOverflow(colours)
        let (length, overflow2) = text.multipliedReportingOverflow(by: max(1, characters))
        if overflow || overflow2 || length > bytes.count { isComplete = false }
    }

    private static func firstString(in bytes: ByteView) -> Int? {
        var (offset, isInside) = (9, false)
        while let byte = bytes[offset] {
            if byte == UInt8(ascii: "/"), bytes[offset + 1] == UInt8(ascii: "*") {
                guard let end = bytes.index(of: "*/", from: offset + 2) else { return nil }
                offset = end + 2
                continue
            }
            if byte == UInt8(ascii: "{") { isInside = true }
            if isInside, byte == UInt8(ascii: "\"") { return offset + 1 }
            offset += 1
        }
        return nil
    }

    mutating func fillTGA(_ bytes: ByteView) { size = Self.size(bytes.little16(12), bytes.little16(14)) }

    mutating func fillBMP(_ bytes: ByteView) {
        if bytes.little32(14) == 12 {
            size = Self.size(bytes.little16(18), bytes.little16(20))
        } else if let width = bytes.little32(18), let height = bytes.signed32(22) {
            // A negative height means rows from the top.
            size = Self.size(width, abs(height))
        }
    }
}
