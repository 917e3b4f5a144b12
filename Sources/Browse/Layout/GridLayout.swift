// The geometry of the grid: from photos, sections, width and tile size to the rectangle of every photo, and back.
public import Library
public import Photos

/// The places of all photos of one arrangement in one room.
///
/// Lengths are logical pixels in content coordinates: y from the top of the list, x from the left edge in left-to-right
/// order; who draws mirrors them for right to left. Cells lie side by side, those of equal squares up to a pixel apart.
/// A cell has a caption at its lower end, where captions are shown, and the picture in the middle of the rest, with
/// `GridMetrics.gap(of:)` between it and its neighbours. Pictures and titles keep a margin to the edges of the grid.
/// Every edge is a whole pixel. Positions are doubles, which hold whole pixels exactly up to
/// 2^53; a million rows of the largest tiles end below 2^30. GTK's adjustments are doubles as well, while widgets are
/// allocated at integers relative to the viewport.
///
/// A value that never changes; it is made anew for another room or other photos. Questions take O(log n).
public struct GridLayout: Sendable {
    public let room: Room
    /// Number of photos.
    public let count: Int
    /// Sections of the photos; none where they are not grouped.
    public let sections: [ArrangedSection]
    /// Height of the whole list.
    public let height: Double
    let rows: any RowTable
    /// The state of the proportions that were known.
    let proportionChanges: Int

    /// Lays out the photos of a snapshot. Takes microseconds for equal squares; for justified rows, some milliseconds
    /// for a hundred thousand photos, off the main thread.
    /// - Parameters:
    ///   - visible: Photos of `previous` that are on the screen: where its rows were justified and these are, they hold
    ///     the same photos afterwards, so that proportions which have become known elsewhere move nothing on the
    ///     screen. From a photo on that has come, gone or changed, rows are broken anew until one ends where it did;
    ///     none is kept that would leave a hole.
    ///   - anchor: Position in `snapshot` of the photo that keeps its place. Its row is broken last of all.
    public init(
        _ snapshot: CollectionSnapshot, in room: Room, keeping visible: Range<Int> = 0..<0,
        of previous: GridLayout? = nil, around anchor: Int? = nil
    ) {
        self.init(
            Proportions(snapshot), sections: snapshot.arrangement.sections, in: room,
            keeping: previous.map { $0.kept(visible, in: snapshot, room, around: anchor) } ?? [])
    }

    /// Lays out `count` photos.
    /// - Parameters:
    ///   - sections: The sections, which hold all of the photos, or none.
    ///   - proportions: Width ÷ height of each photo, 0 where it is not known; for justified rows alone.
    public init(count: Int, sections: [ArrangedSection] = [], proportions: [Float] = [], in room: Room) {
        self.init(Proportions(proportions, count: max(0, count)), sections: sections, in: room, keeping: [])
    }

    init(_ proportions: Proportions, sections: [ArrangedSection], in room: Room, keeping kept: [RowBreaks.KeptRow]) {
        self.room = room
        self.sections = sections
        count = proportions.count
        proportionChanges = proportions.snapshot?.proportionChanges ?? 0
        switch room.kind {
        case .squares, .whole:
            rows = PlacedRows(
                UniformRows(photos: count, sections: sections, room: room), room: room, hasHeadings: !sections.isEmpty)
        case .justified:
            rows = PlacedRows(
                JustifiedRows(proportions, sections: sections, room: room, keeping: kept), room: room,
                hasHeadings: !sections.isEmpty)
        }
        height = rows.height
    }

    /// Bytes of the layout beyond the arrangement; tests and figures ask.
    public var byteCount: Int { rows.byteCount }

    /// Number of rows.
    public var rowCount: Int { rows.count }

    /// Photos among which are all whose rows are others than in a layout made anew, because rows were kept that were on
    /// the screen; empty if there are none. Once none of them is on the screen, a new layout moves nothing on it.
    public var unsettled: Range<Int> { rows.unsettled }

    // MARK: From a photo to its place

    /// Returns the cell of a photo: what the tile's widget is allocated. Its edges are whole pixels.
    /// - Parameter index: Position of the photo, less than `count`.
    public func cell(of index: Int) -> Rectangle {
        let row = rows.row(of: index)
        let span = rows.span(of: index, in: row)
        return Rectangle(x: span.x, y: row.top, width: span.width, height: row.height)
    }

