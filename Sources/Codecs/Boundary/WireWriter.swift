// The bytes of a message between tessera and a decode process, written value by value.

/// Writes a message: whole numbers in eight bytes, least first, texts with their length in front.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }
    mutating func write(_ number: Double) { write(Int(Int64(bitPattern: number.bitPattern))) }
    mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }
    mutating func write(_ code: UInt8) { bytes.append(code) }

    /// Writes a text, cut off behind its first `WireReader.longestText` bytes.
    mutating func write(_ text: String) {
        let utf8 = text.utf8.prefix(WireReader.longestText)
        write(utf8.count)
        bytes.append(contentsOf: utf8)
    }

    /// Writes bytes of which nothing is cut off.
    mutating func write(block: [UInt8]) {
        write(block.count)
        bytes += block
    }

    mutating func write<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
        write(value != nil)
        if let value { body(&self, value) }
    }

    mutating func write<Value>(each values: some Collection<Value>, _ body: (inout WireWriter, Value) -> Void) {
        write(values.count)
        for value in values { body(&self, value) }
    }
}
