// Numbers read out of files at known places: the lowest byte first, whatever the machine.

enum LittleEndian {
    /// The number at `offset`; its bytes must be there.
    static func read<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, as _: Number.Type = Number.self
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
