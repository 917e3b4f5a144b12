// Subjects with plants: woods, leaves, grass, flowers.
import CPainting

extension Composition {
    mutating func woods(_ chance: inout Chance) {
        scene.subject = TesseraSubjectWoods
        scene.horizon = y(chance.number(0.56, 0.72))
        scene.light(
            [Weather.dawn, .goldenSide, .overcast, .hazy, .goldenSide][chance.index(below: 5)], top: top, &chance)
        scene.sunX = chance.number(-0.4, 0.4)
        scene.sunY = y(chance.number(0.05, 0.4))
        scene.silhouetteScale = chance.number(0.7, 1.3)
        scene.silhouetteColour = chance.near(
            chance.one(of: [rgb(0.10, 0.075, 0.05), rgb(0.14, 0.13, 0.12), rgb(0.08, 0.06, 0.05)]))
        scene.groundMist = chance.number(0.2, 1)
        scene.roughness = chance.number(-0.3, 0.8)
        scene.bloom = 1
        let autumn = chance.happens(0.4)
        scene.rock = chance.near(
            autumn ? chance.one(of: [rgb(0.50, 0.20, 0.03), rgb(0.52, 0.33, 0.04)]) : rgb(0.13, 0.22, 0.04))
        scene.ground = chance.near(autumn ? rgb(0.34, 0.15, 0.04) : rgb(0.15, 0.11, 0.05))
        scene.growth = chance.near(autumn ? rgb(0.28, 0.20, 0.05) : rgb(0.10, 0.17, 0.035))
    }

    /// Adds a backdrop of greenery far out of focus, with points of light through its gaps.
    mutating func green(_ chance: inout Chance) {
        scene.subject = TesseraSubjectBokeh
        scene.horizon = y(chance.number(0.3, 0.7))
        let palettes: [(TesseraColour, TesseraColour, TesseraColour)] = [
            (rgb(0.20, 0.30, 0.07), rgb(0.36, 0.42, 0.14), rgb(0.05, 0.10, 0.02)),
            (rgb(0.05, 0.11, 0.05), rgb(0.14, 0.24, 0.08), rgb(0.02, 0.05, 0.02)),
            (rgb(0.40, 0.46, 0.52), rgb(0.42, 0.46, 0.30), rgb(0.12, 0.16, 0.05)),
            (rgb(0.34, 0.22, 0.08), rgb(0.50, 0.34, 0.12), rgb(0.14, 0.07, 0.02)),
        ]
        let (upper, middle, lower) = palettes[chance.index(below: palettes.count)]
        scene.zenith = chance.near(upper)
        scene.skyline = chance.near(middle)
        scene.ground = chance.near(lower)
        scene.growth = chance.near(rgb(0.10, 0.16, 0.04), 0.3)
        scene.sun = chance.near(rgb(1.3, 1.1, 0.6))
        scene.sunGlow = chance.number(0.1, 0.6)
        scene.sunX = x(chance.number(0, 1))
        scene.sunY = y(chance.number(-0.1, 0.3))
        let (cx, cy) = (x(chance.number(0.1, 0.9)), y(chance.number(0, 0.5)))
        for _ in 0..<(20 + chance.index(below: 40)) {
            let strength = chance.number(0.01, 0.10)
            let tint = chance.one(of: [rgb(1, 1, 0.55), rgb(0.8, 1, 0.5), rgb(1, 0.95, 0.8)])
            sprites.append(
                sprite(TesseraSpriteDisc, &chance) {
                    $0.x = 0.55 * $0.x + 0.45 * cx
                    $0.y = 0.55 * $0.y + 0.45 * cy
                    $0.size = $1.number(0.012, 0.07)
                    $0.width = 0.1
                    $0.colour = rgb(tint.r * strength, tint.g * strength, tint.b * strength)
                })
        }
    }

    mutating func leaves(_ chance: inout Chance) {
        green(&chance)
        let autumn = chance.happens(0.5)
        let tones =
            autumn
            ? [rgb(0.62, 0.20, 0.03), rgb(0.70, 0.38, 0.04), rgb(0.48, 0.08, 0.03), rgb(0.60, 0.45, 0.06)]
            : [rgb(0.13, 0.27, 0.04), rgb(0.22, 0.36, 0.06), rgb(0.07, 0.18, 0.05)]
        let lean = chance.number(0, 6.28)
        let width = chance.number(0.22, 0.60)
        let lobed = autumn && chance.happens(0.5)
        let count = 18 + chance.index(below: 26)
        for index in 0..<count {
            let near = Float(index) / Float(count)
            let tone = chance.near(chance.one(of: tones), 0.25)
            let distance = abs(near - 0.75)
            sprites.append(
                sprite(TesseraSpriteLeaf, &chance) {
                    $0.size = (0.10 + 0.16 * near) * $1.number(0.75, 1.25)
                    $0.width = width * $1.number(0.85, 1.15)
                    $0.turn = lean + $1.number(-0.9, 0.9)
                    $0.blur = 0.0012 + 0.085 * distance * distance
                    if index > count - 4 { ($0.x, $0.y) = (0.5 * $0.x, 0.5 * $0.y) }
                    $0.petals = lobed ? $1.number(5, 11) : 0
                    $0.colour = tone
                    $0.second =
                        autumn
                        ? rgb(tone.r * 0.8, tone.g * 0.45, tone.b * 0.5)
                        : rgb(tone.r * 0.5, tone.g * 0.62, tone.b * 0.6)
                })
        }
    }

