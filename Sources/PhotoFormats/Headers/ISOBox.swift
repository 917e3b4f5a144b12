// Boxes of an ISO base media file, such as HEIF: a length, a name, content. Source: ISO 14496-12, 4.2.

/// The range of one box's content.
struct ISOBox {
    let start: Int
    let end: Int

    /// Most boxes skipped in one search.
    private static let mostBoxes = 4096

    /// Returns the first box called `name` in the sequence of boxes between two offsets.
    static func find(_ name: String, in file: some ByteAccess, from: Int, to limit: Int) -> ISOBox? {
        find(Array(name.utf8), in: file, from: from, to: limit)
    }

    /// Likewise, by a name that is no text.
    static func find(_ name: [UInt8], in file: some ByteAccess, from: Int, to limit: Int) -> ISOBox? {
        var offset = from
        for _ in 0..<mostBoxes {
            guard offset < limit, let length = file.big32(offset) else { return nil }
            var head = 8, end = offset + length
            if length == 1 {
                guard let high = file.big32(offset + 8), high < 1 << 20, let low = file.big32(offset + 12) else {
                    return nil
                }
                head = 16
                end = offset + (high << 32 | low)
            } else if length == 0 {
                end = limit  // to the end of its container
            }
            guard end >= offset + head, end <= limit else { return nil }
            if file.bytes(offset + 4, count: name.count) == name { return ISOBox(start: offset + head, end: end) }
            offset = end
        }
        return nil
    }
}
