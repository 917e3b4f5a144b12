// What a request is about: the bytes of a picture, or an open file.
package import ImagePipeline
package import Photos

/// The picture of a request.
package struct DecodeInput: Sendable {
    enum Content: Sendable {
        case bytes(EncodedBytes)
        /// A file that is read a few pages at a time.
        case file(FileWindow.Descriptor)
        /// What was opened before.
        case opened
    }

    let content: Content
    /// What recognises the picture when it comes again; nil where nothing does.
    let identity: PictureIdentity?
    /// Where it comes from; nil where nobody says.
    let place: PicturePlace?

    init(_ content: Content, identity: PictureIdentity? = nil, place: PicturePlace? = nil) {
        self.content = content
        self.identity = identity
        self.place = place
    }

    package init(_ bytes: EncodedBytes, identity: PictureIdentity? = nil, place: PicturePlace? = nil) {
        self.init(.bytes(bytes), identity: identity, place: place)
    }

    /// The bytes in the memory of this process.
    /// - Throws: `LoadFailure` with stage `.fetch`; `CancellationError`.
    func inMemory() throws -> EncodedBytes {
        if case .bytes(let bytes) = content { try bytes.inMemory() } else { EncodedBytes([]) }
    }
}

/// One version of one picture.
package enum PictureIdentity: Hashable, Sendable {
    case fetched(FetchKey)
    case file(FileStamp)
}
