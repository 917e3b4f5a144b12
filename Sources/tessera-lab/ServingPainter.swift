// Choice of the painter for `serve`.
import SampleGallery

/// Painter of `serve`: that of the built-in gallery.
let servingPainter = Painter()
