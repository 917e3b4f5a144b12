// What is written into the metadata of a file, and the bytes by which that is done.
package import Photos

/// What a file is to state of its photo. What is nil is not stated anew and stays as it is.
package struct EmbeddedStatement: Hashable, Sendable {
    package var marks = StatedMarks()
    /// All keywords, with `/` between levels.
    package var keywords: [String]?
    /// Empty for none.
    package var title: String?
    package var caption: String?
    /// The time taken, by the clock of the place.
    package var date: WrittenTime?

    package init() {}

    package var isEmpty: Bool { self == EmbeddedStatement() }

    /// The keywords level by level, for lists without levels.
    var plainKeywords: [String]? {
        guard let keywords else { return nil }
        var plain: [String] = []
        // Levels of keywords, not a path.
        for level in keywords.flatMap({ $0.split(separator: "/") }) where !plain.contains(where: { $0 == level }) {
            plain.append(String(level))
        }
        return plain
    }
}

/// Bytes in the place of some of those of a file.
package struct FileSplice: Hashable, Sendable {
    package let range: Range<Int>
    package let bytes: [UInt8]

    package init(_ range: Range<Int>, _ bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }

    /// Bytes by which the file becomes longer.
    var growth: Int { bytes.count - range.count }
}

/// A container whose parts are known, in which metadata are put in place of those that it has.
protocol EmbeddingContainer {
    /// Returns the changes of the file, in ascending order.
    /// - Parameters:
    ///   - packet: The XMP packet; nil to leave that.
    ///   - digest: Returns the checksum by which Photoshop knows an IPTC record.
    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice]
}

/// Numbers as containers have them.
enum WrittenNumber {
    static func big(_ value: Int, _ length: Int) -> [UInt8] { little(value, length).reversed() }

    static func little(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
