// The geometry of the grid: from photos, sections, width and tile size to the rectangle of every photo, and back.
public import Library
public import Photos

/// The places of all photos of one arrangement in one room.
///
/// Lengths are logical pixels in content coordinates: y from the top of the list, x from the left edge in left-to-right
/// order; who draws mirrors them for right to left. Cells lie side by side without gaps, and the picture in the middle
/// of a cell leaves `GridMetrics.minimumGap` to its neighbours. Every edge is a whole pixel. Positions are doubles,
/// which hold whole pixels exactly up to 2^53; a million rows of the largest tiles end below 2^30. GTK's adjustments
/// are doubles as well, while widgets are allocated at integers relative to the viewport.
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

    /// Lays out the photos of a snapshot in O(sections).
    public init(_ snapshot: CollectionSnapshot, in room: Room) {
        self.init(count: snapshot.count, sections: snapshot.arrangement.sections, in: room)
    }

    /// Lays out `count` photos.
    /// - Parameter sections: The sections, which hold all of the photos, or none.
    public init(count: Int, sections: [ArrangedSection] = [], in room: Room) {
        self.room = room
        self.count = max(0, count)
        self.sections = sections
        rows = UniformRows(photos: self.count, sections: sections, room: room)
        height = rows.count > 0 ? rows.row(rows.count - 1).bottom : 0
    }

    /// Bytes of the layout beyond the arrangement; tests and figures ask.
    public var byteCount: Int { rows.byteCount }

    /// Number of rows.
    public var rowCount: Int { rows.count }

    // MARK: From a photo to its place

    /// Returns the cell of a photo: what the tile's widget is allocated. Its edges are whole pixels.
    /// - Parameter index: Position of the photo, less than `count`.
    public func cell(of index: Int) -> Rectangle {
        let row = rows.row(of: index)
        let span = rows.span(of: index, in: row)
        return Rectangle(x: span.x, y: row.top, width: span.width, height: row.height)
    }

    /// Returns the size at which the picture of a photo is requested and drawn 1:1, in device pixels.
    public func pictureSize(of index: Int) -> PixelSize { rows.pictureSize(of: index) }

    /// Returns the number of the row of a photo, counted from 0 over all sections.
    public func row(of index: Int) -> Int { rows.number(of: index) }

    /// Returns the positions of the photos in a row.
    public func indices(ofRow row: Int) -> Range<Int> { rows.row(row).indices }

    // MARK: Sections

    /// Returns the number of the section that holds a photo; nil where there are no sections.
    public func section(of index: Int) -> Int? { sections.isEmpty ? nil : sections.number(of: index) }

    /// Returns the place of a section's heading, over the whole width, in front of its first row.
    public func heading(of section: Int) -> Rectangle {
        let first = rows.row(of: sections[section].start)
        return Rectangle(x: 0, y: first.extentTop, width: Double(room.width), height: first.heading)
    }

    /// Returns the place of a section's rows, over the whole width.
    public func body(of section: Int) -> Rectangle {
        let first = rows.row(of: sections[section].start)
        let last = rows.row(of: sections[section].start + sections[section].count - 1)
        return Rectangle(x: 0, y: first.top, width: Double(room.width), height: last.bottom - first.top)
    }

    /// Height of what stays above the photos at the top of the viewport: that of a heading, where there are headings.
    public var stickyHeight: Double { sections.isEmpty ? 0 : Double(room.headingHeight) }
}
