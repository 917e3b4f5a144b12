// The IPTC record of an exported photo. Sources: IPTC-IIM 4.2, 1.5 and 6.

/// The data sets of a record, all or those that say nothing about the place.
package enum ExportedIPTC {
    /// Content location code and name, city, place in it, state, country code and country: of the application's record.
    private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]
    private static let mostSets = 1024
    /// Longest record: a segment of JPEG holds 65,535 bytes.
    private static let most = 65_000

    /// Returns the record at a range, which may lie past the end of the file; nil where nothing is left of it.
    /// - Parameter restated: What is said otherwise than in the original.
    package static func bytes(
        of file: some ByteAccess, at range: Range<Int>, withPlace: Bool, restated: RestatedFacts = RestatedFacts()
    ) -> [UInt8]? {
        var (offset, record) = (range.lowerBound, [UInt8]())
        let leftOut = restated.iptcSets.union(withPlace ? [] : places)
        for _ in 0..<mostSets {
            guard let head = file.bytes(offset, count: 5), head[0] == 0x1C else { break }
            let length = Int(head[3]) << 8 | Int(head[4])
            // A longer one says its length in another way, which nobody writes.
            guard length < 0x8000, offset + 5 + length <= range.upperBound,
                let set = file.bytes(offset, count: 5 + length)
            else { break }
            if head[1] != 2 || !leftOut.contains(head[2]) { record += set }
            offset += 5 + length
        }
        return record.isEmpty || record.count > most ? nil : record
    }

    /// Returns the content of a segment of JPEG with Photoshop's resources, of which a record is the only one.
    package static func segment(of record: [UInt8]) -> [UInt8] {
        let length = record.count
        return Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
            + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + record
            + (length.isMultiple(of: 2) ? [] : [0])
    }
}
