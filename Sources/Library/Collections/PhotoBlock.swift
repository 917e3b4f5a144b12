// A block of sixty-four photos in a few hundred bytes: each is stored as its difference from the previous one.
import Photos

/// A packed block of consecutive photos. A photo is one byte of flags, followed by the fields that the flags announce.
///
/// File names that a camera has numbered take no bytes: `IMG_0042.JPG` follows from `IMG_0041.JPG`. Any other name is
/// stored as the length of the prefix that it shares with the previous one, and the rest (front coding). A title equal
/// to the last path component of the id, a missing size, a missing link and a missing badge take no bytes; a version of
/// hexadecimal digits takes half of its length. Names of companions share their beginning with the photo's own.
struct PackedPhotos: Hashable, Sendable {
    /// Photos in a full block: enough for the sharing to save memory, few enough to unpack in some microseconds.
    static let capacity = 64

    private struct Flags: OptionSet {
        let rawValue: UInt8
        /// The id is the previous one with its last number incremented.
        static let idCountsOn = Flags(rawValue: 1 << 0)
        /// The title is what follows the last slash of the id.
        static let titleIsName = Flags(rawValue: 1 << 1)
        static let hasSize = Flags(rawValue: 1 << 2)
        static let hasLink = Flags(rawValue: 1 << 3)
        /// The version is an even number of lower-case hexadecimal digits, as many as in the previous one; perhaps
        /// none.
        static let versionIsDigits = Flags(rawValue: 1 << 4)
        /// A `BadgeCode` follows, and with `rawBeside` the number of companions and their names.
        static let hasBadge = Flags(rawValue: 1 << 5)
    }

    /// Badges as numbers.
    private enum BadgeCode {
        static let rawBeside = 0
        static let raw = 1
        static let video = 2
        static let panorama = 3
        static let animation = 4
        /// That of a video of no seconds; one for each second more.
        static let timedVideo = 5

        static func code(of badge: PhotoBadge) -> Int {
            switch badge {
            case .rawBeside: rawBeside
            case .raw: raw
            case .panorama: panorama
            case .animation: animation
            case .video(let seconds): seconds.map { timedVideo + max(0, $0) } ?? video
            }
        }

        static func badge(of code: Int) -> PhotoBadge {
            switch code {
            case rawBeside: .rawBeside
            case raw: .raw
            case video: .video(seconds: nil)
            case panorama: .panorama
            case animation: .animation
            default: .video(seconds: code - timedVideo)
            }
        }
    }

    private let bytes: ContiguousArray<UInt8>
    private let count: Int

    init(_ photos: some Collection<Photo>) {
        var writer = Writer()
        for photo in photos { writer.write(photo) }
        // An exact copy: capacity that the writer has reserved would be kept for the life of the block.
        bytes = writer.bytes.withUnsafeBufferPointer { written in
            ContiguousArray(unsafeUninitializedCapacity: written.count) { target, count in
                _ = target.initialize(from: written)
                count = written.count
            }
        }
        count = photos.count
    }

    /// Bytes that the block occupies, without the allocator's overhead.
    var byteCount: Int { bytes.count }

    /// Returns the photos in their original order.
    func unpacked() -> ContiguousArray<Photo> {
        var reader = Reader(bytes: bytes)
        var photos: ContiguousArray<Photo> = []
        photos.reserveCapacity(count)
        for _ in 0..<count { photos.append(reader.photo()) }
        return photos
    }

