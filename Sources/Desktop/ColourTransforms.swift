// The transforms of the profiles that were met last: a folder's photos have one or two between them.
import Synchronization

/// A small cache of transforms, by the profile's bytes. Any thread; a transform is made with no lock held, so that two
/// threads may make the same one, of which one is kept.
final class ColourTransforms: Sendable {
    /// Bytes of the largest profile that is honoured; those of screens and cameras have 500 bytes to some hundred KB.
    static let largestProfile = 4 << 20
    /// How many are kept, and bytes of their profiles at most.
    private static let most = (count: 8, bytes: largestProfile)

    private struct Entry {
        let profile: [UInt8]
        /// Nil where the profile changes nothing, which is as dear to find out.
        let transform: ColourTransform?
    }

    /// That which was used longest ago first.
    private let entries = Mutex<[Entry]>([])

    /// The transform of `profile`, or nil when its pictures are to be taken as they are: none is named, or it is broken,
    /// too large, neither for RGB nor for grey, or the same as sRGB. Blocks for some milliseconds when it is new.
    func transform(from profile: [UInt8]?) -> ColourTransform? {
        guard let profile, !profile.isEmpty, profile.count <= Self.largestProfile else { return nil }
        if let found = entries.withLock({ Self.use(profile, in: &$0) }) { return found.transform }
        let fresh = Entry(profile: profile, transform: ColourTransform(from: profile))
        return entries.withLock { entries in
            if let found = Self.use(profile, in: &entries) { return found.transform }
            entries.append(fresh)
            while entries.count > Self.most.count || entries.reduce(0, { $0 + $1.profile.count }) > Self.most.bytes {
                entries.removeFirst()
            }
            return fresh.transform
        }
    }

    private static func use(_ profile: [UInt8], in entries: inout [Entry]) -> Entry? {
        guard let index = entries.lastIndex(where: { $0.profile == profile }) else { return nil }
        let found = entries.remove(at: index)
        entries.append(found)
        return found
    }
}
