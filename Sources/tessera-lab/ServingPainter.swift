// Painter of `serve`, in a file of its own so that it can be exchanged.
import SampleServer

/// Painter of `serve`: that of the built-in gallery.
let servingPainter = Painter()
