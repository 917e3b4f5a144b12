// Format and size of an encoded image, read from its first bytes.

/// Description of a file's header: `jpeg 200/120`, `webp`, or that it is neither.
struct EncodedSize: CustomStringConvertible {
    let description: String

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xff, 0xd8]) {
            description = Self.jpeg(bytes).map { "jpeg \($0)/\($1)" } ?? "jpeg without a size"
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            description = "webp"
        } else {
            description = "no picture"
        }
    }

    /// Walks the segments to the frame header (SOF0 … SOF15 without DHT, JPG and DAC): ITU T.81, B.2.2.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xff {
            let marker = bytes[at + 1]
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                return (
                    Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]), Int(bytes[at + 5]) << 8 | Int(bytes[at + 6])
                )
            }
            at += 2 + length
        }
        return nil
    }
}
