// Numbers and texts as bytes: written for files on disk, and read from headers without trusting them.

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func append(little number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends a text preceded by its length, so that different sequences of texts give different bytes.
    mutating func append(text: String) {
        append(little: UInt32(truncatingIfNeeded: text.utf8.count))
        append(contentsOf: text.utf8)
    }
}

/// A reader of consecutive fields. Once the bytes do not suffice, that field and all later ones are nil.
struct ByteFields {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard let range = take(MemoryLayout<Number>.size) else { return nil }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: Number.self))
    }

    mutating func text() -> String? {
        guard let length = number(UInt32.self), let range = take(Int(length)) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Takes the next `count` bytes and returns their offsets.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= bytes.count - offset else {
            offset = bytes.count
            return nil
        }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
