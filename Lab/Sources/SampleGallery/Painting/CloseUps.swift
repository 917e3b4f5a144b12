// Subjects without a horizon: light on walls, coasts from above, streets and lamps out of focus, rain on a pane.
import CPainting

extension Composition {
    mutating func wall(_ chance: inout Chance) {
        scene.subject = TesseraSubjectWall
        scene.horizon = chance.happens(0.45) ? y(chance.number(0.78, 0.92)) : 9
        scene.sun = chance.near(
            chance.one(of: [rgb(1.5, 1.05, 0.62), rgb(1.35, 1.15, 0.88), rgb(1.6, 0.85, 0.42)]), 0.1)
        scene.ambient = chance.near(
            chance.one(of: [rgb(0.16, 0.18, 0.23), rgb(0.24, 0.23, 0.23), rgb(0.10, 0.10, 0.12)]))
        scene.sunX = chance.sign() * chance.number(0.5, 1.3)
        scene.sunY = chance.number(-0.7, 0.7)
        scene.groundMist = chance.number(0, 0.8)
        scene.silhouetteScale = chance.number(2.2, 4.5)
        scene.silhouetteLayers = Float(1 + chance.index(below: 3))
        scene.roughness = chance.happens(0.6) ? chance.number(0.6, 1) : 0
        scene.ground = chance.near(
            chance.one(of: [
                rgb(0.62, 0.56, 0.48), rgb(0.58, 0.32, 0.22), rgb(0.30, 0.38, 0.38), rgb(0.70, 0.66, 0.60),
                rgb(0.55, 0.42, 0.20), rgb(0.42, 0.40, 0.46),
            ]), 0.1)
        scene.rock = chance.near(scene.ground, 0.14)
        scene.growth = chance.near(rgb(0.28, 0.16, 0.08))
        for _ in 0..<(chance.happens(0.5) ? 7 + chance.index(below: 8) : 0) {
            sprites.append(
                sprite(TesseraSpriteShadow, &chance) {
                    $0.size = $1.number(0.10, 0.22)
                    $0.width = $1.number(0.18, 0.34)
                    $0.blur = $1.number(0.006, 0.03)
                    $0.colour = rgb(0.42, 0.46, 0.56)
                })
        }
    }

    mutating func aerial(_ chance: inout Chance) {
        scene.subject = TesseraSubjectAerial
        scene.horizon = chance.number(-0.16, 0.16)
        scene.sun = chance.near(rgb(0.82, 0.76, 0.66), 0.1)
        scene.ambient = chance.near(rgb(0.26, 0.30, 0.36))
        let turn = chance.number(0, 1)
        scene.sunX = chance.sign() * (0.4 + 0.6 * turn)
        scene.sunY = chance.sign() * (1 - 0.6 * turn)
        scene.roughness = chance.number(0.7, 1.6)
        scene.waves = chance.number(0.5, 1.2)
        scene.waterDeep = chance.near(
            chance.one(of: [rgb(0.010, 0.10, 0.17), rgb(0.008, 0.14, 0.17), rgb(0.02, 0.06, 0.09)]))
        scene.cloudLit = chance.near(
            chance.one(of: [rgb(0.12, 0.48, 0.46), rgb(0.16, 0.42, 0.42), rgb(0.12, 0.26, 0.26)]))
        scene.ground = chance.near(
            chance.one(of: [rgb(0.70, 0.58, 0.42), rgb(0.62, 0.56, 0.48), rgb(0.28, 0.26, 0.25)]))
        scene.growth = chance.near(rgb(0.06, 0.12, 0.04))
        scene.rock = chance.near(chance.one(of: [rgb(0.10, 0.15, 0.04), rgb(0.22, 0.18, 0.10), rgb(0.30, 0.16, 0.05)]))
        scene.vignette = 0.25
    }

