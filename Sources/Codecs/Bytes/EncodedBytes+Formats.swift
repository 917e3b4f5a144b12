// The parsers of whole files, over bytes that the pipeline holds.
public import ImagePipeline
public import PhotoFormats

extension PictureHeader {
    /// Reads the header of `bytes`.
    public init(_ bytes: EncodedBytes) {
        var header: PictureHeader?
        bytes.storage.withBytes { header = PictureHeader(scanning: ByteView($0)) }
        // `withBytes` calls its closure, or there are no bytes.
        self = header ?? PictureHeader(scanning: ByteView(UnsafeRawBufferPointer(start: nil, count: 0)))
    }
}

extension AnimationScan {
    /// Scans `bytes`; nil unless there are two frames or more, and not too many.
    init?(_ bytes: EncodedBytes) {
        var scan: AnimationScan?
        bytes.storage.withBytes { scan = AnimationScan(ByteView($0)) }
        guard let scan else { return nil }
        self = scan
    }
}
