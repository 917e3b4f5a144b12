// The drawing of one frame of a zoom transition: into the zoom layer, or as the page's opacity.
import Browse
import CGTK
import Desktop
import Logging

extension ZoomFlight {
    /// Where the photo is during the transition, before its rotation.
    var placement: ZoomPlacement? { transition?.placement }
    /// Clockwise rotation in this frame, in degrees.
    var angleInAir: Double { angle * progress }

    /// The photo's texture in the size that fits its present width.
    var drawn: Texture? { placement.flatMap { pictures.best(at: $0.whole.width * scale) } }

    func draw() {
        if let fade {
            setOpacity(fade.opacity)
            return log.trace("fade \(fade.isClosing ? "closing" : "opening") \(fade.opacity)")
        }
        guard let placement else { return }
        let part = max(0, min(1, progress))
        layer.show(
            ZoomLayer.Frame(
                placement: placement, view: view, angle: angleInAir, ground: part, blur: part * blur.value,
                picture: picture.value),
            tile: photo.flatMap { ground?.preview(of: $0) }, picture: drawn?.pointer, blur: page.backdrop)
        log.trace("\(trace(placement, part))")
    }

    func setOpacity(_ opacity: Double) {
        gtk_widget_set_opacity(page.root.widget, opacity)
        gtk_widget_set_opacity(root.widget, opacity)
    }

    /// Returns the log line that tests of the whole program read: seconds, progress, bounds of the photo and of its
    /// visible part, number of textures drawn of it.
    func trace(_ placement: ZoomPlacement, _ part: Double) -> String {
        let (whole, visible) = (placement.whole, placement.visible)
        let numbers = [
            Double(lastFrame ?? 0) / 1_000_000, part, whole.x, whole.y, whole.width, whole.height, visible.x, visible.y,
            visible.width, visible.height,
        ]
        return "frame \(isLeaving ? "closing" : "opening") " + numbers.map { "\($0)" }.joined(separator: " ")
            + " \(layer.pictureCount)"
    }
}
