// The entry point: reads the command line, and runs the application with the instruments that it asks for. It is
// synchronous, because an asynchronous one would block the thread that GTK needs.
import App
import CGLib
import Desktop
import Glibc
import Launching
import Profiling

let start = Int64(g_get_monotonic_time())
FileSizeSignal.becomesAnError()
MainLoop.attach()
LogBridge.install()
switch Launch(ProcessArguments.words) {
case .open(let options, let measuring):
    exit(
        TesseraApplication.run(options, start: start, say: StandardStreams.say, warn: StandardStreams.warn) {
            Instruments($0, measuring)
        })
case .answer(let text):
    StandardStreams.say(text)
    exit(ExitStatus.success)
case .refusal(let sentence):
    StandardStreams.warn("tessera: \(sentence)")
    StandardStreams.warn("Try “tessera --help”.")
    exit(ExitStatus.badArguments)
}
