// The facts of files, here and on shares.
public import Codecs
import ImagePipeline
public import Library
public import Photos

/// A reader of the facts of files by their absolute paths, and of files on shares by their addresses. Of those the
/// beginning is read, in which cameras say what they have to say; sidecars are not.
public struct ShareFactsReader: FactsReader {
    private let shares: any ShareFiles
    private let files: FileFactsReader

    public init(_ shares: any ShareFiles, files: FileFactsReader) { (self.shares, self.files) = (shares, files) }

    public func name(of path: FilePath, below root: String) -> String {
        ShareAddress(root)?.appending(path: path).text ?? files.name(of: path, below: root)
    }

    public func facts(of path: String) async throws -> FileFacts? {
        guard let address = ShareAddress(path) else { return try await files.facts(of: path) }
        do {
            // Both at once: each takes a round trip.
            async let entry = shares.entry(at: address, asks: false)
            async let bytes = shares.beginning(
                of: address, count: ShareByteLoader.beginning, name: address.name.shown, for: .facts)
            let stamp = try await entry.status.stamp
            return try await files.facts(ofBeginning: try await bytes, of: address.name, stamp)
        } catch is LoadFailure {
            return nil
        }
    }
}
