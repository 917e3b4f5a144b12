// The movements of the keyboard focus in the grid.
import Browse
import Photos

/// A movement of the focus by a key.
package enum GridStep: Equatable, Sendable {
    /// To the photo before or behind in the order.
    case previous, next
    /// To the row above or below.
    case up, down
    case pageUp, pageDown
    case first, last
}

/// The photo that had the focus last, and the column in which it moves up and down.
struct GridCursor {
    /// The photo that had the focus last.
    var ref: PhotoRef?
    /// The middle of the column in which the focus moves, in logical pixels; nil after any other movement. Rows are of
    /// different lengths, and the focus returns to its column behind a short one.
    private var x: Double?

    /// Takes note of a photo that has received the focus. One that has not come by `move` begins another column.
    mutating func take(_ ref: PhotoRef) {
        if ref != self.ref { (self.ref, x) = (ref, nil) }
    }

    /// Returns the position to which a step leads.
    /// - Parameters:
    ///   - position: Where the focus is; nil where no photo has had it.
    ///   - start: Where a step begins that does not lead to an end of the list, and has no position to begin at.
    mutating func move(
        _ step: GridStep, from position: Int?, or start: Int, in layout: GridLayout, pageHeight: Double
    ) -> Int {
        let column = x
        x = nil
        if step == .first { return 0 }
        if step == .last { return layout.count - 1 }
        guard let position else { return start }
        if step == .previous { return max(0, position - 1) }
        if step == .next { return min(position + 1, layout.count - 1) }
        let x = column ?? layout.cell(of: position).midX
        self.x = x
        return switch step {
        case .up: layout.index(from: position, rows: -1, x: x)
        case .pageUp: layout.index(from: position, height: -pageHeight, x: x)
        case .pageDown: layout.index(from: position, height: pageHeight, x: x)
        default: layout.index(from: position, rows: 1, x: x)
        }
    }
}
