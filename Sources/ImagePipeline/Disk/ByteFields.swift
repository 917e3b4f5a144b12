// Numbers and texts as bytes: how what is kept on disk is written, and how headers are read without trusting them.

extension [UInt8] {
    /// Little-endian.
    mutating func append(little number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Preceded by its length, so that no two sequences of texts look alike.
    mutating func append(text: String) {
        append(little: UInt32(truncatingIfNeeded: text.utf8.count))
        append(contentsOf: text.utf8)
    }
}

/// Reads fields one after the other; nil, now and for all that follow, once the bytes do not suffice.
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

    /// The next `count` bytes, by their offsets.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= bytes.count - offset else {
            offset = bytes.count
            return nil
        }
        defer { offset += count }
        return offset..<(offset + count)
    }
}