    /// Calls `body` with the bytes of each photo's id and title, and its badge, in their order, until it answers false.
    /// Unpacks nothing else, at a tenth of what `unpacked` takes. The bytes are valid during the call.
    func forEachName(
        _ body: (_ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?) -> Bool
    ) {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = NameScan(bytes: bytes)
            for _ in 0..<count {
                scan.advance()
                let goesOn = scan.id.withUnsafeBufferPointer { id in
                    scan.title.withUnsafeBufferPointer { title in body(id, title, scan.badge) }
                }
                guard goesOn else { return }
            }
        }
    }

    /// Returns the file name in an id that is a path: what follows the last slash.
    private static func name(in id: ContiguousArray<UInt8>) -> ArraySlice<UInt8> {
        let bytes = ArraySlice(id)
        return bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes
    }

    /// Returns `text` with its last run of digits incremented, keeping the number of digits; nil if there is none or it
    /// overflows.
    private static func countedOn(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
        var next = text
        return countOn(&next) ? next : nil
    }

    /// Increments the last run of digits of `text`; false if there is none or it overflows.
    @discardableResult
    private static func countOn(_ text: inout ContiguousArray<UInt8>) -> Bool {
        guard var place = text.lastIndex(where: isDigit) else { return false }
        while isDigit(text[place]) {
            guard text[place] == UInt8(ascii: "9") else {
                text[place] += 1
                return true
            }
            text[place] = UInt8(ascii: "0")
            guard place > 0 else { return false }
            place -= 1
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    // MARK: Writing

    private struct Writer {
        var bytes: ContiguousArray<UInt8> = []
        var id: ContiguousArray<UInt8> = []
        var title: ContiguousArray<UInt8> = []
        var link: ContiguousArray<UInt8> = []
        var version: ContiguousArray<UInt8> = []

        mutating func write(_ photo: Photo) {
            let newID = ContiguousArray(photo.id.text.utf8)
            let newTitle = ContiguousArray(photo.title.utf8)
            let newVersion = ContiguousArray(photo.version.utf8)
            let digits = Writer.packedDigits(newVersion)
            var flags: Flags = []
            if let expected = PackedPhotos.countedOn(id), expected == newID { flags.insert(.idCountsOn) }
            if PackedPhotos.name(in: newID).elementsEqual(newTitle) { flags.insert(.titleIsName) }
            if photo.size != nil { flags.insert(.hasSize) }
            if photo.link != nil { flags.insert(.hasLink) }
            if digits != nil, newVersion.count == version.count { flags.insert(.versionIsDigits) }
            if photo.badge != nil { flags.insert(.hasBadge) }

            bytes.append(flags.rawValue)
            if !flags.contains(.idCountsOn) { write(newID, after: id) }
            if !flags.contains(.titleIsName) { write(newTitle, after: title) }
            if let size = photo.size {
                write(size.width)
                write(size.height)
            }
            if let text = photo.link {
                let newLink = ContiguousArray(text.utf8)
                write(newLink, after: link)
                link = newLink
            }
            if flags.contains(.versionIsDigits), let digits {
                bytes.append(contentsOf: digits)
            } else {
                write(newVersion, after: version)
            }
            if let badge = photo.badge {
                write(BadgeCode.code(of: badge))
                if badge == .rawBeside {
                    let name = ContiguousArray(PackedPhotos.name(in: newID))
                    write(photo.companions.count)
                    for companion in photo.companions { write(ContiguousArray(companion.text.utf8), after: name) }
                }
            }
            (id, title, version) = (newID, newTitle, newVersion)
        }

        private mutating func write(_ text: ContiguousArray<UInt8>, after previous: ContiguousArray<UInt8>) {
            var shared = 0
            while shared < min(text.count, previous.count), text[shared] == previous[shared] { shared += 1 }
            write(shared)
            write(text.count - shared)
            bytes.append(contentsOf: text[shared...])
        }

        /// Writes a number with seven bits per byte, the lowest first; the top bit says that more follow (LEB128).
        private mutating func write(_ number: Int) {
            var rest = UInt(number)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        /// Packs two digits into a byte; nil if `text` contains anything else.
        private static func packedDigits(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
            guard text.count.isMultiple(of: 2) else { return nil }
            var packed: ContiguousArray<UInt8> = []
            for place in stride(from: 0, to: text.count, by: 2) {
                guard let high = value(text[place]), let low = value(text[place + 1]) else { return nil }
                packed.append(high << 4 | low)
            }
            return packed
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
    }

    // MARK: Reading

    /// A reader that makes no photos of what it reads.
    private struct NameScan {
        let bytes: UnsafeBufferPointer<UInt8>
        private var place = 0
        private(set) var id: ContiguousArray<UInt8> = []
        private(set) var title: ContiguousArray<UInt8> = []
        private(set) var badge: PhotoBadge?
        private var versionLength = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func advance() {
            let flags = Flags(rawValue: bytes[place])
            place += 1
            // Out of the fields while they change, so that they are not copied.
            var text: ContiguousArray<UInt8> = []
            swap(&text, &id)
            if flags.contains(.idCountsOn) { PackedPhotos.countOn(&text) } else { read(&text) }
            swap(&text, &id)
            swap(&text, &title)
            if flags.contains(.titleIsName) {
                text.removeAll(keepingCapacity: true)
                text += PackedPhotos.name(in: id)
            } else {
                read(&text)
            }
            swap(&text, &title)
            if flags.contains(.hasSize) { _ = (number(), number()) }
            if flags.contains(.hasLink) { _ = skip() }
            if flags.contains(.versionIsDigits) { place += versionLength / 2 } else { versionLength = skip() }
            badge = flags.contains(.hasBadge) ? BadgeCode.badge(of: number()) : nil
            if badge == .rawBeside {
                for _ in 0..<number() { _ = skip() }
            }
        }

        private mutating func read(_ text: inout ContiguousArray<UInt8>) {
            let shared = number(), length = number()
            text.removeSubrange(shared...)
            text.append(contentsOf: bytes[place..<place + length])
            place += length
        }

        /// Passes a text over.
        /// - Returns: its length.
        private mutating func skip() -> Int {
            let shared = number(), length = number()
            place += length
            return shared + length
        }

        private mutating func number() -> Int {
            var value: UInt = 0, shift: UInt = 0
            while true {
                let byte = bytes[place]
                place += 1
                value |= UInt(byte & 0x7F) << shift
                guard byte & 0x80 != 0 else { return Int(value) }
                shift += 7
            }
        }
    }

    /// A reader of what a `Writer` has written in this process; it needs no validation.
    private struct Reader {
        let bytes: ContiguousArray<UInt8>
        var place = 0
        var id: ContiguousArray<UInt8> = []
        var title: ContiguousArray<UInt8> = []
        var link: ContiguousArray<UInt8> = []
        var version: ContiguousArray<UInt8> = []

        init(bytes: ContiguousArray<UInt8>) { self.bytes = bytes }

        mutating func photo() -> Photo {
            let flags = Flags(rawValue: bytes[place])
            place += 1
            id = flags.contains(.idCountsOn) ? PackedPhotos.countedOn(id) ?? id : text(after: id)
            title = flags.contains(.titleIsName) ? ContiguousArray(PackedPhotos.name(in: id)) : text(after: title)
            let size = flags.contains(.hasSize) ? PixelSize(width: number(), height: number()) : nil
            if flags.contains(.hasLink) { link = text(after: link) }
            version = flags.contains(.versionIsDigits) ? digits(version.count) : text(after: version)
            let badge = flags.contains(.hasBadge) ? BadgeCode.badge(of: number()) : nil
            return Photo(
                id: PhotoID(String(decoding: id, as: UTF8.self)), title: String(decoding: title, as: UTF8.self),
                size: size,
                link: flags.contains(.hasLink) ? String(decoding: link, as: UTF8.self) : nil,
                version: String(decoding: version, as: UTF8.self), badge: badge,
                companions: badge == .rawBeside ? companions() : [])
        }

        private mutating func companions() -> [FileName] {
            let name = ContiguousArray(PackedPhotos.name(in: id))
            return (0..<number()).map { _ in FileName(String(decoding: text(after: name), as: UTF8.self)) }
        }

        private mutating func text(after previous: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
            let shared = number(), length = number()
            defer { place += length }
            return ContiguousArray(previous[..<shared] + bytes[place..<place + length])
        }

        private mutating func number() -> Int {
            var value: UInt = 0, shift: UInt = 0
            while true {
                let byte = bytes[place]
                place += 1
                value |= UInt(byte & 0x7F) << shift
                guard byte & 0x80 != 0 else { return Int(value) }
                shift += 7
            }
        }

        private mutating func digits(_ count: Int) -> ContiguousArray<UInt8> {
            defer { place += count / 2 }
            let digit = ContiguousArray("0123456789abcdef".utf8)
            var text: ContiguousArray<UInt8> = []
            for byte in bytes[place..<place + count / 2] {
                text.append(digit[Int(byte >> 4)])
                text.append(digit[Int(byte & 15)])
            }
            return text
        }
    }
}
