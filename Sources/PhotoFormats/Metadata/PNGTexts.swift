// What the text chunks of a PNG state: words, the time of creation, and the metadata of other formats, packed or as
// digits. Sources: PNG 1.2, 4.2.3 and 11.3.4; XMP part 3, 1.1.5; ImageMagick's “Raw profile type”, as exiftool
// documents it.

/// The texts of a PNG by the keywords that are looked for. The first of each counts.
package struct PNGTexts {
    package private(set) var title: String?
    package private(set) var caption: String?
    package private(set) var author: String?
    /// The Creation Time, as it was written.
    package private(set) var creationTime: String?
    /// EXIF from its TIFF header on, an XMP packet, and IPTC's record in Photoshop's resources or alone, where they are
    /// not in plain view.
    package private(set) var exif: [UInt8]?
    package private(set) var xmp: [UInt8]?
    package private(set) var iptc: [UInt8]?

    /// Texts that are unpacked, each of which may be a bomb.
    private var unread = 8
    /// Most bytes that are read of one, and that are unpacked of it: EXIF of 64 KB in digits takes 130 KB.
    private static let longest = 256 << 10
    private static let longestKeyword = 79
    private static let xmpName = "XML:com.adobe.xmp"
    private static let profilePrefix = "Raw profile type "

    package init() {}

    /// Reads a chunk; nothing for one of another type or keyword. Returns the place of an XMP packet that is in plain
    /// view.
    mutating func read(_ file: some ByteAccess, _ content: Range<Int>) -> Range<Int>? {
        let type = content.lowerBound - 4
        let isPacked = file.has("zTXt", at: type), isInternational = file.has("iTXt", at: type)
        guard isPacked || isInternational || file.has("tEXt", at: type),
            let head = file.bytes(content.lowerBound, count: max(0, min(Self.longestKeyword + 1, content.count))),
            let length = head.firstIndex(of: 0)
        else { return nil }
        let keyword = String(decoding: head[..<length], as: UTF8.self)
        guard isMissing(keyword) else { return nil }
        var start = content.lowerBound + length + 1
        var isDeflated = isPacked
        if isInternational {
            guard let flag = file.number(start, 1, bigEndian: true),
                let words = Self.end(ofNamesAt: start + 2, file, content)
            else { return nil }
            (start, isDeflated) = (words, flag == 1)
        } else if isPacked {
            start += 1
        }
        guard start < content.upperBound else { return nil }
        if keyword == Self.xmpName, !isDeflated { return start..<content.upperBound }
        guard unread > 0,
            let bytes = file.bytes(start, count: min(content.upperBound, file.count, start + Self.longest) - start)
        else { return nil }
        if isDeflated {
            unread -= 1
            if let text = Deflated.bytes(of: bytes, most: Self.longest) { note(text, keyword) }
        } else {
            note(bytes, keyword)
        }
        return nil
    }

    /// Whether the text of a keyword is looked for and not known.
    private func isMissing(_ keyword: String) -> Bool {
        switch keyword {
        case "Title": title == nil
        case "Description": caption == nil
        case "Author": author == nil
        case "Creation Time": creationTime == nil
        case Self.xmpName: xmp == nil
        default: keyword.hasPrefix(Self.profilePrefix)
        }
    }

    private mutating func note(_ text: [UInt8], _ keyword: String) {
        switch keyword {
        case "Title": title = Self.line(text)
        case "Description": caption = Self.line(text)
        case "Author": author = Self.line(text)
        case "Creation Time": creationTime = String(decoding: text.prefix(64).prefix { $0 != 0 }, as: UTF8.self)
        case Self.xmpName: xmp = text
        default:
            guard let profile = Self.profile(text) else { return }
            switch keyword.dropFirst(Self.profilePrefix.count) {
            case "exif", "APP1", "app1":
                let mark = Array("Exif\0\0".utf8)
                if exif == nil, profile.starts(with: mark) { exif = Array(profile.dropFirst(mark.count)) }
                // A JPEG's segment of this name may be that of XMP.
                let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
                if xmp == nil, profile.starts(with: packet) { xmp = Array(profile.dropFirst(packet.count)) }
            case "xmp": xmp = xmp ?? profile
            case "iptc", "8bim": iptc = iptc ?? profile
            default: break
            }
        }
    }

    /// The longest words that are taken, in bytes.
    private static func line(_ text: [UInt8]) -> String? {
        WrittenText.line(of: text.prefix(4096), isCut: text.count > 4096)
    }

    /// Returns the end of the language and of the translated keyword; nil if there is none.
    private static func end(ofNamesAt offset: Int, _ file: some ByteAccess, _ content: Range<Int>) -> Int? {
        var offset = offset
        for _ in 0..<2 {
            guard let bytes = file.bytes(offset, count: min(256, max(0, content.upperBound - offset))),
                let end = bytes.firstIndex(of: 0)
            else { return nil }
            offset += end + 1
        }
        return offset
    }

    /// Returns the bytes of a profile: behind its name and its length, each in a line, pairs of hexadecimal digits.
    private static func profile(_ text: [UInt8]) -> [UInt8]? {
        let lines = text.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == 10 }
        guard lines.count == 3 else { return nil }
        var bytes: [UInt8] = [], high: UInt8?
        for digit in lines[2] {
            let value: UInt8
            switch digit {
            case 48...57: value = digit - 48
            case 97...102: value = digit - 87
            case 65...70: value = digit - 55
            case 10, 13, 32: continue
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}
