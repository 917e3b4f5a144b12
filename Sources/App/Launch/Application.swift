// The application from its options to its exit status.
package import Browse
import CGLib
import CGTK
import Codecs
import Desktop
import Photos

/// Exit statuses of the command-line contract.
package nonisolated enum ExitStatus {
    package static let success: Int32 = 0
    package static let failure: Int32 = 1
    package static let badArguments: Int32 = 2
}

/// The entry point of the application.
package enum TesseraApplication {
    /// Runs until the last window is closed, or hands what is to be opened to the process that runs already. Call from
    /// the main thread after `MainLoop.attach()`.
    /// - Parameters:
    ///   - start: Time at which the program began, in microseconds of the monotonic clock.
    ///   - warn: Writes a line to the standard error.
    ///   - say: Writes text to the standard output.
    ///   - instruments: Makes what measures or scripts the run.
    /// - Returns: The process's exit status.
    package static func run(
        _ options: LaunchOptions, start: Int64, say: (String) -> Void, warn: (String) -> Void,
        instruments: @escaping (RunStart) -> any RunInstruments
    ) -> Int32 {
        if !options.conditions.isPlain { ProcessMemory.returnFreed() }
        UserLanguage.prepare()
        TypeRegistration.desktop
        // Without a session bus there is no assistive technology to connect to, and GTK would warn about that.
        if !SessionBus.isReachable { g_setenv("GTK_A11Y", "none", 0) }
        g_set_prgname(AppIdentity.id)
        g_set_application_name(AppIdentity.name)
        var renderer = RendererSelection()
        renderer.prepare()
        guard gtk_init_check() != 0 else {
            warn("tessera: there is no display. Set DISPLAY or WAYLAND_DISPLAY, or use scripts/run, which makes one.")
            return ExitStatus.failure
        }
        renderer.apply()
        let application = made(adw_application_new(AppIdentity.id, SharedProcess.flags(for: options)))
        switch SharedProcess.find(for: options, application.cast()) {
        case .own: break
        // The reference ends with the process: GIO warns of an application that goes without having run.
        case .told: return ExitStatus.success
        case .failed(let reason):
            g_object_unref(application.object)
            warn("tessera: the session bus refused it: \(reason)")
            return ExitStatus.failure
        }
        defer { g_object_unref(application.object) }
        let run = Run(
            RunStart(options: options, rendererReason: renderer.choice.reason, time: start), instruments: instruments)
        Signal.on(application, "activate") { run.activate(application.cast()) }
        Signal.onFiles(application) { files, hint in
            run.open(
                GivenContent.subject(of: files), inNewWindow: hint == SharedProcess.newWindow, of: application.cast())
        }
        let interrupts = Interrupts(quitting: application.cast()) { run.interrupt() }
        defer { interrupts.stop() }
        let status = SharedProcess.run(application.cast(), for: options)
        run.end(say: say)
        return run.failure.map { failure in
            warn("tessera: \(failure)")
            return ExitStatus.failure
        } ?? status
    }
}