    /// Adds blades that end near `from` and start below the image; the sharp ones are neither the nearest nor the
    /// farthest.
    private mutating func blades(_ count: Int, from: Float, _ chance: inout Chance) {
        let tips = [rgb(0.34, 0.46, 0.10), rgb(0.20, 0.36, 0.10), rgb(0.52, 0.42, 0.16), rgb(0.26, 0.40, 0.22)]
        let tip = chance.near(chance.one(of: tips), 0.25)
        let root = chance.near(rgb(tip.r * 0.16, tip.g * 0.25, tip.b * 0.2))
        let lean = chance.number(-0.2, 0.2)
        let girth = chance.number(0.7, 1.6)
        let sharp = chance.number(0.35, 0.75)
        for index in 0..<count {
            let near = Float(index) / Float(count)
            let off = abs(near - sharp)
            sprites.append(
                sprite(TesseraSpriteBlade, &chance) { [halfHeight] made, chance in
                    made.y = halfHeight + 0.02 + 0.08 * near
                    made.size = max(0.05, made.y - from - 0.12 * near + chance.number(-0.16, 0.12))
                    made.width = girth * (0.004 + 0.010 * near) * chance.number(0.6, 1.4)
                    made.turn = (lean + chance.number(-0.16, 0.16)) * made.size * 2
                    made.blur = 0.0008 + 0.16 * off * off * off
                    made.colour = chance.near(tip, 0.3)
                    made.second = root
                })
        }
    }

    mutating func grass(_ chance: inout Chance) {
        green(&chance)
        let from = y(chance.number(0.25, 0.7))
        blades(170, from: from, &chance)
        if chance.happens(0.5) {
            let colour = chance.one(of: [
                rgb(0.80, 0.80, 0.76), rgb(0.85, 0.62, 0.06), rgb(0.55, 0.30, 0.70), rgb(0.78, 0.10, 0.06),
            ])
            for _ in 0..<(6 + chance.index(below: 14)) {
                sprites.append(
                    sprite(TesseraSpriteFlower, &chance) { made, chance in
                        let near = chance.number(0, 1)
                        made.y = from + chance.number(-0.02, 0.16) + 0.14 * near
                        made.size = 0.014 + 0.03 * near
                        made.width = chance.number(0.45, 0.85)
                        made.turn = chance.number(-0.6, 0.6)
                        made.blur = 0.001 + 0.02 * abs(near - 0.6)
                        made.petals = 11
                        made.colour = chance.near(colour, 0.15)
                        made.second = rgb(colour.r * 0.7, colour.g * 0.6, colour.b * 0.6)
                    })
            }
        }
        blades(200, from: from + 0.05, &chance)
    }

    mutating func flowers(_ chance: inout Chance) {
        green(&chance)
        blades(70, from: y(chance.number(0.6, 0.95)), &chance)
        let kinds: [(TesseraColour, TesseraColour, Float)] = [
            (rgb(0.78, 0.78, 0.74), rgb(0.70, 0.66, 0.50), 19), (rgb(0.72, 0.06, 0.03), rgb(0.30, 0.01, 0.02), 5),
            (rgb(0.62, 0.22, 0.50), rgb(0.40, 0.08, 0.30), 8), (rgb(0.80, 0.52, 0.04), rgb(0.70, 0.28, 0.02), 13),
            (rgb(0.30, 0.26, 0.72), rgb(0.18, 0.10, 0.42), 6), (rgb(0.80, 0.42, 0.46), rgb(0.62, 0.14, 0.22), 5),
        ]
        let (colour, inner, petals) = kinds[chance.index(below: kinds.count)]
        let count = 5 + chance.index(below: 9)
        for index in 0..<count {
            let near = Float(index + 1) / Float(count)
            let off = abs(near - 0.8)
            sprites.append(
                sprite(TesseraSpriteFlower, &chance) {
                    $0.size = (0.045 + 0.13 * near) * $1.number(0.85, 1.2)
                    $0.width = $1.number(0.5, 0.95)
                    $0.turn = $1.number(-0.5, 0.5)
                    $0.blur = 0.0012 + 0.10 * off * off
                    $0.petals = petals
                    if index == count - 1 { ($0.x, $0.y, $0.size) = (0.45 * $0.x, 0.4 * $0.y, $0.size * 1.25) }
                    $0.colour = $1.near(colour, 0.15)
                    $0.second = inner
                })
        }
    }
}
