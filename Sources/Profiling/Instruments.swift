// The instruments that the command line asks for: profile, scenario, screenshot, and the plain grids to compare with.
package import App
import Browse
import CGTK
import ImagePipeline

/// The instruments of one run. Without an option for them they add the profile overlay on its key, and no more.
package final class Instruments: RunInstruments {
    private let begun: RunStart
    private let measuring: MeasuringOptions
    private weak var window: MainWindow?
    private var profile: ProfileSession?
    private var screenshot: ScreenshotTask?

    /// - Parameter measuring: What the command line asks for, in its own window.
    package init(_ start: RunStart, _ measuring: MeasuringOptions) {
        begun = start
        self.measuring = start.time == nil ? MeasuringOptions() : measuring
    }

    package var makePage: PageFactory? {
        if measuring.floor {
            return { model, tileSize, _, events in FloorPage(model: model, tileSize: tileSize, events: events) }
        }
        guard measuring.naive else { return nil }
        return { model, tileSize, transport, events in
            NaivePage(model: model, transport: transport, tileSize: tileSize, events: events)
        }
    }

    package func attach(to window: MainWindow, of composition: Composition) {
        let profile = ProfileSession(
            window: window, measuring: measuring, tileSize: composition.options.tileSize, disk: composition.disk,
            rendererReason: begun.rendererReason, start: begun.time ?? Int64(g_get_monotonic_time()))
        self.profile = profile
        self.window = window
        window.observePages { [weak profile] in profile?.follow($0) }
        window.onToggleProfileOverlay = { [weak profile] in profile?.toggleOverlay() }
    }

    package func start(quit: @escaping (_ failure: String?) -> Void) {
        guard let window else { return }
        if let file = measuring.screenshot {
            screenshot = ScreenshotTask(
                window: window.window, file: file, frames: { [weak window] in window.flatMap(ScreenshotTask.frames) }
            ) { result in
                if case .failure(let problem) = result { quit(problem.description) } else { quit(nil) }
            }
        }
        if let scenario = measuring.scenario { profile?.play(scenario) { quit($0) } }
    }

    package func windowWillClose() { profile?.collect() }

    package func finish(say: (String) -> Void) -> String? {
        defer {
            profile?.close()
            profile = nil
            window = nil
        }
        guard measuring.profile, let profile else { return nil }
        say(profile.summary)
        return measuring.profileFile.flatMap(profile.writeJSON)
    }
}
