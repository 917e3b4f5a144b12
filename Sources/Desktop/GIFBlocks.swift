// The parts of a GIF whose lengths the file gives: colour tables and chains of data blocks. Source: GIF 89a.

extension ByteView {
    /// Bytes of the colour table that `flags`, of the screen or of an image, announce; 0 where there is none.
    static func colourTableLength(_ flags: UInt8?) -> Int {
        guard let flags, flags & 0x80 != 0 else { return 0 }
        return 3 << (Int(flags & 7) + 1)
    }

    /// Where the chain of data blocks that starts at `offset` has ended; nil when it is cut.
    func endOfDataBlocks(from offset: Int) -> Int? {
        var offset = offset
        while let length = self[offset] {
            offset += Int(length) + 1
            if length == 0 { return offset }
        }
        return nil
    }
}
