// Composes the program and runs it: a synchronous entry, because an async one would park the thread that GTK needs.
import Desktop
import Glibc
import GridUI

MainLoop.attach()
exit(
    TesseraApplication.run(
        arguments: ProcessArguments.words, say: StandardStreams.say, warn: StandardStreams.warn))
