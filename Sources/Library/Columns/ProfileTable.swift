// What many photos of a collection have in common, kept once.

/// Format, camera and lens of a photo.
struct PhotoProfile: Hashable, Sendable {
    let kind: String?
    let camera: String?
    let lens: String?
}

/// All profiles of a collection by number. A library has some dozens; strange files may have one each, so that there is
/// an end to how many are told apart and how long their names may be.
struct ProfileTable: Sendable {
    /// Profiles have two bytes.
    private static let most = 65_000
    /// Bytes of a name that are kept.
    private static let longestName = 120

    private(set) var profiles: ContiguousArray<PhotoProfile> = []
    private var numbers: [PhotoProfile: UInt64] = [:]

    /// The number of a profile, which is added if it is not known yet and there is room; else that of one without a
    /// camera, or nil.
    mutating func number(kind: String?, camera: String?, lens: String?) -> UInt64? {
        guard kind != nil || camera != nil || lens != nil else { return nil }
        let full = PhotoProfile(kind: kind.map(Self.name), camera: camera.map(Self.name), lens: lens.map(Self.name))
        if let number = add(full) { return number }
        return numbers[PhotoProfile(kind: full.kind, camera: nil, lens: nil)]
    }

    private mutating func add(_ profile: PhotoProfile) -> UInt64? {
        if let number = numbers[profile] { return number }
        guard profiles.count < Self.most else { return nil }
        let number = UInt64(profiles.count)
        profiles.append(profile)
        numbers[profile] = number
        return number
    }

    private static func name(_ text: String) -> String {
        guard text.utf8.count > longestName else { return text }
        return String(decoding: text.utf8.prefix(longestName), as: UTF8.self)
    }
}
