// What of a layout a viewport shows, and the scroll positions that show something.
public import ImagePipeline

extension GridLayout {
    /// Returns the scroll position within the list's ends; NaN is the top.
    public func clamped(_ scroll: Double, pageHeight: Double) -> Double {
        let bottom = max(0, height - pageHeight)
        return scroll > 0 ? min(scroll, bottom) : 0
    }

    /// Returns the photos whose rows are at least partly visible. A row that only touches an edge is not. Where nothing
    /// but a heading is visible, the range is empty and begins at the section's first photo.
    /// - Parameters:
    ///   - scroll: The adjustment's value; overshoot beyond either end is taken as that end.
    ///   - pageHeight: Height of the viewport.
    public func visible(scroll: Double, pageHeight: Double) -> Range<Int> {
        guard count > 0, pageHeight > 0 else { return 0..<0 }
        let top = clamped(scroll, pageHeight: pageHeight)
        let first = rows.row(at: top)
        guard first.top < top + pageHeight || first.top <= top else {
            return first.indices.lowerBound..<first.indices.lowerBound
        }
        let last = last(above: top + pageHeight)
        return first.indices.lowerBound..<(last.number > first.number ? last : first).indices.upperBound
    }

    /// Returns the sections of which a heading or a photo is at least partly visible.
    public func sections(scroll: Double, pageHeight: Double) -> Range<Int> {
        guard count > 0, !sections.isEmpty, pageHeight > 0 else { return 0..<0 }
        let top = clamped(scroll, pageHeight: pageHeight)
        let first = rows.row(at: top).sections.lowerBound
        let end = rows.row(at: top + pageHeight)
        let isInside = end.extentTop < top + pageHeight || end.number == 0
        let last = isInside ? end : rows.row(end.number - 1)
        return first..<max(first + 1, last.sections.upperBound)
    }

    /// Returns the last row that begins above a height, or the first.
    private func last(above y: Double) -> GridRow {
        let row = rows.row(at: y)
        return row.top < y || row.number == 0 ? row : rows.row(row.number - 1)
    }

    /// Returns the nearest scroll position at which the row of a photo is wholly visible, or its upper edge where the
    /// viewport is lower than a row. The sticky heading does not cover it.
    public func scroll(toReveal index: Int, from scroll: Double, pageHeight: Double) -> Double {
        guard count > 0 else { return 0 }
        let row = rows.row(of: min(max(0, index), count - 1))
        let current = clamped(scroll, pageHeight: pageHeight)
        // With the margin before the first row and behind the last one
        let lowest = (row.indices.upperBound == count ? height : row.bottom) - pageHeight
        let highest = row.number == 0 ? 0 : row.top - stickyHeight
        return clamped(min(max(current, lowest), highest), pageHeight: pageHeight)
    }

    /// Returns the scroll position at which the row of a photo is the first, below the sticky heading.
    public func scroll(toTop index: Int, pageHeight: Double) -> Double {
        guard count > 0 else { return 0 }
        let row = rows.row(of: min(max(0, index), count - 1))
        return row.number == 0 ? 0 : clamped(row.top - stickyHeight, pageHeight: pageHeight)
    }

    /// Returns how densely photos lie in a range: photos per row, and height per row with its share of the headings.
    public func density(of visible: Range<Int>) -> (columns: Int, pitch: Double) {
        if sections.isEmpty, room.kind != .justified { return (room.metrics.columns, room.rowHeight) }
        guard !visible.isEmpty, visible.upperBound <= count else { return (1, Double(room.tileSize)) }
        let first = rows.row(of: visible.lowerBound), last = rows.row(of: visible.upperBound - 1)
        let rowCount = last.number - first.number + 1
        let columns = max(1, (Double(visible.count) / Double(rowCount)).rounded(.up))
        return (Int(columns), (last.bottom - first.extentTop) / Double(rowCount))
    }
}

extension ScrollTracker {
    /// Returns the planner's view of a layout at the latest frame.
    public func viewport(_ layout: GridLayout, pageHeight: Double) -> Viewport {
        let visible = layout.visible(scroll: value, pageHeight: pageHeight)
        let density = layout.density(of: visible)
        return Viewport(
            visible: visible, columns: density.columns, count: layout.count, velocity: velocity / density.pitch)
    }
}
