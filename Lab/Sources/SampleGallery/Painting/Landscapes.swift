// Landscape subjects: scenes with a horizon.
import CPainting

extension Composition {
    private mutating func sky(_ chance: inout Chance, _ kinds: [TesseraClouds]) {
        scene.clouds = kinds[chance.index(below: kinds.count)]
        scene.cloudCover = chance.number(0.34, 0.66)
        scene.cloudScale = chance.number(0.7, 1.5)
    }

    mutating func mountains(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.60, 0.78))
        scene.focal = chance.number(0.95, 1.7)
        let weathers: [Weather] = [.noon, .noon, .goldenSide, .goldenSide, .goldenSide, .sunset, .dawn, .storm, .hazy]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(
            &chance,
            [TesseraCloudsNone, TesseraCloudsCumulus, TesseraCloudsSheet, TesseraCloudsCirrus, TesseraCloudsCirrus])
        scene.terrain = TesseraTerrainMountains
        scene.cameraHeight = chance.number(0.7, 2.2)
        scene.relief = chance.number(4.2, 6.8) / scene.focal.squareRoot()
        scene.roughness = chance.number(0.75, 1.35)
        scene.snowLine = chance.happens(0.6) ? scene.relief * chance.number(0.15, 0.75) : 1000
        scene.rock = chance.near(chance.one(of: [rgb(0.20, 0.19, 0.19), rgb(0.26, 0.21, 0.17), rgb(0.16, 0.17, 0.19)]))
        scene.ground = chance.near(
            chance.one(of: [rgb(0.20, 0.17, 0.10), rgb(0.12, 0.14, 0.06), rgb(0.24, 0.16, 0.08)]))
        scene.growth = chance.near(
            chance.one(of: [rgb(0.06, 0.10, 0.035), rgb(0.09, 0.13, 0.04), rgb(0.20, 0.11, 0.035)]))
    }

    mutating func lake(_ chance: inout Chance) {
        mountains(&chance)
        scene.horizon = y(chance.number(0.48, 0.60))
        scene.water = true
        scene.waves = chance.happens(0.6) ? chance.number(0.006, 0.03) : chance.number(0.05, 0.10)
        scene.cameraHeight = chance.number(0.35, 0.8)
        scene.relief *= 0.8
        scene.waterDeep = chance.near(
            chance.one(of: [rgb(0.02, 0.07, 0.09), rgb(0.02, 0.09, 0.10), rgb(0.015, 0.04, 0.05)]))
    }

    mutating func sea(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.36, 0.60))
        scene.focal = chance.number(0.9, 1.5)
        let weathers: [Weather] = [
            .noon, .goldenSide, .sunset, .sunset, .sunset, .dawn, .overcast, .storm, .blueHour, .hazy,
        ]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsCumulus, TesseraCloudsSheet, TesseraCloudsCirrus, TesseraCloudsSheet])
        scene.water = true
        scene.waves = chance.number(0.05, 0.24)
        scene.cameraHeight = chance.number(0.5, 2.5)
        scene.hazeDensity *= 0.25
        scene.waterDeep = chance.near(
            chance.one(of: [rgb(0.010, 0.05, 0.085), rgb(0.012, 0.085, 0.10), rgb(0.018, 0.038, 0.055)]))
        scene.ground = rgb(0.3, 0.26, 0.2)
    }

    mutating func dunes(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.38, 0.56))
        scene.focal = chance.number(0.9, 1.6)
        let weathers: [Weather] = [.goldenSide, .goldenSide, .goldenSide, .sunset, .noon]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsNone, TesseraCloudsNone, TesseraCloudsCirrus])
        if abs(scene.sunX) > 1.3 { scene.sunY = scene.horizon - chance.number(0.3, 0.75) }
        scene.terrain = TesseraTerrainDunes
        scene.cameraHeight = chance.number(1.0, 1.8)
        scene.relief = chance.number(1.6, 2.9)
        scene.ground = chance.near(
            chance.one(of: [rgb(0.52, 0.31, 0.15), rgb(0.56, 0.40, 0.24), rgb(0.46, 0.22, 0.10)]), 0.1)
        scene.rock = chance.near(scene.ground, 0.12)
        scene.growth = scene.ground
    }

    mutating func hills(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.36, 0.55))
        scene.focal = chance.number(1.0, 1.9)
        let weathers: [Weather] = [.noon, .noon, .goldenSide, .goldenSide, .dawn, .dawn, .overcast, .storm, .hazy]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsCumulus, TesseraCloudsCumulus, TesseraCloudsSheet, TesseraCloudsCirrus])
        scene.terrain = TesseraTerrainHills
        scene.cameraHeight = chance.number(1.6, 3.2)
        scene.relief = chance.number(1.8, 3.4)
        scene.roughness = chance.number(0.8, 1.4)
        scene.rock = rgb(0.22, 0.19, 0.14)
        let autumn = chance.happens(0.3)
        scene.ground = chance.near(
            autumn
                ? rgb(0.34, 0.24, 0.08)
                : chance.one(of: [rgb(0.20, 0.26, 0.06), rgb(0.32, 0.29, 0.10), rgb(0.14, 0.23, 0.05)]))
        scene.growth = chance.near(autumn ? rgb(0.30, 0.13, 0.03) : rgb(0.08, 0.15, 0.03))
        if chance.happens(0.14) {
            scene.snowLine = -5
        } else if chance.happens(0.12) {
            scene.ground = chance.near(rgb(0.26, 0.15, 0.36))
        } else if chance.happens(0.15) {
            scene.ground = chance.near(rgb(0.50, 0.36, 0.12))
        }
    }

    mutating func mesas(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.46, 0.62))
        scene.focal = chance.number(1.0, 1.7)
        let weathers: [Weather] = [.goldenSide, .goldenSide, .sunset, .noon, .storm, .hazy]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsCumulus, TesseraCloudsCirrus, TesseraCloudsNone])
        scene.terrain = TesseraTerrainMesas
        scene.cameraHeight = chance.number(0.9, 2)
        scene.relief = chance.number(3.2, 5.5)
        scene.roughness = chance.number(0.8, 1.3)
        scene.rock = chance.near(
            chance.one(of: [rgb(0.46, 0.20, 0.11), rgb(0.42, 0.26, 0.16), rgb(0.38, 0.17, 0.12)]), 0.1)
        scene.ground = chance.near(rgb(0.42, 0.25, 0.14), 0.15)
        scene.growth = chance.near(rgb(0.12, 0.13, 0.06))
    }

    mutating func clouds(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.78, 0.98))
        scene.focal = chance.number(0.8, 1.3)
        let weathers: [Weather] = [.noon, .noon, .goldenSide, .sunset, .sunset, .storm, .dawn]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsCumulus, TesseraCloudsCumulus, TesseraCloudsSheet, TesseraCloudsCirrus])
        scene.cloudScale = chance.number(0.5, 1.1)
        scene.cloudCover = chance.number(0.42, 0.68)
        scene.terrain = TesseraTerrainHills
        scene.cameraHeight = chance.number(1.5, 2.5)
        scene.relief = chance.number(1, 2)
        scene.rock = rgb(0.2, 0.18, 0.14)
        scene.ground = chance.near(rgb(0.17, 0.20, 0.06))
        scene.growth = chance.near(rgb(0.06, 0.11, 0.03))
    }

    mutating func firs(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.36, 0.52))
        let weathers: [Weather] = [.dawn, .dawn, .overcast, .overcast, .hazy, .sunset, .blueHour]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsNone, TesseraCloudsSheet, TesseraCloudsCirrus])
        scene.silhouette = TesseraSilhouetteConifers
        scene.silhouetteLayers = Float(4 + chance.index(below: 4))
        scene.silhouetteScale = chance.number(0.7, 1.5)
        scene.silhouetteColour = chance.near(
            chance.one(of: [rgb(0.012, 0.022, 0.022), rgb(0.02, 0.026, 0.014), rgb(0.03, 0.02, 0.012)]))
        scene.groundMist = chance.number(0.6, 1)
    }

    mutating func city(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.56, 0.70))
        let weathers: [Weather] = [.blueHour, .blueHour, .moonlit, .sunset]
        scene.light(weathers[chance.index(below: weathers.count)], top: top, &chance)
        sky(&chance, [TesseraCloudsSheet, TesseraCloudsCirrus, TesseraCloudsNone])
        scene.silhouette = TesseraSilhouetteCity
        scene.silhouetteScale = chance.number(0.8, 1.5) * min(1, halfHeight / 0.38)
        scene.silhouetteColour = chance.near(rgb(0.018, 0.022, 0.032))
        let lamps: Float = scene.sunSize > 0 ? 0.45 : 1
        scene.windowLight = chance.near(rgb(1.25 * lamps, 0.72 * lamps, 0.30 * lamps), 0.1)
        scene.water = true
        scene.waves = chance.number(0.025, 0.08)
        scene.cameraHeight = chance.number(0.3, 0.8)
        scene.waterDeep = rgb(0.006, 0.012, 0.02)
        scene.hazeDensity *= 0.2
        scene.bloom = 1.3
    }

    private mutating func night(_ chance: inout Chance) {
        scene.horizon = y(chance.number(0.74, 0.9))
        scene.focal = chance.number(0.8, 1.2)
        scene.light(.moonlit, top: top, &chance)
        scene.stars = chance.number(0.8, 1.5)
        scene.terrain = chance.happens(0.5) ? TesseraTerrainMountains : TesseraTerrainHills
        scene.cameraHeight = chance.number(1, 2)
        scene.relief = chance.number(2.5, 5)
        scene.snowLine = chance.happens(0.4) ? scene.relief * 0.3 : 1000
        scene.rock = rgb(0.2, 0.2, 0.2)
        scene.ground = rgb(0.12, 0.12, 0.08)
        scene.growth = rgb(0.06, 0.08, 0.04)
        scene.bloom = 1.1
    }

    mutating func stars(_ chance: inout Chance) {
        night(&chance)
        scene.milkyWay = chance.number(0.9, 1.8)
    }

    mutating func aurora(_ chance: inout Chance) {
        night(&chance)
        scene.aurora = chance.number(0.8, 1.5)
        scene.ambient = rgb(0.03, 0.075, 0.06)
        if chance.happens(0.5) {
            scene.horizon = y(chance.number(0.58, 0.7))
            scene.water = true
            scene.waves = chance.number(0.006, 0.03)
            scene.cameraHeight = 0.5
            scene.waterDeep = rgb(0.004, 0.012, 0.012)
        }
    }
}
