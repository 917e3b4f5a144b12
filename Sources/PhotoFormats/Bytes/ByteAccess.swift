// Random access to untrusted bytes, in memory or in a file of which only a few are needed.

/// Bytes by offset. Offsets outside the bytes give nil or false.
package protocol ByteAccess {
    /// Number of bytes there.
    var count: Int { get }
    /// Returns `length` bytes, 1…7, as one number.
    func number(_ offset: Int, _ length: Int, bigEndian: Bool) -> Int?
    func bytes(_ offset: Int, count: Int) -> [UInt8]?
}

extension ByteAccess {
    func has(_ mark: String, at offset: Int) -> Bool {
        bytes(offset, count: mark.utf8.count)?.elementsEqual(mark.utf8) ?? false
    }
    func little32(_ offset: Int) -> Int? { number(offset, 4, bigEndian: false) }
    func big16(_ offset: Int) -> Int? { number(offset, 2, bigEndian: true) }
    func big32(_ offset: Int) -> Int? { number(offset, 4, bigEndian: true) }
}

extension ByteView: ByteAccess {
    package func bytes(_ offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        return (offset..<offset + count).compactMap { self[$0] }
    }
}
