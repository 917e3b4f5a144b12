// Facts of videos in Matroska and WebM files. Source: RFC 9559 (Matroska), RFC 8794 (EBML).
import Photos

extension VideoHeader {
    private enum Mark {
        static let documentType = 0x4282, segment = 0x1853_8067, info = 0x1549_A966, tracks = 0x1654_AE6B
        static let cluster = 0x1F43_B675, track = 0xAE, video = 0xE0, width = 0xB0, height = 0xBA
        static let timeScale = 0x2A_D7B1, duration = 0x4489, date = 0x4461
    }

    /// Most elements that are looked at in one container.
    private static let mostElements = 256
    /// Seconds from 1970 to 2001, when the times of these files begin.
    private static let epoch = 978_307_200

    /// Reads the elements in front of the first cluster.
    mutating func readMatroska(_ file: some ByteAccess, _ count: Int) {
        guard let head = EBMLElement(in: file, at: 0, to: count) else { return }
        var isWebM = false
        forEach(in: file, head.start, head.end) { element in
            if element.mark == Mark.documentType { isWebM = file.has("webm", at: element.start) }
            return true
        }
        format = isWebM ? .webM : .matroska
        guard let segment = EBMLElement(in: file, at: head.end, to: count), segment.mark == Mark.segment else { return }
        var (info, tracks): (EBMLElement?, EBMLElement?)
        forEach(in: file, segment.start, segment.end) { element in
            switch element.mark {
            case Mark.info: info = element
            case Mark.tracks: tracks = element
            default: break
            }
            return element.mark != Mark.cluster && (info == nil || tracks == nil)
        }
        if let info { readInfo(file, info) }
        if let tracks { readTracks(file, tracks) }
    }

    private mutating func readInfo(_ file: some ByteAccess, _ info: EBMLElement) {
        var (scale, ticks, date): (Int, Double?, Int?) = (1_000_000, nil, nil)
        forEach(in: file, info.start, info.end) { element in
            switch element.mark {
            case Mark.timeScale: scale = element.number(in: file) ?? scale
            case Mark.duration: ticks = element.float(in: file)
            case Mark.date:
                date =
                    element.end - element.start == 8
                    ? file.big64(element.start).map { Int(Int64(bitPattern: $0)) } : nil
            default: break
            }
            return true
        }
        duration = ticks.map { $0 * Double(scale) / 1e9 }
        recorded = date.map { $0 / 1_000_000_000 + Self.epoch }
    }

    private mutating func readTracks(_ file: some ByteAccess, _ tracks: EBMLElement) {
        var found: VideoHeader?
        forEach(in: file, tracks.start, tracks.end) { track in
            guard track.mark == Mark.track else { return true }
            forEach(in: file, track.start, track.end) { video in
                guard video.mark == Mark.video else { return true }
                var (width, height): (Int?, Int?)
                forEach(in: file, video.start, video.end) { element in
                    if element.mark == Mark.width { width = element.number(in: file) }
                    if element.mark == Mark.height { height = element.number(in: file) }
                    return true
                }
                var header = self
                header.set(width: width, height: height)
                found = header
                return false
            }
            return found == nil
        }
        size = found?.size
    }

    /// Calls `body` with the elements between two offsets until it returns false.
    private func forEach(in file: some ByteAccess, _ start: Int, _ end: Int, _ body: (EBMLElement) -> Bool) {
        var offset = start
        for _ in 0..<Self.mostElements {
            guard offset < end, let element = EBMLElement(in: file, at: offset, to: end), body(element) else { return }
            offset = element.end
        }
    }
}

/// One element of an EBML file: its mark, and the range of its content.
private struct EBMLElement {
    let mark: Int
    let start: Int
    let end: Int

    /// Reads the element at `offset` of a container that ends at `limit`. One of unknown length, or that is cut off,
    /// ends with its container. Nil if there is none.
    package init?(in file: some ByteAccess, at offset: Int, to limit: Int) {
        guard let mark = Self.length(file, offset, most: 4), let value = file.number(offset, mark, bigEndian: true),
            let width = Self.length(file, offset + mark, most: 8)
        else { return nil }
        self.mark = value
        start = offset + mark + width
        guard start <= limit else { return nil }
        // The first byte has one bit of the length less for each further byte; of eight bytes it has none.
        guard let first = file.number(offset + mark, 1, bigEndian: true) else { return nil }
        var length = width == 8 ? 0 : first & (0xFF >> width)
        var isUnknown = width == 8 || length == 0xFF >> width
        if width > 1 {
            guard let rest = file.number(offset + mark + 1, width - 1, bigEndian: true) else { return nil }
            length = length << (8 * (width - 1)) | rest
            isUnknown = isUnknown && rest == 1 << (8 * (width - 1)) - 1
        }
        end = isUnknown || length > limit - start ? limit : start + length
    }

    /// Returns the number of bytes that a number of variable length has; nil for one of more than `most`.
    private static func length(_ file: some ByteAccess, _ offset: Int, most: Int) -> Int? {
        guard let first = file.number(offset, 1, bigEndian: true), first > 0 else { return nil }
        let length = first.leadingZeroBitCount - (Int.bitWidth - 8) + 1
        return length <= most ? length : nil
    }

    /// The content as a number of up to seven bytes.
    func number(in file: some ByteAccess) -> Int? {
        (1...7).contains(end - start) ? file.number(start, end - start, bigEndian: true) : nil
    }

    /// The content as a number with four or eight bytes.
    func float(in file: some ByteAccess) -> Double? {
        switch end - start {
        case 4: file.big32(start).map { Double(Float(bitPattern: UInt32($0))) }
        case 8: file.big64(start).map { Double(bitPattern: $0) }
        default: nil
        }
    }
}
