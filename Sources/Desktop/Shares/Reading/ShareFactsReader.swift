// The facts of files, here and on shares.
public import Codecs
import ImagePipeline
public import Library
public import Photos

/// A reader of the facts of files by their absolute paths, and of files on shares by their addresses. Of those the
/// beginning is read, in which cameras say what they have to say, and the sidecars that their folder's listing has
/// found.
public struct ShareFactsReader: FactsReader {
    private let shares: any ShareFiles
    private let sidecars: ShareSidecars
    private let files: FileFactsReader

    public init(_ shares: any ShareFiles, sidecars: ShareSidecars, files: FileFactsReader) {
        (self.shares, self.sidecars, self.files) = (shares, sidecars, files)
    }

    public func name(of path: FilePath, below root: String) -> String {
        ShareAddress(root)?.appending(path: path).text ?? files.name(of: path, below: root)
    }

    public func facts(of path: String) async throws -> FileFacts? {
        guard let address = ShareAddress(path) else { return try await files.facts(of: path) }
        do {
            // The state that they had when they were listed: what is read of them is as new as that.
            let known = sidecars.sidecars(of: address) ?? []
            // All at once: each takes a round trip.
            async let entry = shares.entry(at: address, asks: false)
            async let bytes = shares.beginning(
                of: address, count: ShareByteLoader.beginning, name: address.name.shown, for: .facts)
            async let contents = read(known, beside: address)
            return try await files.facts(
                ofBeginning: bytes, of: address.path, entry.status(with: known).stamp, sidecars: contents)
        } catch is LoadFailure {
            return nil
        }
    }

    /// Reads sidecars, the one that was changed last first. One that is gone, or too long, states nothing.
    /// - Throws: `LoadFailure`, where the share does not answer.
    private func read(_ sidecars: [ShareEntry], beside photo: ShareAddress) async throws -> [Sidecar] {
        var read: [Sidecar] = []
        for sidecar in sidecars.newestFirst where sidecar.byteCount <= Sidecar.longest {
            guard let address = photo.folder?.appending(path: FilePath(sidecar.name.text)) else { continue }
            let ticket = FetchTicket(title: sidecar.name.shown, priority: .ahead)
            do {
                let bytes = try await shares.whole(address, limit: Sidecar.longest, ticket: ticket)
                read.append(Sidecar(path: address.path.text, content: Array(bytes.storage)))
            } catch let failure as LoadFailure where !failure.isTransient {
                continue
            }
        }
        return read
    }
}
