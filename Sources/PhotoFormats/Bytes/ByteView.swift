// Numbers and marks in untrusted bytes: every read is checked against the end.

/// Bytes borrowed for one call. Offsets outside the bytes give nil or false.
package struct ByteView {
    private let bytes: UnsafeRawBufferPointer
    package var count: Int { bytes.count }

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package subscript(_ offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

    func little16(_ offset: Int) -> Int? { number(offset, 2, bigEndian: false) }
    func little24(_ offset: Int) -> Int? { number(offset, 3, bigEndian: false) }

    package func number(_ offset: Int, _ length: Int, bigEndian: Bool) -> Int? {
        guard offset >= 0, offset <= bytes.count - length else { return nil }
        var value = 0
        for position in 0..<length {
            value = value << 8 | Int(bytes[offset + (bigEndian ? position : length - 1 - position)])
        }
        return value
    }

    /// Returns a signed number of four bytes, little-endian.
    func signed32(_ offset: Int) -> Int? { little32(offset).map { Int(Int32(truncatingIfNeeded: $0)) } }

    package func starts(with mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
    func starts(with mark: [UInt8], at offset: Int) -> Bool {
        offset >= 0 && offset <= bytes.count && bytes[offset...].starts(with: mark)
    }
    func starts(with mark: String) -> Bool { bytes.starts(with: mark.utf8) }

    package func has(_ mark: String, at offset: Int) -> Bool {
        offset >= 0 && offset <= bytes.count && bytes[offset...].starts(with: mark.utf8)
    }

    /// Returns the bytes of `range`; nil when some are missing.
    package func copy(_ range: Range<Int>) -> [UInt8]? {
        range.lowerBound >= 0 && range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }

    /// Returns a view of some of the bytes; nil when some are missing.
    func part(_ range: Range<Int>) -> ByteView? {
        range.lowerBound >= 0 && range.upperBound <= bytes.count
            ? ByteView(UnsafeRawBufferPointer(rebasing: bytes[range])) : nil
    }

    /// Returns the offset of the next `byte` at or after `offset`.
    package func index(of byte: UInt8, from offset: Int) -> Int? {
        guard offset >= 0 else { return nil }
        var offset = offset
        let wanted = Block(repeating: byte)
        // Most of a file's bytes are image data, through which the next mark is looked for.
        while offset <= bytes.count - Block.scalarCount {
            let block = bytes.loadUnaligned(fromByteOffset: offset, as: Block.self)
            if any(block .== wanted) { break }
            offset += Block.scalarCount
        }
        while offset < bytes.count {
            if bytes[offset] == byte { return offset }
            offset += 1
        }
        return nil
    }

    /// Bytes that are compared at once: a register of every 64-bit processor.
    private typealias Block = SIMD16<UInt8>

    /// Returns the offset of the next `mark`, of at least one character, at or after `offset`.
    package func index(of mark: String, from offset: Int) -> Int? {
        guard let first = mark.utf8.first else { return nil }
        var offset = offset
        while let found = index(of: first, from: offset) {
            if has(mark, at: found) { return found }
            offset = found + 1
        }
        return nil
    }

    /// Returns whether `mark`, in lower case, occurs in the first bytes, whatever their case.
    func contains(_ mark: String, within length: Int) -> Bool {
        let mark = Array(mark.utf8)
        let head = bytes.prefix(length).map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        guard head.count >= mark.count else { return false }
        return (0...head.count - mark.count).contains { head[$0] == mark[0] && head[$0...].starts(with: mark) }
    }

    /// Whether the first character other than white space is "<", with which markup begins.
    var isMarkup: Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }

    /// Returns whether the first bytes are printable UTF-8.
    func isText(within length: Int) -> Bool {
        let head = bytes.prefix(length)
        // The limit may cut a character, so the last ones are not checked.
        let text = String(decoding: head, as: UTF8.self).unicodeScalars.dropLast(4)
        return !head.isEmpty
            && text.allSatisfy { $0 != "\u{FFFD}" && ($0.value >= 32 || "\t\n\r\u{C}".unicodeScalars.contains($0)) }
    }
}
