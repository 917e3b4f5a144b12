// Photos and sidecars on shares, for what reads and states marks and words.
package import Codecs
import Glibc
import ImagePipeline
import Library
package import Photos
import Synchronization

/// The place of photos on shares, by the paths of their addresses. Which sidecars there are a listing says, where the
/// folder is listed; that they are there still is asked.
package struct ShareMarkPlace: MarkedPlace {
    let disk: any ShareDisk
    let sidecars: ShareSidecars
    let drafts: ShareDrafts
    private let read: ReadFolders

    /// Time after a call that was not answered in which the others of its share fail at once, so that hundreds of marks
    /// do not wait one after another.
    private static let silence = Duration.seconds(20)

    /// - Parameters:
    ///   - shares: Closes what it has read there before that is replaced.
    ///   - folder: Absolute, where it is written down for the next start what was begun; nil for nowhere.
    package init(_ shares: ShareClient, sidecars: ShareSidecars, folder: String? = nil) {
        self.init(
            MountedShareDisk(patience: SharePatience(pause: Self.silence)) { await shares.closeFiles(on: $0) },
            sidecars: sidecars, folder: folder)
    }

    init(_ disk: any ShareDisk, sidecars: ShareSidecars, folder: String? = nil) {
        (self.disk, self.sidecars) = (disk, sidecars)
        drafts = ShareDrafts(folder: folder)
        read = ReadFolders(sidecars)
    }

    package func files(of photo: FilePath) throws(PlaceFailure) -> MarkedFiles {
        guard let address = ShareAddress(photo), let folder = address.folder else {
            return MarkedFiles(files: [photo], sidecars: [], fingerprint: 0)
        }
        drafts.settle(of: address.root, at: self)
        do {
            let known = try known(of: address, in: folder)
            var there = try entries(known.map(\.name), in: folder)
            if there.isEmpty {
                let name = address.name
                let new = [name, name.stem].flatMap { [CompanionTable.newSidecar(of: $0), $0 + ".XMP"] }
                if try !entries(new, in: folder).isEmpty {
                    // Whose it is the names of all photos say.
                    read.set(FolderSidecars(of: try disk.entries(in: folder)), of: folder)
                    there = sidecars.sidecars(of: address) ?? []
                }
            }
            return MarkedFiles(
                files: [photo], sidecars: there.newestFirst.map { folder.appending(path: FilePath($0.name.text)).path },
                fingerprint: ShareEntry.fingerprint(of: there))
        } catch {
            throw PlaceFailure(FileReplacement.Failure(error).message)
        }
    }

    /// The sidecars of a photo as its folder's listing has them. A folder that is not listed is read.
    private func known(of photo: ShareAddress, in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] {
        if let known = sidecars.sidecars(of: photo) { return known }
        let found = FolderSidecars(of: try disk.entries(in: folder))
        read.set(found, of: folder)
        return found[photo.name]
    }

    private func entries(_ names: [FileName], in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] {
        if names.isEmpty { return [] }
        return try disk.statuses(of: names.map { folder.appending(path: FilePath($0.text)) }).compactMap(\.self)
            .filter(\.isRegular)
    }

    package func stamp(of file: FilePath) throws(PlaceFailure) -> FileStamp? {
        guard let address = ShareAddress(file) else { return nil }
        do {
            let entry = try disk.status(address, followsLink: true)
            return entry.isRegular ? entry.status().stamp : nil
        } catch {
            if error.code == ENOENT { return nil }
            throw PlaceFailure(FileReplacement.Failure(error).message)
        }
    }

    package func sidecar(at path: FilePath) throws(SidecarFailure) -> Sidecar {
        guard let address = ShareAddress(path) else { throw .unreadable(path.shown) }
        do {
            return Sidecar(
                path: path.text, content: Array(try disk.contents(of: address, limit: Sidecar.longest).storage))
        } catch {
            throw error.code == EFBIG ? .tooLarge : .unreadable(FileReplacement.Failure(error).reason)
        }
    }

    /// Reads the beginning of a file, in which cameras say what they have to say.
    package func open(_ file: FilePath) -> StatingFile? {
        guard let address = ShareAddress(file),
            let bytes = try? disk.beginning(of: address, count: ShareByteLoader.beginning),
            let entry = try? disk.status(address, followsLink: true)
        else { return nil }
        return StatingFile(beginning: bytes, modified: entry.modified)
    }
}

/// Folders that are not listed and were read for a photo in them, as after a start when marks are taken back.
private final class ReadFolders: Sendable {
    private let sidecars: ShareSidecars
    /// The latest last. Known of while they are held here.
    private let listings = Mutex<[(folder: ShareAddress, listing: ShareSidecars.Listing)]>([])
    private static let most = 16

    init(_ sidecars: ShareSidecars) { self.sidecars = sidecars }

    /// Sets what a folder has, also for the sources that list it.
    func set(_ found: FolderSidecars, of folder: ShareAddress) {
        if sidecars.set(found, of: folder) { return }
        let listing = sidecars.listing(of: folder)
        listing.set(found, in: "")
        listings.withLock { listings in
            listings.append((folder, listing))
            if listings.count > Self.most { listings.removeFirst() }
        }
    }
}
