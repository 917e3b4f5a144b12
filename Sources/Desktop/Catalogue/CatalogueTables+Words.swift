// Keywords, titles, captions and the like in the catalogue's rows.
import Library
import Photos

/// The texts of a photo are one value of its row, so that reading a folder takes no other rows: for each the number of
/// its kind, then for a title or a caption its length and its bytes, and for any other the number of a word, since few
/// of them are shared by many files. Lengths and numbers have seven bits a byte, the lowest first.
extension CatalogueTables {
    /// Texts that are bytes in the row itself.
    private static let ownKinds: Set<PhotoWord.Kind> = [.title, .caption]
    /// Most texts that are read of a row: all keywords, and one of each other kind.
    private static let mostWords = KeywordList.most + PhotoWord.Kind.allCases.count

    /// Binds the texts of a photo to a column of a row, in a transaction; NULL for none.
    func bind(_ words: [PhotoWord], to row: DatabaseStatement, at column: Int32) throws {
        guard !words.isEmpty else { return row.bind(column, nil as Int64?) }
        var bytes: [UInt8] = []
        func write(_ number: Int64) {
            var rest = UInt64(bitPattern: number)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        for word in words {
            if Self.ownKinds.contains(word.kind) {
                bytes.append(word.kind.rawValue)
                write(Int64(word.text.utf8.count))
                bytes += word.text.utf8
            } else if let number = try self.word(word.text) {
                bytes.append(word.kind.rawValue)
                write(number)
            }
        }
        row.bind(column, bytes: bytes)
    }

    /// Reads the texts of a photo; those up to the first damage.
    func photoWords(from row: DatabaseStatement, at column: Int32) throws -> [PhotoWord] {
        try row.withBytes(column) { bytes in
            var words: [PhotoWord] = [], offset = 0
            words.reserveCapacity(min(bytes.count / 2, 8))
            func number() -> Int64? {
                var number: UInt64 = 0
                for shift in stride(from: UInt64(0), through: 56, by: 7) {
                    guard offset < bytes.count else { return nil }
                    let byte = bytes[offset]
                    offset += 1
                    number |= UInt64(byte & 0x7F) << shift
                    if byte & 0x80 == 0 { return Int64(number) }
                }
                return nil
            }
            while offset < bytes.count, words.count < Self.mostWords {
                guard let kind = PhotoWord.Kind(rawValue: bytes[offset]) else { break }
                offset += 1
                guard let number = number() else { break }
                if Self.ownKinds.contains(kind) {
                    guard number <= bytes.count - offset else { break }
                    words.append(PhotoWord(kind, String(decoding: bytes[offset..<offset + Int(number)], as: UTF8.self)))
                    offset += Int(number)
                } else if let text = try text(number) {
                    words.append(PhotoWord(kind, text))
                }
            }
            return words
        }
    }
}
