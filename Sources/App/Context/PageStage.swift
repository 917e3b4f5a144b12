// What shows the pages of sources in a window, as the features of the window see it.
import Browse
import Desktop
import Library
import Photos

/// The place of the pages in a window, with the way to those that were shown before.
@MainActor
protocol PageStage: AnyObject {
    /// The shown page; nil before the first one, and once the window is closed.
    var page: (any BrowsePage)? { get }
    /// Opens a source in place of the shown one, to which Back returns, and shows what a search and a filter find in
    /// it.
    func open(_ input: LaunchOptions.Subject, narrowedTo narrowing: Narrowing)
    /// Plays a video in another program, and opens any other photo of the shown page.
    func activate(_ ref: PhotoRef)
    /// Leaves the opened photo and searches for a text.
    func search(for text: String)
    /// Leaves the opened photo and shows what a search and a filter find.
    func narrow(to narrowing: Narrowing)
    var canGoBack: Bool { get }
    var canGoForward: Bool { get }
    /// Opens the place that was shown before the shown one.
    func goBack()
    /// Opens the place from which Back has come.
    func goForward()
    /// Follows a folder that has another path: what is shown of it is opened there, at the same place.
    func follow(_ folder: MovedFolder)
}
