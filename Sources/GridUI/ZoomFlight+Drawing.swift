// What is seen of a flight: one frame of it for the layer, or how much of the page.
import Browse
import CDesktop
import CShim
import Desktop
import Logging

extension ZoomFlight {
    /// Where the photo is while it flies, before it is turned.
    var placement: ZoomPlacement? { transition?.placement }
    /// Degrees clockwise that it is turned by there.
    var angleInAir: Double { angle * progress }

    /// The photo in the size that fits where it is.
    var drawn: Texture? { placement.flatMap { pictures.best(at: $0.whole.width * scale) } }

    func draw() {
        if let fade {
            setOpacity(fade.opacity)
            return log.trace("fade \(fade.isClosing ? "closing" : "opening") \(fade.opacity)")
        }
        guard let placement else { return }
        let part = max(0, min(1, progress))
        var frame = TesseraZoomFrame(
            whole: placement.whole.graphene, visible: placement.visible.graphene, view: view.graphene, angle: angleInAir,
            ground: part, blur: part * blur, picture: picture)
        tessera_zoom_layer_draw(layer, ground?.preview(at: position), drawn?.pointer, page.backdrop, &frame)
        log.trace("\(trace(placement, part))")
    }

    func setOpacity(_ opacity: Double) {
        gtk_widget_set_opacity(page.root.widget, opacity)
        gtk_widget_set_opacity(root.widget, opacity)
    }

    /// What tests of the whole program read: seconds, progress, where the photo is, how many pictures are drawn of it.
    func trace(_ placement: ZoomPlacement, _ part: Double) -> String {
        let (whole, visible) = (placement.whole, placement.visible)
        let numbers = [
            Double(lastFrame ?? 0) / 1_000_000, part, whole.x, whole.y, whole.width, whole.height, visible.x, visible.y,
            visible.width, visible.height,
        ]
        return "frame \(isLeaving ? "closing" : "opening") " + numbers.map { "\($0)" }.joined(separator: " ")
            + " \(tessera_zoom_layer_picture_count(layer))"
    }
}
