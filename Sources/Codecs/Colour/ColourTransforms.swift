// A cache of colour transforms: the photos of a folder have one or two profiles between them.
import PhotoFormats
import Synchronization

/// The most recently used transforms, by the bytes of their profiles. Any thread. A transform is made with no lock
/// held, so two threads may make the same one, of which one is kept.
final class ColourTransforms: Sendable {
    /// Most transforms kept, and most bytes of their profiles.
    private static let most = (count: 8, bytes: PictureLimits.largestProfile)

    private struct Entry {
        let profile: [UInt8]
        let inks: InkOrder?
        /// Nil if the profile changes nothing, which takes as long to find out.
        let transform: ColourTransform?
    }

    /// Least recently used first.
    private let entries = Mutex<[Entry]>([])

    /// Returns the transform of `profile`, or nil when its images are taken as they are: there is no profile, or it is
    /// broken, too large, neither for RGB nor for grey, or the same as sRGB. Inks always have one: a profile that is
    /// not for them is as none. Blocks for some milliseconds when the profile is new.
    func transform(from profile: [UInt8]?, inks: InkOrder? = nil) -> ColourTransform? {
        var usable = profile ?? []
        if usable.count > PictureLimits.largestProfile { usable = [] }
        if usable.isEmpty, inks == nil { return nil }
        if let found = entries.withLock({ Self.use(usable, inks, in: &$0) }) { return found.transform }
        let transform = inks.map { ColourTransform(ofInks: $0, from: usable) } ?? ColourTransform(from: usable)
        let fresh = Entry(profile: usable, inks: inks, transform: transform)
        return entries.withLock { entries in
            if let found = Self.use(usable, inks, in: &entries) { return found.transform }
            entries.append(fresh)
            while entries.count > Self.most.count || entries.reduce(0, { $0 + $1.profile.count }) > Self.most.bytes {
                entries.removeFirst()
            }
            return fresh.transform
        }
    }

    private static func use(_ profile: [UInt8], _ inks: InkOrder?, in entries: inout [Entry]) -> Entry? {
        guard let index = entries.lastIndex(where: { $0.inks == inks && $0.profile == profile }) else { return nil }
        let found = entries.remove(at: index)
        entries.append(found)
        return found
    }
}
