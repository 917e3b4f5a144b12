// The bytes of a message between tessera and a decode process, read as if an enemy had written them.

/// What is wrong with a message; all of it is one thing to its receiver.
struct MalformedMessage: Error {}

/// Reads a message that `WireWriter` has written, or anything else: nothing is read behind its end, and nothing is
/// allocated that the message itself does not hold.
struct WireReader {
    /// Most bytes of a text: four of them fit a message.
    static let longestText = 8 << 10

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var left: Int { bytes.count - offset }

    mutating func number() throws -> Int {
        guard left >= 8 else { throw MalformedMessage() }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(bytes[offset + index]) << (8 * index) }
        offset += 8
        return Int(Int64(bitPattern: value))
    }

    /// A number within bounds.
    mutating func number(in range: ClosedRange<Int>) throws -> Int {
        let number = try number()
        guard range.contains(number) else { throw MalformedMessage() }
        return number
    }

    /// A number that is no NaN and not infinite.
    mutating func real() throws -> Double {
        let value = Double(bitPattern: UInt64(bitPattern: Int64(try number())))
        guard value.isFinite else { throw MalformedMessage() }
        return value
    }

    mutating func code() throws -> UInt8 {
        guard left >= 1 else { throw MalformedMessage() }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func flag() throws -> Bool {
        switch try code() {
        case 0: false
        case 1: true
        default: throw MalformedMessage()
        }
    }

    /// A text; what is not UTF-8 in it is replaced.
    mutating func text() throws -> String {
        let count = try number(in: 0...min(left, Self.longestText))
        guard count <= left else { throw MalformedMessage() }
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    /// Bytes of which nothing was cut off.
    mutating func block() throws -> [UInt8] {
        let count = try number(in: 0...left)
        guard count <= left else { throw MalformedMessage() }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    mutating func optional<Value>(_ body: (inout WireReader) throws -> Value) throws -> Value? {
        try flag() ? try body(&self) : nil
    }

    /// Values of at least one byte each.
    mutating func each<Value>(most: Int, _ body: (inout WireReader) throws -> Value) throws -> [Value] {
        let count = try number(in: 0...most)
        guard count <= left else { throw MalformedMessage() }
        var values: [Value] = []
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// - Throws: `MalformedMessage`, where there is more.
    func end() throws { if left > 0 { throw MalformedMessage() } }
}
