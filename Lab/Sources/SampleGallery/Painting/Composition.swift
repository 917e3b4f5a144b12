// Composition of a photo from its id: subject, weather, and objects near the lens.
import CPainting
import Photos

/// Scene and the objects near the lens, for an original of a given ratio.
struct Composition {
    var scene: TesseraScene
    var sprites: [TesseraSprite] = []
    /// Half the original's sides in metric units (its area is 1).
    let halfWidth: Float
    let halfHeight: Float

    /// Subject of a photo. The order puts unlike subjects next to each other.
    enum Subject: CaseIterable {
        case mountains, bokeh, sea, leaves, woods, city, dunes, flowers, wall, cumulus, aerial, firs, stars, lake,
            grass, hills,
            aurora, rain, mesas, candles
    }

    init(id: String, original: PixelSize) {
        let ratio = Float(original.aspectRatio)
        halfWidth = 0.5 * ratio.squareRoot()
        halfHeight = 0.5 / ratio.squareRoot()
        var chance = Chance(id: id)
        scene = TesseraScene(seed: chance.seed())
        switch Self.subject(of: id, &chance) {
        case .mountains: mountains(&chance)
        case .sea: sea(&chance)
        case .city: city(&chance)
        case .dunes: dunes(&chance)
        case .cumulus: clouds(&chance)
        case .firs: firs(&chance)
        case .stars: stars(&chance)
        case .aurora: aurora(&chance)
        case .lake: lake(&chance)
        case .hills: hills(&chance)
        case .mesas: mesas(&chance)
        case .woods: woods(&chance)
        case .wall: wall(&chance)
        case .aerial: aerial(&chance)
        case .bokeh: street(&chance)
        case .candles: candles(&chance)
        case .rain: rain(&chance)
        case .leaves: leaves(&chance)
        case .flowers: flowers(&chance)
        case .grass: grass(&chance)
        }
        scene.tone(&chance)
    }

    /// Returns the subject of an id. Every run of as many ids as there are subjects shows each subject once, in a
    /// different order.
    private static func subject(of id: String, _ chance: inout Chance) -> Subject {
        let all = Subject.allCases
        guard let number = Int(id), number >= 0 else { return all[chance.index(below: all.count)] }
        var order = Chance(id: "block \(number / all.count)")
        var left = all
        var subject = left[0]
        for _ in 0...(number % all.count) { subject = left.remove(at: order.index(below: left.count)) }
        return subject
    }

    /// Returns the y at `share` of the image's height from its top.
    func y(_ share: Float) -> Float { (share * 2 - 1) * halfHeight }
    /// Returns the x at `share` of the image's width from its left.
    func x(_ share: Float) -> Float { (share * 2 - 1) * halfWidth }
    var top: Float { -halfHeight }
}
