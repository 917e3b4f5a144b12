// The largest raster that the loader of a HEIF or AVIF file would allocate, from the sizes of the shown item and of
// the items it is composed of, and from the codecs' own headers. Sources: ISO 23008-12, 6.6.2 (grid, iovl, iden).
import Photos

extension PictureHeader {
    mutating func fillHEIF(_ bytes: ByteView) {
        guard let items = HEIFItems(bytes, count: bytes.count) else { return }
        profile = Self.colours(items, bytes)?.profile
        var tree = HEIFTree(items, bytes)
        let shown = [items.primary] + items.auxiliaries.filter { $0.of == items.primary }.map(\.item)
        var work = 0
        for item in shown {
            guard let pixels = tree.pixels(of: item, depth: 0) else { return }
            work = work.addingReportingOverflow(pixels).overflow ? .max : work + pixels
        }
        guard let largest = tree.largest else { return }
        note(part: largest)
        // Each part is decoded in turn, and one part may be listed many times.
        if work > Self.mostWork { fault = Message("it is made of too many parts") }
    }

    /// The numbers by which the shown item names its colours; nil where it has a profile, which counts before them
    /// (ISO 23000-22, 7.3.6.4), or neither.
    private static func colours(_ items: HEIFItems<ByteView>, _ bytes: ByteView) -> ColourCoding? {
        guard let primary = items.items[items.primary] else { return nil }
        let boxes = items.properties(of: primary, "colr")
        if boxes.contains(where: { bytes.has("prof", at: $0.start) || bytes.has("rICC", at: $0.start) }) { return nil }
        guard let numbers = boxes.first(where: { bytes.has("nclx", at: $0.start) && $0.end - $0.start >= 10 }),
            let primaries = bytes.big16(numbers.start + 4), let transfer = bytes.big16(numbers.start + 6)
        else { return nil }
        return ColourCoding(primaries: primaries, transfer: transfer)
    }

    /// Most pixels decoded for one image of at most 100 megapixels: itself, its parts, its alpha and the padding at
    /// tile edges.
    private static let mostWork = 500_000_000
}

/// A walk from the shown item through the items that it is composed of.
private struct HEIFTree {
    private let items: HEIFItems<ByteView>
    private let bytes: ByteView
    private var known: [Int: Int] = [:]
    /// The size with a side above the limit, else the one with the most pixels.
    private(set) var largest: PixelSize?
    /// Bytes of coded data that may still be read. Thousands of items may share the same bytes, and one item may name
    /// the same property any number of times.
    private var unread: Int

    /// Most levels of items. A rotated image of tiles, whose alpha is another, has three; no writer makes more.
    private static let deepest = 4

    package init(_ items: HEIFItems<ByteView>, _ bytes: ByteView) {
        (self.items, self.bytes) = (items, bytes)
        // Tiles have bytes of their own, and a few hundred of them share one configuration.
        unread = 4 * bytes.count + (1 << 20)
    }

    /// Returns the number of pixels decoded for an item, counting its parts as often as they are listed. Nil when it
    /// cannot be understood.
    mutating func pixels(of id: Int, depth: Int) -> Int? {
        if let known = known[id] { return known }
        guard depth <= Self.deepest, let item = items.items[id] else { return nil }
        for box in items.properties(of: item, "ispe") {
            guard let size = size(at: box.start + 4) else { return nil }
            note(size)
        }
        var own: PixelSize?
        switch item.kind {
        case "grid": own = grid(item)
        case "iovl": own = overlay(item)
        case "iden": own = PixelSize(square: 1)
        case "av01", "hvc1", "jpeg": own = coded(item)
        default: return nil
        }
        guard let own else { return nil }
        note(own)
        var sum = own.area
        for part in item.parts {
            guard let pixels = pixels(of: part, depth: depth + 1) else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(pixels)
            sum = overflow ? .max : next
        }
        known[id] = sum
        return sum
    }

    private mutating func note(_ size: PixelSize) {
        let isLonger = size.longerSide > PictureLimits.longestSide
        if largest.map({ isLonger || ($0.longerSide <= PictureLimits.longestSide && size.area > $0.area) }) ?? true {
            largest = size
        }
    }

    private func size(at offset: Int) -> PixelSize? {
        guard let width = bytes.big32(offset), let height = bytes.big32(offset + 4), width > 0, height > 0 else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    /// Reads two numbers of a derived item, whose data are a few bytes in one place.
    private func numbers(_ item: HEIFItems<ByteView>.Item, from skip: Int) -> PixelSize? {
        guard let range = item.extents.first, let flags = bytes[range.lowerBound + 1] else { return nil }
        let length = flags & 1 == 1 ? 4 : 2, offset = range.lowerBound + skip
        guard let width = bytes.number(offset, length, bigEndian: true),
            let height = bytes.number(offset + length, length, bigEndian: true), width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Reads the item's own size, after version, flags, rows and columns.
    private func grid(_ item: HEIFItems<ByteView>.Item) -> PixelSize? { numbers(item, from: 4) }
    /// Reads the item's own size, after version, flags and the colour of its canvas.
    private func overlay(_ item: HEIFItems<ByteView>.Item) -> PixelSize? { numbers(item, from: 10) }

    private mutating func coded(_ item: HEIFItems<ByteView>.Item) -> PixelSize? {
        var largest: PixelSize?
        // An item in several extents would have to be joined to be read.
        guard item.extents.count == 1, let range = item.extents.first else { return nil }
        let configurations = items.properties(of: item, item.kind == "av01" ? "av1C" : "hvcC")
        unread -= configurations.reduce(range.count) { $0 + $1.end - $1.start }
        guard unread >= 0 else { return nil }
        switch item.kind {
        case "av01":
            for box in configurations {
                largest = PixelSize.larger(largest, CodedSize.av1(bytes, min(box.end, box.start + 4)..<box.end))
            }
            return PixelSize.larger(largest, CodedSize.av1(bytes, range))
        case "hvc1":
            for box in configurations {
                largest = PixelSize.larger(largest, parameterSets(box))
            }
            return PixelSize.larger(largest, CodedSize.hevc(bytes, range))
        default:
            return bytes.part(range).flatMap { JPEGScan($0, to: .header).size }
        }
    }

    /// Returns the largest size in the arrays of NAL units of a decoder configuration record (ISO 14496-15, 8.3.3).
    private func parameterSets(_ box: ISOBox) -> PixelSize? {
        var (offset, largest) = (box.start + 23, PixelSize?.none)
        for _ in 0..<(bytes[box.start + 22] ?? 0) {
            guard let count = bytes.big16(offset + 1) else { return largest }
            offset += 3
            for _ in 0..<count {
                guard offset < box.end, let length = bytes.big16(offset) else { return largest }
                largest = PixelSize.larger(largest, CodedSize.parameterSet(bytes, offset + 2..<offset + 2 + length))
                offset += 2 + length
            }
        }
        return largest
    }
}
