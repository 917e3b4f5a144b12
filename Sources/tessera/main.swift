// The entry point. It is synchronous, because an asynchronous one would block the thread that GTK needs.
import Desktop
import Glibc
import GridUI

MainLoop.attach()
exit(
    TesseraApplication.run(
        arguments: ProcessArguments.words, say: StandardStreams.say, warn: StandardStreams.warn))
