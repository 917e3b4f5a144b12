// Photos and sidecars on shares, for what reads and states marks and words.
package import Codecs
import Glibc
import ImagePipeline
import Library
package import Photos
import Synchronization

/// The calls by which files on shares are read and written by one who waits for them. Each blocks its thread, and has a
/// limit of time.
///
/// The error is that of the system which comes nearest: ENOENT, EEXIST, EACCES, ENOSPC; ETIMEDOUT and ENOTCONN of a
/// share that is away; EIO where nothing but words says what it is.
protocol ShareCalls: Sendable {
    typealias Failure = FileReplacement.Failure

    /// Returns what files are, all asked at once; nil for each that is not there.
    func entries(of files: [ShareAddress]) throws(Failure) -> [ShareEntry?]
    func entries(in folder: ShareAddress) throws(Failure) -> [ShareEntry]
    /// Reads the first `most` bytes of a file; nil where it is not there.
    func read(_ file: ShareAddress, most: Int) throws(Failure) -> [UInt8]?
    /// Writes a new file; EEXIST where one has the name.
    func create(_ file: ShareAddress, _ bytes: [UInt8]) throws(Failure)
    /// - Parameter replaces: Whether a file that has the name goes; otherwise it is EEXIST.
    func rename(_ file: ShareAddress, to name: ShareAddress, replaces: Bool) throws(Failure)
    func delete(_ file: ShareAddress) throws(Failure)
}

/// The place of photos on shares, by the paths of their addresses. Which sidecars there are a listing says, where the
/// folder is listed; that they are there still is asked.
package struct ShareMarkPlace: MarkedPlace {
    let calls: any ShareCalls
    let sidecars: ShareSidecars
    private let read: ReadFolders

    package init(_ shares: ShareClient, sidecars: ShareSidecars) {
        self.init(WaitingShare(shares), sidecars: sidecars)
    }

    init(_ calls: any ShareCalls, sidecars: ShareSidecars) {
        (self.calls, self.sidecars) = (calls, sidecars)
        read = ReadFolders(sidecars)
    }

    package func files(of photo: FilePath) throws(PlaceFailure) -> MarkedFiles {
        guard let address = ShareAddress(photo), let folder = address.folder else {
            return MarkedFiles(files: [photo], sidecars: [], fingerprint: 0)
        }
        do {
            let known = try known(of: address, in: folder)
            var there = try entries(known.map(\.name), in: folder)
            if there.isEmpty {
                let name = address.name
                let new = [name, name.stem].flatMap { [CompanionTable.newSidecar(of: $0), $0 + ".XMP"] }
                if try !entries(new, in: folder).isEmpty {
                    // Whose it is the names of all photos say.
                    read.set(FolderSidecars(of: try calls.entries(in: folder)), of: folder)
                    there = sidecars.sidecars(of: address) ?? []
                }
            }
            return MarkedFiles(
                files: [photo], sidecars: there.newestFirst.map { folder.appending(path: FilePath($0.name.text)).path },
                fingerprint: ShareEntry.fingerprint(of: there))
        } catch {
            throw PlaceFailure(error.message)
        }
    }

    /// The sidecars of a photo as its folder's listing has them. A folder that is not listed is read.
    private func known(
        of photo: ShareAddress, in folder: ShareAddress
    ) throws(FileReplacement.Failure) -> [ShareEntry] {
        if let known = sidecars.sidecars(of: photo) { return known }
        let found = FolderSidecars(of: try calls.entries(in: folder))
        read.set(found, of: folder)
        return found[photo.name]
    }

    private func entries(
        _ names: [FileName], in folder: ShareAddress
    ) throws(FileReplacement.Failure) -> [ShareEntry] {
        if names.isEmpty { return [] }
        return try calls.entries(of: names.map { folder.appending(path: FilePath($0.text)) }).compactMap(\.self)
            .filter(\.isRegular)
    }

    package func stamp(of file: FilePath) throws(PlaceFailure) -> FileStamp? {
        guard let address = ShareAddress(file) else { return nil }
        do {
            let entry = try calls.entries(of: [address]).first ?? nil
            return entry.flatMap { $0.isRegular ? $0.status().stamp : nil }
        } catch {
            throw PlaceFailure(error.message)
        }
    }

    package func sidecar(at path: FilePath) throws(SidecarFailure) -> Sidecar {
        guard let address = ShareAddress(path) else { throw .unreadable(path.shown) }
        let bytes: [UInt8]?
        do {
            bytes = try calls.read(address, most: Sidecar.longest + 1)
        } catch {
            throw .unreadable(error.reason)
        }
        guard let bytes else { throw .unreadable(FileReplacement.Failure(code: ENOENT).reason) }
        guard bytes.count <= Sidecar.longest else { throw .tooLarge }
        return Sidecar(path: path.text, content: bytes)
    }

    /// Reads the beginning of a file, in which cameras say what they have to say.
    package func open(_ file: FilePath) -> StatingFile? {
        guard let address = ShareAddress(file),
            let bytes = try? calls.read(address, most: ShareByteLoader.beginning),
            let entry = try? calls.entries(of: [address]).first ?? nil
        else { return nil }
        return StatingFile(beginning: EncodedBytes(bytes), modified: entry.modified)
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
