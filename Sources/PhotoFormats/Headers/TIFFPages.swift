// The pages of a TIFF: pictures that follow one another, as scanners and fax programs write them.
// Source: TIFF 6.0, sections 2, 7 and 8 (NewSubfileType, SubfileType).

/// The directories of a TIFF that are pictures of their own. The first one always counts: it is what every program
/// shows.
package struct TIFFPages: Equatable {
    /// Offsets of the pages' directories, of which there is at least one.
    private let offsets: [Int]

    /// Most directories that are read, pages or not. Their links may form a circle, or be as many as a file has bytes
    /// for.
    package static let most = 1000
    /// Most entries of a directory that are searched: what tells a page has the lowest numbers, and they ascend.
    private static let searched = 16

    /// Number of pages.
    package var count: Int { offsets.count }

    /// Walks from directory to directory, and reads some bytes of each. Nil where there is no first one.
    package init?(_ bytes: some ByteAccess) {
        guard let first = TIFFDirectory(bytes, at: 0, searched: Self.searched) else { return nil }
        var offsets = [first.offset]
        var seen: Set<Int> = [first.offset]
        var last = first
        while seen.count < Self.most, let next = last.next, seen.insert(next.offset).inserted {
            if next.isPage { offsets.append(next.offset) }
            last = next
        }
        self.offsets = offsets
    }

    /// Returns the directory of a page, counted from 0; the last one's where there are fewer pages.
    func directory<Bytes: ByteAccess>(of page: Int, in bytes: Bytes) -> TIFFDirectory<Bytes>? {
        TIFFDirectory(bytes, at: 0, directory: offsets[min(max(0, page), offsets.count - 1)])
    }
}

extension TIFFDirectory {
    /// Whether it is a picture, and neither a smaller copy of another one nor a mask for it.
    fileprivate var isPage: Bool {
        guard let width = value(of: 256), let height = value(of: 257), width > 0, height > 0 else { return false }
        let isCopyOrMask = (value(of: 254) ?? 0) & 0b101 != 0
        return !isCopyOrMask && value(of: 255) != 2
    }
}
