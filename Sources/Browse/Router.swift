// Which page the window shows and how it got there. Pages know nothing of each other; the window makes them by route.
public import Observation
public import Photos

/// A page of the window.
public enum Route: Hashable, Sendable {
    /// The grid: the root, always there.
    case grid
    /// One photo, full-window. The index is its place in the gallery, which only ever grows at its end.
    case detail(index: Int, photo: PhotoID)
}

/// What lies beside a page and belongs to it, wherever the page goes on to.
public enum Panel: Hashable, Sendable {
    /// What is known of the photo that is shown.
    case info
}

/// The stack of pages above the grid, and the panel of the page that is shown.
@Observable @MainActor
public final class Router {
    /// The pages above the grid, the shown one last.
    public private(set) var path: [Route] = []
    /// The panel that is presented; nil where none is. The grid has none.
    public private(set) var panel: Panel?

    /// Shows the grid.
    public init() {}

    /// The page that is shown.
    public var current: Route { path.last ?? .grid }

    /// Shows a page above the current one, without a panel. The page that is shown already is not shown again: a double
    /// click opens a photo once. The grid is not stacked; going there leaves everything above it.
    public func navigate(to route: Route) {
        guard route != .grid else { return backToGrid() }
        guard route != current else { return }
        dismiss()
        path.append(route)
    }

    /// Puts another page in place of the current one, whose panel stays: the next photo. The page below, if it is the
    /// same, is gone back to rather than shown twice. The grid is not replaced.
    public func replace(with route: Route) {
        guard let shown = path.last, route != shown else { return }
        guard route != .grid else { return backToGrid() }
        if path.dropLast().last == route {
            path.removeLast()
        } else {
            path[path.count - 1] = route
        }
    }

    /// Leaves the current page and its panel.
    /// - Returns: false on the grid, where there is nothing to leave and Escape means something else.
    @discardableResult
    public func back() -> Bool {
        dismiss()
        return path.popLast() != nil
    }

    /// Leaves everything above the grid.
    public func backToGrid() {
        dismiss()
        if !path.isEmpty { path = [] }
    }

    /// Shows a panel beside the current page, in place of the one that is there. The grid has none.
    public func present(_ panel: Panel) {
        if current != .grid, self.panel != panel { self.panel = panel }
    }

    /// Takes the panel away.
    /// - Returns: false where there is none.
    @discardableResult
    public func dismiss() -> Bool {
        guard panel != nil else { return false }
        panel = nil
        return true
    }

    /// What Escape means: one thing less on the screen, the panel before the page.
    /// - Returns: false on the grid.
    @discardableResult
    public func escape() -> Bool { dismiss() || back() }
}
