// The application's interface to what measures or scripts a run from outside of it.
package import Browse

/// Instruments of one run of the application. They see its window from the first page to the last frame.
@MainActor
package protocol RunInstruments: AnyObject {
    /// Makes the pages in place of the application's own; nil for those.
    var makePage: PageFactory? { get }
    /// Called once, before the window opens its first source.
    func attach(to window: MainWindow, of composition: Composition)
    /// Called when the window is presented. `quit` ends the program, which has failed where it is given a reason.
    func start(quit: @escaping (_ failure: String?) -> Void)
    /// Called before the window is closed, however that happens: the last moment at which page and renderer exist.
    func windowWillClose()
    /// Called after the application's main loop has ended; the window may still exist. `say` writes to the standard
    /// output.
    /// - Returns: The failure to report; nil on success.
    func finish(say: (String) -> Void) -> String?
}

/// The start of a run.
package struct RunStart {
    /// The options of the window.
    package let options: LaunchOptions
    /// The reason for the window's renderer.
    package let rendererReason: String?
    /// Time at which the program began, in microseconds of the monotonic clock; nil for a window beside the first.
    package let time: Int64?
}
