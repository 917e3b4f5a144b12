// Sixty-four photos of a listing, as bytes.
import Photos

/// A block of consecutive photos, one record of bytes for each: a byte of flags, then the fields that they announce.
///
/// The beginning that all ids share, often the path of a folder and more, is kept once. A title that is the last
/// component of the id takes no bytes, and the version of a file (`FileVersion`) takes four.
struct PhotoBlock: Hashable, Sendable {
    /// Photos in a full block: few enough to be read in some microseconds.
    static let capacity = 64

    private struct Flags: OptionSet {
        let rawValue: UInt8
        /// The title is what follows the last slash of the id.
        static let titleIsName = Flags(rawValue: 1 << 0)
        static let hasSize = Flags(rawValue: 1 << 1)
        static let hasLink = Flags(rawValue: 1 << 2)
        /// The version is that of a file.
        static let versionIsNumber = Flags(rawValue: 1 << 3)
        /// A number of `PhotoBadge` follows, and with `rawBeside` the number of companions and their names.
        static let hasBadge = Flags(rawValue: 1 << 4)
    }

    private let bytes: ContiguousArray<UInt8>
    private let count: Int

    init(_ photos: some Collection<Photo>) {
        count = photos.count
        let shared = photos.first.map { first in
            let id = first.id.text.utf8
            return photos.dropFirst().reduce(id.count) { min($0, Self.shared(id.prefix($0), $1.id.text.utf8)) }
        }
        var bytes: ContiguousArray<UInt8> = []
        if let first = photos.first, let shared { Self.write(first.id.text.utf8.prefix(shared), to: &bytes) }
        for photo in photos { Self.write(photo, behind: shared ?? 0, to: &bytes) }
        // A copy without the room for more, which would be kept for the life of the block.
        self.bytes = ContiguousArray(unsafeUninitializedCapacity: bytes.count) { exact, count in
            count = exact.initialize(fromContentsOf: bytes)
        }
    }

    /// Bytes that the block occupies, without the allocator's overhead.
    var byteCount: Int { bytes.count }

    /// The photos in their order.
    func photos() -> ContiguousArray<Photo> {
        var photos: ContiguousArray<Photo> = []
        photos.reserveCapacity(count)
        read { id, title, fields in
            photos.append(
                Photo(
                    id: PhotoID(String(decoding: id, as: UTF8.self)), title: String(decoding: title, as: UTF8.self),
                    size: fields.size, link: fields.link.map { String(decoding: $0, as: UTF8.self) },
                    version: fields.fileVersion.map(FileVersion.text)
                        ?? String(decoding: fields.version, as: UTF8.self), badge: fields.badge,
                    companions: fields.companions.map { FileName(String(decoding: $0, as: UTF8.self)) }))
            return true
        }
        return photos
    }

    /// Calls `body` with the bytes of each photo's id and title, and its badge, in their order, until it answers false.
    /// Takes a tenth of what `photos` takes. The bytes are valid during the call.
    func forEachName(
        _ body: (_ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?) -> Bool
    ) {
        read { id, title, fields in body(id, title, fields.badge) }
    }

