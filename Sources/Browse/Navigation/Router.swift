// Navigation: the shown page, its photo, and the way back. Pages do not know each other; the window makes them by
// route.
public import Observation
public import Photos

/// A page of the window.
public enum Route: Hashable, Sendable {
    /// The grid: the root, which always exists.
    case grid
    /// One photo, full-window.
    case detail(PhotoRef)
    /// Two to six photos beside each other.
    case compare([PhotoRef])
}

/// A panel beside a page, which stays when the page shows another photo.
public enum Panel: Hashable, Sendable {
    /// The facts of the shown photo.
    case info
}

/// The stack of pages above the grid, and the panel of the shown page.
@Observable @MainActor
public final class Router {
    /// The pages above the grid; the last one is shown.
    public private(set) var path: [Route] = []
    /// The pages that `back` has left, the latest last: those to which `forward` returns.
    private var left: [Route] = []
    /// The presented panel; nil if there is none. The grid has none.
    public private(set) var panel: Panel?

    /// Creates a router that shows the grid.
    public init() {}

    /// The shown page.
    public var current: Route { path.last ?? .grid }

    /// Shows a page above the current one, without a panel. Does nothing if the page is shown already, so that a double
    /// click opens a photo once. The grid is not stacked: navigating to it leaves everything above it.
    public func navigate(to route: Route) {
        guard route != .grid else { return backToGrid() }
        guard route != current else { return }
        dismiss()
        left = []
        path.append(route)
    }

    /// Replaces the current page, whose panel stays: used for the next photo. If the page below is the same, goes back
    /// to it instead of showing it twice. Replacing by the grid leaves everything above it; the grid itself is not
    /// replaced.
    public func replace(with route: Route) {
        guard let shown = path.last, route != shown else { return }
        guard route != .grid else { return backToGrid() }
        if path.dropLast().last == route {
            path.removeLast()
        } else {
            path[path.count - 1] = route
        }
    }

    /// Replaces the opened photo by another one on a course through its collection, as `replace` does.
    /// - Returns: False where no photo of `model` is opened, and where the step leads nowhere: at the ends of the
    ///   course, and while it is not known what is beside the photo.
    @discardableResult
    public func step(_ step: PhotoStep, on course: PhotoCourse, in model: GalleryModel) -> Bool {
        guard case .detail(let ref) = current, let next = course.ref(step, from: ref, in: model) else { return false }
        replace(with: .detail(next))
        return true
    }

    /// Leaves the current page and its panel.
    /// - Returns: False on the grid, where there is nothing to leave and Escape has another meaning.
    @discardableResult
    public func back() -> Bool {
        dismiss()
        guard let page = path.popLast() else { return false }
        left.append(page)
        return true
    }

    /// Returns to the page that was left last, past those that are not there any more.
    /// - Returns: False if there is none.
    @discardableResult
    public func forward(where isThere: (Route) -> Bool) -> Bool {
        while let page = left.popLast() {
            guard isThere(page), page != current else { continue }
            dismiss()
            path.append(page)
            return true
        }
        return false
    }

    /// Whether `forward` would lead somewhere.
    public func canGoForward(where isThere: (Route) -> Bool) -> Bool {
        left.contains { isThere($0) && $0 != current }
    }

    /// Leaves everything above the grid.
    public func backToGrid() {
        dismiss()
        left = []
        if !path.isEmpty { path = [] }
    }

    /// Presents a panel beside the current page, in place of a present one. Does nothing on the grid.
    public func present(_ panel: Panel) {
        if current != .grid, self.panel != panel { self.panel = panel }
    }

    /// Dismisses the panel.
    /// - Returns: False if there is none.
    @discardableResult
    public func dismiss() -> Bool {
        guard panel != nil else { return false }
        panel = nil
        return true
    }

    /// Whether photos are compared.
    public var isComparing: Bool { if case .compare = current { true } else { false } }

    /// Performs Escape: dismisses the panel, or else leaves the page.
    /// - Returns: False on the grid.
    @discardableResult
    public func escape() -> Bool { dismiss() || back() }
}

/// A step from one photo of a list to another.
public enum PhotoStep: Hashable, Sendable, CaseIterable {
    case previous
    case next
    case first
    case last

    /// Returns the index to which the step leads, or nil where it leads nowhere: at the ends of the list.
    public func index(from index: Int, count: Int) -> Int? {
        let target =
            switch self {
            case .previous: index - 1
            case .next: index + 1
            case .first: 0
            case .last: count - 1
            }
        return target != index && (0..<count).contains(target) ? target : nil
    }
}
