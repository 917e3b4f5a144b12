// What the camera recorded of a shot.
public import Photos

/// Aperture, sensitivity, exposure and focal length of a photo, by which photos are searched. Each may be missing.
public struct ShotSettings: Hashable, Sendable {
    /// Focal length ÷ aperture.
    public var fNumber: Double?
    /// ISO speed.
    public var sensitivity: Int?
    /// Seconds.
    public var exposureTime: Double?
    /// Millimetres.
    public var focalLength: Double?

    /// Nothing is known.
    public init() {}

    public init(_ camera: CameraData) {
        fNumber = camera.fNumber
        sensitivity = camera.sensitivity
        exposureTime = camera.exposureTime
        focalLength = camera.focalLength
    }

    /// One of the settings, and the whole numbers that a column keeps of it.
    enum Setting: Int, CaseIterable {
        case aperture, sensitivity, exposure, focalLength

        /// What the unit of a code is a part of: tenths, ISO speeds, microseconds, tenths of a millimetre.
        private var codesPerUnit: Double {
            switch self {
            case .aperture, .focalLength: 10
            case .sensitivity: 1
            case .exposure: 1e6
            }
        }

        /// How far from a written number recorded ones may be: cameras write 1/249 for 1/250, and 49.8 mm for 50 mm.
        private func tolerance(of number: Double) -> Double {
            switch self {
            case .aperture, .sensitivity: 0
            case .exposure: number * 0.015
            case .focalLength: 0.5
            }
        }

        fileprivate func code(_ number: Double) -> UInt64? {
            let code = (number * codesPerUnit).rounded()
            return code >= 0 && code <= Double(ShotSettings.mostCode) ? UInt64(code) : nil
        }

        /// The codes of what a written number means; nil where no shot has that.
        func codes(_ number: Double) -> ClosedRange<UInt64>? {
            let tolerance = tolerance(of: number)
            let least = ((number - tolerance) * codesPerUnit).rounded(.up)
            let most = ((number + tolerance) * codesPerUnit).rounded(.down)
            guard let exact = code(number), least >= 0, most <= Double(ShotSettings.mostCode) else { return nil }
            return min(UInt64(least), exact)...max(UInt64(most), exact)
        }
    }

    /// The greatest code: an exposure of an hour and a bit.
    static let mostCode: UInt64 = 0xFFFF_FFFF

    /// The code of a setting; nil where it is not known.
    func code(_ setting: Setting) -> UInt64? {
        switch setting {
        case .aperture: fNumber.flatMap(setting.code)
        case .sensitivity: sensitivity.flatMap { setting.code(Double($0)) }
        case .exposure: exposureTime.flatMap(setting.code)
        case .focalLength: focalLength.flatMap(setting.code)
        }
    }
}
