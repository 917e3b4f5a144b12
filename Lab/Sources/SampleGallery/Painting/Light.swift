// Light of a landscape: time of day and weather as sun, sky and haze.
import CPainting

/// Times of day and kinds of weather.
enum Weather: CaseIterable {
    case noon, goldenSide, sunset, dawn, overcast, storm, blueHour, hazy, moonlit
}

extension TesseraScene {
    /// Creates an empty scene in plain daylight.
    init(seed: UInt32) {
        self.init()
        self.seed = seed
        focal = 1
        cameraHeight = 1
        roughness = 1
        silhouetteScale = 1
        snowLine = 1000
        exposure = 1
        saturation = 1
        contrast = 0.5
        bloom = 0.7
        vignette = 0.35
        grain = 0.013
    }

    /// Sets the light of the scene. `horizon` must be set; `top` is the y of the image's upper edge.
    mutating func light(_ weather: Weather, top: Float, _ chance: inout Chance) {
        let side = chance.sign()
        let sky = horizon - top
        switch weather {
        case .noon:
            sun = chance.near(rgb(1.30, 1.22, 1.08), 0.06)
            zenith = chance.near(rgb(0.055, 0.17, 0.48), 0.2)
            skyline = chance.near(rgb(0.36, 0.55, 0.78), 0.12)
            haze = rgb(0.42, 0.56, 0.74)
            ambient = rgb(0.24, 0.34, 0.50)
            (sunX, sunY, sunGlow) = (side * chance.number(1.4, 2), horizon - chance.number(1.0, 1.6), 0.25)
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.006, 0.016), rgb(1.05, 1.03, 1.0), rgb(0.40, 0.47, 0.58)
            )
            exposure = chance.number(0.85, 1.1)
        case .goldenSide:
            sun = chance.near(rgb(1.65, 1.02, 0.50), 0.1)
            zenith = chance.near(rgb(0.07, 0.17, 0.40), 0.2)
            skyline = chance.near(rgb(0.80, 0.62, 0.44), 0.12)
            haze = rgb(0.66, 0.54, 0.44)
            ambient = rgb(0.17, 0.22, 0.34)
            (sunX, sunY, sunGlow) = (side * chance.number(1.35, 1.9), horizon - chance.number(0.35, 0.6), 0.55)
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.010, 0.024), rgb(1.15, 0.80, 0.52), rgb(0.33, 0.32, 0.42)
            )
        case .sunset:
            sun = chance.near(chance.one(of: [rgb(1.9, 0.80, 0.24), rgb(1.9, 0.62, 0.30), rgb(1.7, 0.95, 0.40)]), 0.1)
            zenith = chance.near(
                chance.one(of: [rgb(0.10, 0.15, 0.34), rgb(0.16, 0.12, 0.32), rgb(0.07, 0.14, 0.28)]), 0.2)
            skyline = chance.near(
                chance.one(of: [rgb(0.85, 0.42, 0.18), rgb(0.80, 0.34, 0.26), rgb(0.86, 0.55, 0.26)]), 0.12)
            haze = rgb(0.48, 0.28, 0.22)
            ambient = rgb(0.13, 0.12, 0.20)
            (sunX, sunY) = (chance.number(-0.4, 0.4), horizon - chance.number(0.03, 0.14))
            (sunSize, sunGlow) = (chance.number(0.012, 0.03), chance.number(0.7, 1.1))
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.014, 0.03), rgb(1.15, 0.50, 0.26), rgb(0.20, 0.16, 0.25)
            )
            exposure = chance.number(0.8, 1)
            saturation = 1.08
        case .dawn:
            sun = chance.near(rgb(1.35, 0.86, 0.66), 0.1)
            zenith = chance.near(rgb(0.26, 0.32, 0.52), 0.15)
            skyline = chance.near(
                chance.one(of: [rgb(0.88, 0.66, 0.62), rgb(0.90, 0.72, 0.55), rgb(0.78, 0.66, 0.74)]), 0.08)
            haze = rgb(0.66, 0.58, 0.62)
            ambient = rgb(0.25, 0.26, 0.36)
            (sunX, sunY, sunGlow) = (side * chance.number(0.1, 0.7), horizon - chance.number(0.06, 0.2), 0.6)
            (hazeDensity, groundMist) = (chance.number(0.010, 0.025), chance.number(0.4, 0.9))
            (cloudLit, cloudShade) = (rgb(1.05, 0.78, 0.70), rgb(0.44, 0.42, 0.54))
        case .overcast:
            sun = rgb(0.22, 0.22, 0.22)
            zenith = chance.near(rgb(0.40, 0.44, 0.50), 0.1)
            skyline = chance.near(rgb(0.66, 0.69, 0.72), 0.08)
            haze = rgb(0.60, 0.64, 0.68)
            ambient = rgb(0.52, 0.56, 0.62)
            (sunX, sunY, sunGlow) = (side * 0.4, top - 0.1, 0.3)
            (hazeDensity, groundMist) = (chance.number(0.008, 0.025), chance.number(0, 0.5))
            (cloudLit, cloudShade) = (rgb(0.74, 0.76, 0.79), rgb(0.36, 0.39, 0.44))
            saturation = chance.number(0.72, 0.92)
        case .storm:
            sun = rgb(1.1, 0.95, 0.72)
            zenith = chance.near(rgb(0.10, 0.13, 0.18), 0.2)
            skyline = chance.near(rgb(0.42, 0.45, 0.46), 0.15)
            haze = rgb(0.34, 0.38, 0.42)
            ambient = rgb(0.22, 0.26, 0.32)
            (sunX, sunY, sunGlow) = (side * chance.number(0.2, 1.6), horizon - sky * 0.5, 0.45)
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.02, 0.04), rgb(0.72, 0.70, 0.66), rgb(0.11, 0.13, 0.17)
            )
            saturation = 0.85
            contrast = 0.6
        case .blueHour:
            sun = rgb(0.9, 0.45, 0.30)
            zenith = chance.near(rgb(0.025, 0.06, 0.17), 0.2)
            skyline = chance.near(
                chance.one(of: [rgb(0.36, 0.27, 0.36), rgb(0.20, 0.30, 0.46), rgb(0.46, 0.28, 0.24)]), 0.15)
            haze = rgb(0.15, 0.19, 0.32)
            ambient = rgb(0.09, 0.12, 0.22)
            (sunX, sunY, sunGlow) = (side * chance.number(0, 0.5), horizon + 0.02, 0.4)
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.015, 0.03), rgb(0.36, 0.26, 0.34), rgb(0.06, 0.08, 0.16)
            )
            exposure = 1.15
        case .hazy:
            sun = chance.near(rgb(1.2, 1.02, 0.78), 0.1)
            zenith = chance.near(rgb(0.34, 0.45, 0.58), 0.1)
            skyline = chance.near(rgb(0.86, 0.82, 0.72), 0.06)
            haze = chance.near(rgb(0.74, 0.72, 0.66), 0.06)
            ambient = rgb(0.30, 0.34, 0.40)
            (sunX, sunY, sunGlow) = (side * chance.number(0.2, 0.9), horizon - chance.number(0.25, 0.6), 0.6)
            (hazeDensity, cloudLit, cloudShade) = (
                chance.number(0.012, 0.03), rgb(1.0, 0.96, 0.9), rgb(0.56, 0.58, 0.60)
            )
            contrast = 0.35
            fade = 0.03
        case .moonlit:
            sun = rgb(0.16, 0.20, 0.27)
            zenith = chance.near(rgb(0.006, 0.012, 0.034), 0.2)
            skyline = chance.near(
                chance.one(of: [rgb(0.05, 0.075, 0.12), rgb(0.11, 0.085, 0.07), rgb(0.03, 0.06, 0.085)]), 0.15)
            haze = rgb(0.035, 0.05, 0.08)
            ambient = rgb(0.030, 0.042, 0.075)
            (sunX, sunY, sunGlow) = (side * 1.5, horizon - 0.7, 0.1)
            (hazeDensity, cloudLit, cloudShade) = (0.02, rgb(0.10, 0.12, 0.17), rgb(0.02, 0.026, 0.04))
            exposure = 1.5
            grain = 0.017
        }
    }

    /// Sets a slight colour cast in the shadows and in the highlights.
    mutating func tone(_ chance: inout Chance) {
        let strength = chance.number(0, 0.022)
        let looks: [(TesseraColour, TesseraColour)] = [
            (rgb(-1, 0, 1), rgb(1, 0.3, -1)), (rgb(-0.5, 0.3, 0.6), rgb(0.8, 0.5, -0.6)),
            (rgb(0.3, -0.2, 0.5), rgb(0.6, 0.4, -0.2)),
            (rgb(0, 0, 0), rgb(0, 0, 0)), (rgb(-0.6, 0.5, 0.3), rgb(0.7, 0.1, -0.3)),
        ]
        let (shadow, lights) = looks[chance.index(below: looks.count)]
        shadowTint = rgb(shadow.r * strength, shadow.g * strength, shadow.b * strength)
        lightTint = rgb(lights.r * strength, lights.g * strength, lights.b * strength)
        warmth += chance.number(-0.035, 0.035)
        exposure *= chance.number(0.78, 0.95)
        saturation *= chance.number(1.0, 1.2)
        vignette *= chance.number(0.5, 1.5)
        fade += chance.happens(0.25) ? chance.number(0.01, 0.045) : 0
    }
}