    mutating func street(_ chance: inout Chance) {
        dark(&chance, rgb(0.012, 0.016, 0.030))
        let lamps = [
            rgb(1.5, 0.85, 0.32), rgb(1.6, 0.62, 0.18), rgb(1.3, 1.1, 0.85), rgb(1.5, 0.16, 0.10), rgb(0.20, 1.0, 0.55),
            rgb(0.35, 0.6, 1.4), rgb(1.4, 0.25, 0.7),
        ]
        let vanishing = x(chance.number(0.3, 0.7))
        let size = chance.number(0.035, 0.075)
        let wet = y(chance.number(0.62, 0.76))
        for index in 0..<(34 + chance.index(below: 40)) {
            let depth = chance.number(0.05, 1)
            let side = chance.sign()
            let lamp = chance.near(
                index % 3 == 0 ? lamps[chance.index(below: lamps.count)] : lamps[chance.index(below: 3)], 0.15)
            let strength = chance.number(0.12, 0.75)
            let colour = rgb(lamp.r * strength, lamp.g * strength, lamp.b * strength)
            let px = vanishing + side * halfWidth * (0.06 + 1.25 * depth * chance.number(0.7, 1.1))
            let py = wet - 0.03 - halfHeight * chance.number(0.0, 1.25) * (0.15 + depth)
            let radius = size * (0.45 + 0.75 * depth) * chance.number(0.85, 1.15)
            sprites.append(
                sprite(TesseraSpriteStreak, &chance) { made, _ in
                    (made.x, made.y, made.size, made.width) = (
                        px, wet + 0.5 * (wet - py) + 0.10, 0.16 + 0.10 * depth, 0.16
                    )
                    made.colour = rgb(colour.r * 0.42, colour.g * 0.42, colour.b * 0.42)
                })
            sprites.append(
                sprite(TesseraSpriteDisc, &chance) { made, _ in
                    (made.x, made.y, made.size, made.width, made.colour) = (px, py, radius, 0.28, colour)
                })
        }
    }

    private mutating func dark(_ chance: inout Chance, _ colour: TesseraColour) {
        scene.subject = TesseraSubjectBokeh
        scene.horizon = 0
        scene.zenith = chance.near(colour)
        scene.skyline = chance.near(rgb(colour.r * 2.4, colour.g * 1.9, colour.b * 1.4))
        scene.ground = chance.near(rgb(colour.r * 1.3, colour.g, colour.b * 0.8))
        scene.growth = colour
        scene.sun = rgb(0.5, 0.3, 0.15)
        scene.sunGlow = chance.number(0.05, 0.25)
        scene.sunX = chance.number(-0.3, 0.3)
        scene.exposure = 1.25
        scene.bloom = 1.4
        scene.grain = 0.017
    }

    mutating func candles(_ chance: inout Chance) {
        dark(&chance, rgb(0.030, 0.014, 0.006))
        let base = chance.number(0.022, 0.06)
        let band = y(chance.number(0.35, 0.65))
        let spread = halfHeight * chance.number(0.35, 1)
        let tones =
            chance.happens(0.8)
            ? [rgb(1.5, 0.70, 0.20), rgb(1.5, 0.90, 0.40), rgb(1.4, 0.50, 0.14)]
            : [rgb(1.4, 0.80, 0.40), rgb(0.5, 0.75, 1.4), rgb(1.2, 0.35, 0.9), rgb(1.3, 1.15, 0.95)]
        for _ in 0..<(70 + chance.index(below: 110)) {
            let lamp = chance.near(chance.one(of: tones), 0.2)
            let size = chance.number(0.2, 1)
            let strength = chance.number(0.03, 0.35) / (0.3 + size)
            let fall = chance.number(-1, 1)
            sprites.append(
                sprite(TesseraSpriteDisc, &chance) { made, chance in
                    made.y = band + spread * fall * abs(fall)
                    made.size = base * size * size * 1.6 + 0.004
                    made.width = 0.2
                    made.colour = rgb(lamp.r * strength, lamp.g * strength, lamp.b * strength)
                })
        }
    }

    mutating func rain(_ chance: inout Chance) {
        if chance.happens(0.6) {
            street(&chance)
            sprites.removeAll { $0.kind == TesseraSpriteStreak }
        } else {
            green(&chance)
        }
        let light = rgb(scene.skyline.r + 0.25, scene.skyline.g + 0.24, scene.skyline.b + 0.24)
        for index in 0..<240 {
            sprites.append(
                sprite(TesseraSpriteDrop, &chance) {
                    $0.size = index % 9 == 0 ? $1.number(0.014, 0.028) : $1.number(0.003, 0.011)
                    $0.width = $1.number(1, 1.35)
                    $0.blur = 0.0008
                    $0.colour = light
                    $0.second = rgb(light.r * 0.3, light.g * 0.3, light.b * 0.35)
                })
        }
    }

    /// Returns a sprite at a random place and angle, modified by `change`.
    func sprite(
        _ kind: TesseraSpriteKind, _ chance: inout Chance, change: (inout TesseraSprite, inout Chance) -> Void
    ) -> TesseraSprite {
        var made = TesseraSprite()
        made.kind = kind
        made.seed = chance.seed()
        made.x = x(chance.number(-0.05, 1.05))
        made.y = y(chance.number(-0.02, 1.02))
        made.width = 0.5
        made.turn = chance.number(0, 6.28)
        change(&made, &chance)
        return made
    }
}
