// Little-endian numbers at known offsets of a file, on any machine.

enum LittleEndian {
    /// Returns the number at `offset`; its bytes must be there.
    static func read<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, as _: Number.Type = Number.self
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
