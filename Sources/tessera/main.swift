// The entry point: the application with the instruments that the command line asks for. It is synchronous, because an
// asynchronous one would block the thread that GTK needs.
import App
import Desktop
import Glibc
import Profiling

FileSizeSignal.becomesAnError()
MainLoop.attach()
exit(
    TesseraApplication.run(
        arguments: ProcessArguments.words, say: StandardStreams.say, warn: StandardStreams.warn,
        instruments: Instruments.init))
