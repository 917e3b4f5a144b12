// The sidecars of photos on shares, as the listings of their folders have them.
import Library
import Photos
import Synchronization

/// The sidecars in one folder by the photos that they belong to: no photo without any.
struct FolderSidecars: Sendable {
    /// In the order of `Belongings.sidecars`.
    private var byPhoto: [FileName: [ShareEntry]] = [:]

    /// Finds the sidecars among the entries of a folder, by the names alone.
    init(of entries: [ShareEntry]) {
        let formats = ListedFormats()
        func isPhoto(_ name: FileName) -> Bool { formats.roleIfShown(name) == .photo }
        var sidecars: [FileName: ShareEntry] = [:]
        for entry in entries where entry.isRegular && CompanionTable.isSidecar(entry.name) {
            sidecars[entry.name] = entry
        }
        guard !sidecars.isEmpty else { return }
        let photos = entries.filter { $0.isRegular && isPhoto($0.name) }.map(\.name)
        let belongings = Belongings(of: photos + sidecars.keys, isPhoto: isPhoto)
        for photo in photos {
            let found = belongings.sidecars(of: [photo] + belongings.pair(of: photo).filter { $0 != photo })
            if !found.isEmpty { byPhoto[photo] = found.compactMap { sidecars[$0] } }
        }
    }

    subscript(photo: FileName) -> [ShareEntry] { byPhoto[photo] ?? [] }

    /// Takes what was known of photos in place of what was found.
    mutating func keep(_ known: FolderSidecars) { byPhoto.merge(known.byPhoto) { _, known in known } }

    /// Takes in that a sidecar was written, or deleted.
    /// - Parameter entry: Its state now; nil where it is gone.
    mutating func note(_ sidecar: FileName, _ entry: ShareEntry?) {
        let photos = byPhoto.filter { $0.value.contains { $0.name == sidecar } }.keys
        for photo in photos {
            byPhoto[photo]?.removeAll { $0.name == sidecar }
            if let entry { byPhoto[photo, default: []].append(entry) }
            if byPhoto[photo]?.isEmpty == true { byPhoto[photo] = nil }
        }
        // A new one has the whole name of its photo.
        if photos.isEmpty, let entry { byPhoto[sidecar.stem, default: []].append(entry) }
    }
}

/// The sidecars of the photos in all folders on shares that are listed now: what a listing has found is found for those
/// who read facts and write marks, without a request.
public final class ShareSidecars: Sendable {
    /// The folders that one source lists. Held by the source.
    final class Listing: Sendable {
        fileprivate let address: ShareAddress
        fileprivate let folders = Mutex<[FilePath: FolderSidecars]>([:])

        fileprivate init(_ address: ShareAddress) { self.address = address }

        /// What a folder has; nil for one that was not listed.
        subscript(path: FilePath) -> FolderSidecars? { folders.withLock { $0[path] } }

        /// Sets what a folder has; nil for one that is gone.
        /// - Parameter path: Below the address of the listing.
        func set(_ sidecars: FolderSidecars?, in path: FilePath) { folders.withLock { $0[path] = sidecars } }
    }

    private struct Listed { weak var listing: Listing? }
    private let listed = Mutex<[Listed]>([])

    public init() {}

    /// Begins a listing of a folder and of those below it. It is known of while it is held.
    func listing(of address: ShareAddress) -> Listing {
        let listing = Listing(address)
        listed.withLock { listed in
            listed.removeAll { $0.listing == nil }
            listed.append(Listed(listing: listing))
        }
        return listing
    }

    /// Returns the sidecars of the photo at an address, in the order of `Belongings.sidecars`; nil where its folder is
    /// not listed.
    func sidecars(of photo: ShareAddress) -> [ShareEntry]? {
        guard let folder = photo.folder else { return nil }
        for (listing, path) in listings(of: folder) {
            if let sidecars = listing.folders.withLock({ $0[path] }) { return sidecars[photo.name] }
        }
        return nil
    }

    /// Sets what a folder has where it is listed.
    /// - Returns: Whether it is.
    func set(_ found: FolderSidecars, of folder: ShareAddress) -> Bool {
        let listings = listings(of: folder).filter { listing, path in listing[path] != nil }
        for (listing, path) in listings { listing.set(found, in: path) }
        return !listings.isEmpty
    }

    /// Takes in that a sidecar was written, or deleted.
    /// - Parameter entry: Its state now; nil where it is gone.
    func note(_ sidecar: ShareAddress, _ entry: ShareEntry?) {
        guard let folder = sidecar.folder else { return }
        for (listing, path) in listings(of: folder) {
            listing.folders.withLock { $0[path]?.note(sidecar.name, entry) }
        }
    }

    private func listings(of folder: ShareAddress) -> [(Listing, FilePath)] {
        listed.withLock { listed in
            listed.compactMap(\.listing).compactMap { listing in
                if listing.address == folder { return (listing, "") }
                let path = folder.path(below: listing.address)
                return path.text.isEmpty ? nil : (listing, path)
            }
        }
    }
}

extension [ShareEntry] {
    /// The sidecars of one photo, the one that was changed last first, as on the disk.
    var newestFirst: [ShareEntry] {
        let order = indices.sorted { (self[$1].modified, $0) < (self[$0].modified, $1) }
        return order.map { self[$0] }
    }
}