    private func read(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, Fields) -> Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var cursor = Cursor(bytes: bytes)
            guard count > 0 else { return }
            var id = ContiguousArray(cursor.text())
            let shared = id.count
            for _ in 0..<count {
                let fields = cursor.fields()
                id.removeLast(id.count - shared)
                id.append(contentsOf: fields.id)
                let goesOn = id.withUnsafeBufferPointer { id in
                    body(id, fields.title ?? UnsafeBufferPointer(rebasing: id[Self.name(in: id)...]), fields)
                }
                guard goesOn else { return }
            }
        }
    }

    /// Where the file name in an id that is a path begins: behind the last slash.
    private static func name(in id: some BidirectionalCollection<UInt8>) -> Int {
        id.distance(from: id.startIndex, to: id.lastIndex(of: UInt8(ascii: "/")).map(id.index(after:)) ?? id.startIndex)
    }

    private static func shared(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Int {
        zip(a, b).prefix { $0 == $1 }.count
    }

    // MARK: Writing

    private static func write(_ photo: Photo, behind shared: Int, to bytes: inout ContiguousArray<UInt8>) {
        let id = photo.id.text.utf8
        let fileVersion = UInt32(photo.version, radix: 16).flatMap { FileVersion.text($0) == photo.version ? $0 : nil }
        var flags: Flags = []
        if id.dropFirst(name(in: id)).elementsEqual(photo.title.utf8) { flags.insert(.titleIsName) }
        if photo.size != nil { flags.insert(.hasSize) }
        if photo.link != nil { flags.insert(.hasLink) }
        if fileVersion != nil { flags.insert(.versionIsNumber) }
        if photo.badge != nil { flags.insert(.hasBadge) }
        bytes.append(flags.rawValue)
        write(id.dropFirst(shared), to: &bytes)
        if !flags.contains(.titleIsName) { write(photo.title.utf8, to: &bytes) }
        if let size = photo.size {
            write(size.width, to: &bytes)
            write(size.height, to: &bytes)
        }
        if let link = photo.link { write(link.utf8, to: &bytes) }
        if let fileVersion {
            withUnsafeBytes(of: fileVersion) { bytes += $0 }
        } else {
            write(photo.version.utf8, to: &bytes)
        }
        guard let badge = photo.badge else { return }
        write(badge.number, to: &bytes)
        guard badge == .rawBeside else { return }
        write(photo.companions.count, to: &bytes)
        for companion in photo.companions { write(companion.text.utf8, to: &bytes) }
    }

    private static func write(_ text: some Collection<UInt8>, to bytes: inout ContiguousArray<UInt8>) {
        write(text.count, to: &bytes)
        bytes += text
    }

    /// Writes a number with seven bits a byte, the lowest first; the top bit says that more follow (LEB128).
    private static func write(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    // MARK: Reading

    /// What is kept of a photo; the texts are in the block.
    private struct Fields {
        /// What follows the beginning that all ids share.
        let id: UnsafeBufferPointer<UInt8>
        /// Nil where it is the name in the id.
        let title: UnsafeBufferPointer<UInt8>?
        let size: PixelSize?
        let link: UnsafeBufferPointer<UInt8>?
        let fileVersion: UInt32?
        /// Empty where it is that of a file.
        let version: UnsafeBufferPointer<UInt8>
        let badge: PhotoBadge?
        let companions: [UnsafeBufferPointer<UInt8>]
    }

    /// Reads what `write` has written in this process, so that nothing has to be checked.
    private struct Cursor {
        let bytes: UnsafeBufferPointer<UInt8>
        private var place = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func fields() -> Fields {
            let flags = Flags(rawValue: bytes[place])
            place += 1
            let id = text()
            let title = flags.contains(.titleIsName) ? nil : text()
            let size = flags.contains(.hasSize) ? PixelSize(width: number(), height: number()) : nil
            let link = flags.contains(.hasLink) ? text() : nil
            let fileVersion = flags.contains(.versionIsNumber) ? fixed() : nil
            let version = fileVersion == nil ? text() : UnsafeBufferPointer(rebasing: bytes[place..<place])
            let badge = flags.contains(.hasBadge) ? PhotoBadge(number: number()) : nil
            let companions = badge == .rawBeside ? (0..<number()).map { _ in text() } : []
            return Fields(
                id: id, title: title, size: size, link: link, fileVersion: fileVersion, version: version, badge: badge,
                companions: companions)
        }

        mutating func text() -> UnsafeBufferPointer<UInt8> {
            let length = number()
            defer { place += length }
            return UnsafeBufferPointer(rebasing: bytes[place..<place + length])
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

        private mutating func fixed() -> UInt32 {
            defer { place += 4 }
            return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
        }
    }
}

extension PhotoBadge {
    /// The number of a video of no seconds; one more for each second.
    private static let timedVideo = 5

    fileprivate var number: Int {
        switch self {
        case .rawBeside: 0
        case .raw: 1
        case .video(let seconds): seconds.map { Self.timedVideo + max(0, $0) } ?? 2
        case .panorama: 3
        case .animation: 4
        }
    }

    fileprivate init(number: Int) {
        switch number {
        case 0: self = .rawBeside
        case 1: self = .raw
        case 2: self = .video(seconds: nil)
        case 3: self = .panorama
        case 4: self = .animation
        default: self = .video(seconds: number - Self.timedVideo)
        }
    }
}
