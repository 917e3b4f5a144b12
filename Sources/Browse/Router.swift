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

/// The stack of pages above the grid.
@Observable @MainActor
public final class Router {
    /// The pages above the grid, the shown one last.
    public private(set) var path: [Route] = []

    /// Shows the grid.
    public init() {}

    /// The page that is shown.
    public var current: Route { path.last ?? .grid }

    /// Shows a page above the current one. The page that is shown already is not shown again: a double click opens a
    /// photo once. The grid is not stacked; going there leaves everything above it.
    public func navigate(to route: Route) {
        guard route != .grid else { return backToGrid() }
        guard route != current else { return }
        path.append(route)
    }

    /// Leaves the current page.
    /// - Returns: false on the grid, where there is nothing to leave and Escape means something else.
    @discardableResult
    public func back() -> Bool { path.popLast() != nil }

    /// Leaves everything above the grid.
    public func backToGrid() {
        if !path.isEmpty { path = [] }
    }
}
