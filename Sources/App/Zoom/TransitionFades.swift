// The opacities of textures that become available only during a zoom transition.
import Browse

/// Opacities from 0 to 1 of the photo's whole picture and of the blur behind it.
struct TransitionFades {
    private var pictureTween = Tween(0, duration: time), blurTween = Tween(0, duration: time)

    /// Duration of a fade, in microseconds.
    private static let time: Int64 = 200_000

    var picture: Double { pictureTween.value }
    var blur: Double { blurTween.value }

    /// Whether what is there is fully seen.
    var areOver: Bool { !pictureTween.isRunning && !blurTween.isRunning }

    /// Sets both opacities.
    mutating func set(picture: Double, blur: Double) {
        pictureTween.jump(to: picture)
        blurTween.jump(to: blur)
    }

    /// Fades in what is there, and hides at once what is not.
    mutating func follow(hasPicture: Bool, hasBlur: Bool, from previous: Int64, to time: Int64) {
        Self.follow(&pictureTween, isThere: hasPicture, from: previous, to: time)
        Self.follow(&blurTween, isThere: hasBlur, from: previous, to: time)
    }

    private static func follow(_ opacity: inout Tween, isThere: Bool, from previous: Int64, to time: Int64) {
        guard isThere else { return opacity.jump(to: 0) }
        if opacity.target != 1 { opacity.go(to: 1, since: previous) }
        opacity.advance(to: time)
    }
}
