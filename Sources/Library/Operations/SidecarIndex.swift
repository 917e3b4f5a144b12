// Which files beside a photo say something of it: XMP sidecars.
public import Photos

/// The sidecars in one folder, found by the names of photos.
///
/// A sidecar of `IMG_1.jpg` is `IMG_1.jpg.xmp`, as darktable and digiKam write it, or `IMG_1.xmp`, as Lightroom does.
/// The second belongs to the photo only where no other file but those of the photo has that name before its extension:
/// else it may be another photo's. Case counts in the name, and not in `xmp`.
public struct SidecarIndex: Sendable {
    private static let ending = "xmp"
    /// Names of sidecars by what stands before their extension.
    private let sidecars: [FileName: [FileName]]
    /// Of the names in `sidecars`, the other files that have them before their own extension.
    private let owners: [FileName: [FileName]]

    /// - Parameter names: The names of all files in the folder.
    public init(_ names: some Sequence<FileName>) {
        var sidecars: [FileName: [FileName]] = [:], others: [FileName] = []
        for name in names {
            if name.lowercasedExtension == Self.ending {
                sidecars[name.stem, default: []].append(name)
            } else {
                others.append(name)
            }
        }
        self.sidecars = sidecars
        guard !sidecars.isEmpty else {
            owners = [:]
            return
        }
        var owners: [FileName: [FileName]] = [:]
        for name in others {
            let stem = name.stem
            if sidecars[stem] != nil { owners[stem, default: []].append(name) }
        }
        self.owners = owners
    }

    /// Returns the sidecars of a photo whose files have these names, in ascending order.
    public func sidecars(of names: [FileName]) -> [FileName] {
        guard !sidecars.isEmpty else { return [] }
        var found: Set<FileName> = []
        for name in names {
            found.formUnion(sidecars[name] ?? [])
            let stem = name.stem
            if stem != name, owners[stem]?.allSatisfy(names.contains) == true { found.formUnion(sidecars[stem] ?? []) }
        }
        return found.subtracting(names).sorted()
    }
}
