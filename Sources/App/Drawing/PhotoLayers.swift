// What is drawn of one photo: a colour, a crop or a preview, the whole picture, and a sharper one.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos

/// The textures of one photo and how they lie one over the other, on its page and on the way to it.
struct PhotoLayers {
    /// The whole photo or a centre crop of it, drawn until the picture hides it.
    var preview: DrawnTexture?
    /// The whole photo.
    var picture: DrawnTexture?
    /// The same at a higher resolution, or a region of it.
    var sharper: DrawnTexture?
    /// The region that `sharper` shows.
    var sharperRegion = PictureRegion(of: PixelSize(square: 1), x: 0, y: 0, size: PixelSize(square: 1))
    /// The photo's average colour, drawn where no texture reaches.
    var colour: AverageColour?
    /// Opacity of the picture over what lies below it.
    var pictureOpacity = 1.0

    /// What is drawn where no texture reaches and no colour is known: as much lighter than the page as a placeholder
    /// differs from the grid.
    private static let neutral = GdkRGBA(red: 0.18, green: 0.18, blue: 0.18, alpha: 1)

    /// The colour of what no texture shows.
    var fill: GdkRGBA { colour?.opaque() ?? Self.neutral }

    /// Whether nothing is seen of what lies under the photo. Under transparent pixels lies a ground.
    var hidesAll: Bool {
        preview != nil || colour != nil || picture != nil && Drawing.isOpaque(pictureOpacity)
    }

    /// Draws the photo.
    /// - Parameters:
    ///   - whole: Its bounds, before a rotation.
    ///   - seen: The part of them that is drawn; the caller clips.
    ///   - scale: Device pixels per logical pixel.
    func draw(on drawing: Drawing, in whole: Rectangle, seen: Rectangle, scale: Double) {
        if picture == nil || !Drawing.isOpaque(pictureOpacity), preview != nil || colour != nil {
            drawing.draw(crop: preview, of: whole, fill: fill)
        }
        guard let picture else { return }
        drawing.faded(to: pictureOpacity) {
            let sharperPlace = sharper == nil ? nil : PictureLevel.place(of: sharperRegion, in: whole, scale: scale)
            // A region is decoded only of opaque photos, so it may be drawn over the picture; a whole sharper picture,
            // which may have transparent pixels, replaces it.
            let isHidden = sharperPlace?.contains(seen) ?? false
            if !isHidden { drawing.draw(picture, in: whole) }
            if let sharper, let sharperPlace { drawing.draw(sharper, in: sharperPlace) }
        }
    }
}

extension Drawing {
    /// Draws a blurred picture that covers a view, where it is seen. Enlarging it and blending it take some 2 ns a
    /// pixel under the cairo renderer, a third of a frame at 2560×1440, and most of a view lies under the photo.
    /// - Parameters:
    ///   - hidden: What is drawn over with an opaque picture; nil for nothing.
    ///   - scale: Device pixels per logical pixel.
    func draw(
        backdrop texture: DrawnTexture, over view: Rectangle, hidden: Rectangle?, opacity: Double = 1, scale: Double
    ) {
        let whole = view.covered(ratio: texture.ratio)
        for part in hidden.map({ view.parts(outside: $0, scale: scale) }) ?? [view] {
            clipped(to: part) { faded(to: opacity) { draw(texture, in: whole) } }
        }
    }

    /// How far a colour reaches under a crop beside it, in logical pixels, so that no gap is seen between the two.
    private static let overlap = 1.0

    /// Draws a photo of which only a crop of the middle is known.
    /// - Parameters:
    ///   - texture: The crop; nil for none.
    ///   - whole: Bounds of the whole photo.
    ///   - fill: Fills what the crop leaves open. Of a photo that lets something through its ground is seen there.
    func draw(crop texture: DrawnTexture?, of whole: Rectangle, fill colour: GdkRGBA) {
        guard let texture else { return fill(whole, colour) }
        let place = TileGeometry.place(of: texture.size, within: whole)
        if place.contains(whole) || !drawGround(of: texture, in: whole) {
            for strip in whole.strips(beside: place, overlap: Self.overlap) { fill(strip, colour) }
        }
        draw(texture, in: place)
    }
}

extension AverageColour {
    /// Returns the colour without transparency.
    /// - Parameter light: Fraction of its brightness.
    func opaque(light: Double = 1) -> GdkRGBA {
        GdkRGBA(
            red: Float(Double(red) * light / 255), green: Float(Double(green) * light / 255),
            blue: Float(Double(blue) * light / 255), alpha: 1)
    }
}
