// Tags of a TIFF file, or of the TIFF that EXIF embeds: numbers out of untrusted directories. Source: TIFF 6.0, section 2.

/// One directory. Every read is checked against the end of the bytes.
struct TIFFDirectory {
    private let bytes: ByteView
    private let bigEndian: Bool
    /// Where the TIFF header lies, from which all offsets inside count.
    private let header: Int
    private let start: Int
    private let entries: Int

    /// The first directory. `header` is where the TIFF header lies in `bytes`.
    init?(_ bytes: ByteView, at header: Int) {
        let bigEndian = bytes.has("MM", at: header)
        guard bigEndian || bytes.has("II", at: header),
            let first = bytes.number(header + 4, 4, bigEndian: bigEndian)
        else { return nil }
        self.init(bytes, bigEndian: bigEndian, header: header, offset: first)
    }

    private init?(_ bytes: ByteView, bigEndian: Bool, header: Int, offset: Int) {
        guard let entries = bytes.number(header + offset, 2, bigEndian: bigEndian) else { return nil }
        self.bytes = bytes
        self.bigEndian = bigEndian
        self.header = header
        start = header + offset + 2
        self.entries = entries
    }

    /// The value of a tag that holds one short or long number.
    func value(of tag: Int) -> Int? {
        for entry in 0..<entries {
            let offset = start + 12 * entry
            guard let found = bytes.number(offset, 2, bigEndian: bigEndian) else { return nil }
            guard found == tag else { continue }
            let isShort = bytes.number(offset + 2, 2, bigEndian: bigEndian) == 3
            return bytes.number(offset + 8, isShort ? 2 : 4, bigEndian: bigEndian)
        }
        return nil
    }

    /// The directory behind this one. One step: whoever goes on must count, for directories may lie in a ring.
    var next: TIFFDirectory? {
        guard let offset = bytes.number(start + 12 * entries, 4, bigEndian: bigEndian), offset > 0 else { return nil }
        return TIFFDirectory(bytes, bigEndian: bigEndian, header: header, offset: offset)
    }

    /// The directory that a tag points to.
    func directory(of tag: Int) -> TIFFDirectory? {
        value(of: tag).flatMap { TIFFDirectory(bytes, bigEndian: bigEndian, header: header, offset: $0) }
    }
}
