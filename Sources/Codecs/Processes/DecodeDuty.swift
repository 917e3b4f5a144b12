// What a decode process is kept for: one that is taken over by a picture meets the like of it alone.
import CChannel
import Glibc
import ImagePipeline
package import Photos

/// Where a picture comes from.
package enum PicturePlace: Hashable, Sendable {
    /// The files of one folder, without those below it.
    case folder(FilePath)
    /// The pictures of one server.
    case host(String)

    package init(of location: ImageLocation) {
        switch location {
        case .file(let path): self = .folder(path.folder)
        case .remote(let address):
            let rest = address.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: true)
            self = .host(rest.count > 1 ? String(Substring(rest[1])) : address)
        }
    }
}

/// What a process is given: requests of one kind about pictures of one place.
struct DecodeDuty: Hashable {
    /// Facts are read by memory-safe code alone, and a picture or a sidecar, which are not, never come to the process
    /// that states them.
    enum Kind: Hashable { case pictures, facts, sidecars }

    let kind: Kind
    /// Nil for what comes from no place that is known.
    let place: PicturePlace?

    init(_ request: DecodeRequest, on input: DecodeInput) {
        switch request {
        case .picture, .preview, .animation, .frame, .rewind, .export, .animationSearch: kind = .pictures
        case .facts: kind = .facts
        case .sidecar, .restatement, .embedding: kind = .sidecars
        }
        place = input.place
    }
}

extension DecodeInput {
    /// The first bytes of the formats whose loaders see most pictures, and are looked at by most people: JPEG, PNG,
    /// GIF, WebP.
    private static let commonMarks: [[UInt8?]] = [
        [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], [0x47, 0x49, 0x46, 0x38],
        [0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50],
    ]

    /// Whether a loader of a common format reads the picture. Any other leaves its process to nobody else: a TIFF, too,
    /// behind which there may be a camera raw. Looks at twelve bytes.
    var isOfCommonFormat: Bool {
        guard case .bytes(let bytes) = content else { return true }
        var head: [UInt8] = []
        if let file = bytes.storage.descriptor {
            head = [UInt8](unsafeUninitializedCapacity: 12) { room, filled in
                filled = max(0, pread(file, room.baseAddress, room.count, 0))
            }
        } else {
            bytes.storage.withBytes { head = Array($0.prefix(12)) }
        }
        return Self.commonMarks.contains { mark in
            mark.count <= head.count && zip(mark, head).allSatisfy { $0 == nil || $0 == $1 }
        }
    }
}
