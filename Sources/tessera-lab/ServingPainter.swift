// The one place where `serve` gets its painter from.
import SampleServer

/// What paints for `serve`: the pictures that the built-in gallery shows.
let servingPainter = Painter()