    /// Returns the cells of neighbouring photos, in a time that grows with their number.
    public func cells(of indices: Range<Int>) -> [Rectangle] {
        var cells: [Rectangle] = []
        cells.reserveCapacity(indices.count)
        var next = indices.lowerBound
        while next < indices.upperBound {
            let row = rows.row(of: next)
            let inside = row.indices.clamped(to: next..<indices.upperBound)
            let spans = rows.spans(of: row).dropFirst(inside.lowerBound - row.indices.lowerBound).prefix(inside.count)
            cells += spans.map { Rectangle(x: $0.x, y: row.top, width: $0.width, height: row.height) }
            next = row.indices.upperBound
        }
        return cells
    }

    /// Returns the part of a cell in the middle of which the picture lies: all but the caption.
    public func pictureRoom(in cell: Rectangle) -> Rectangle {
        Rectangle(x: cell.x, y: cell.y, width: cell.width, height: cell.height - Double(room.captionHeight))
    }

    /// Returns the size at which the picture of a photo is requested and drawn 1:1, in device pixels: square where
    /// cells are, else the photo's proportions to a pixel or two.
    public func pictureSize(of index: Int) -> PixelSize { pictureSize(in: cell(of: index)) }

    /// Returns the size of the picture in a cell.
    public func pictureSize(in cell: Rectangle) -> PixelSize {
        rows.pictureSize(width: cell.width, height: cell.height)
    }

    /// Returns the number of the row of a photo, counted from 0 over all sections.
    public func row(of index: Int) -> Int { rows.number(of: index) }

    /// Returns the positions of the photos in a row.
    public func indices(ofRow row: Int) -> Range<Int> { rows.row(row).indices }

    // MARK: Sections

    /// Returns the number of the section that holds a photo; nil where there are no sections.
    public func section(of index: Int) -> Int? { sections.isEmpty ? nil : sections.number(of: index) }

    /// Returns the place of a section's heading in front of its first row: over the whole width, or where sections
    /// stand beside each other, over the section's part of it.
    public func heading(of section: Int) -> Rectangle {
        let first = rows.row(of: sections[section].start)
        let part = part(of: section, in: first)
        return Rectangle(x: part.x, y: first.extentTop, width: part.width, height: first.heading)
    }

    /// Returns the place of a section's rows, as wide as its heading.
    public func body(of section: Int) -> Rectangle {
        let first = rows.row(of: sections[section].start)
        let part = part(of: section, in: first)
        let last = rows.row(of: sections[section].start + sections[section].count - 1)
        return Rectangle(x: part.x, y: first.top, width: part.width, height: last.bottom - first.top)
    }

    /// Returns the part of the width of its first row that belongs to a section: what is free before its cells, as at
    /// the edge of the grid, and them. The last one has the rest.
    private func part(of section: Int, in row: GridRow) -> (x: Double, width: Double) {
        let width = Double(room.width)
        guard row.sections.count > 1 else { return (0, width) }
        let x = rows.span(of: sections[section].start, in: row).x - Double(room.inset)
        let next = section + 1
        guard next < row.sections.upperBound else { return (x, width - x) }
        return (x, rows.span(of: sections[next].start, in: row).x - Double(Room.sectionGap) - x)
    }

    /// Returns the positions of the photos of some sections.
    func photos(in sections: Range<Int>) -> Range<Int> {
        let last = self.sections[sections.upperBound - 1]
        return self.sections[sections.lowerBound].start..<last.start + last.count
    }

    /// Returns the height of the list at which a section begins: sections that stand beside each other share the height
    /// of their row, from the first to the last.
    func beginning(of section: Int) -> Double {
        let row = rows.row(of: sections[section].start)
        let share = Double(section - row.sections.lowerBound) / Double(row.sections.count)
        return row.extentTop + share * (row.bottom - row.extentTop)
    }

    /// Returns the section that a height of the list belongs to, by where sections begin. There has to be one.
    func section(at y: Double) -> Int {
        let row = rows.row(at: y)
        let share = (y - row.extentTop) / (row.bottom - row.extentTop)
        guard row.sections.count > 1, share > 0 else { return row.sections.lowerBound }
        return row.sections.lowerBound
            + Int(min(share * Double(row.sections.count), Double(row.sections.count - 1)))
    }

    /// Height of what stays above the photos at the top of the viewport: that of a heading, where there are headings.
    public var stickyHeight: Double { sections.isEmpty ? 0 : Double(room.headingHeight) }
}
