// Lengths of the variable parts of a GIF: colour tables and chains of data blocks. Source: GIF 89a.

extension ByteView {
    /// Returns the bytes of the colour table announced by `flags`, of the screen or of an image; 0 without one.
    static func colourTableLength(_ flags: UInt8?) -> Int {
        guard let flags, flags & 0x80 != 0 else { return 0 }
        return 3 << (Int(flags & 7) + 1)
    }

    /// Returns the end of the chain of data blocks that starts at `offset`; nil when it is truncated.
    func endOfDataBlocks(from offset: Int) -> Int? {
        var offset = offset
        while let length = self[offset] {
            offset += Int(length) + 1
            if length == 0 { return offset }
        }
        return nil
    }
}
