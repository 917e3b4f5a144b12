// One decode of a whole image: header check, loader and pixel kernel.
import CCodecs
import CGLib
import CPixels
import CThreads
import ImagePipeline
import PhotoFormats
import Photos

/// The reason why a picture is not decoded. Whoever asked for it knows its name.
struct DecodeFailure: Error {
    let reason: LoadFailure.Reason
}

/// The state of one decode; used on one worker thread only.
final class DecodeJob {
    private let box: PixelSize
    private let fit: Fit
    /// Clockwise, beyond what the file says.
    private let quarterTurns: Int
    /// The page of a TIFF, counted from 0.
    private let page: Int
    /// The MIME type that the system guesses, where it was asked before.
    private let guessedType: String?
    private let resources: DecodeResources
    private var header = PictureHeader(EncodedBytes([]))
    private var original: PixelSize?
    private var refusal: LoadFailure.Reason?
    private var held = 0
    private var fileCount = 0
    /// Microseconds of the thread's processor time when the decode began.
    private let start = tessera_thread_processor_time()
    /// What of the picture is not decoded.
    private var lack: PictureLack?
    /// The MIME type that the system guesses for a file whose first bytes match no known format.
    private var type = ""

    init(
        box: PixelSize, fit: Fit, quarterTurns: Int = 0, page: Int = 0, type: String? = nil, resources: DecodeResources
    ) {
        self.box = box
        self.fit = fit
        self.quarterTurns = quarterTurns
        self.page = page
        guessedType = type
        self.resources = resources
    }

    private var limits: PixbufDecoder.Limits { resources.limits }

    /// Decodes `bytes`. Blocks.
    /// - Throws: `DecodeFailure`, `DecodeDetour`, `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer {
        if bytes.count == 0 { throw failure(.empty) }
        defer { if held > 0 { resources.budget.release(held) } }
        var result: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            try judge(buffer) { result = try self.decode($0) }
        }
        guard let result else { throw failure(.corrupt(Message("it contains no picture"))) }
        return result
    }

    /// Decodes the bytes that the header belongs to.
    private func decode(_ buffer: UnsafeRawBufferPointer) throws -> PixelBuffer {
        header.orientation = PictureOrientation.turned(header.orientation, by: quarterTurns)
        if let size = header.size, let reason = excess(of: size) { throw failure(reason) }
        if let part = header.largestPart, let reason = excess(of: part) { throw failure(reason) }
        if !header.isComplete, header.readableEnd == nil, header.unsupported == nil { throw failure(.truncated) }
        if let kind = header.unsupported { throw failure(.unsupportedKind(kind)) }
        if let fault = header.fault { throw failure(.corrupt(fault)) }
        if let format = header.format, !header.isUnderstood, !format.announcesSize {
            throw failure(.corrupt(Message("its header cannot be understood")))
        }
        fileCount = buffer.count
        lack = header.isComplete ? nil : .end
        let end = header.isComplete ? buffer.count : header.readableEnd ?? buffer.count
        if let size = header.size, header.isProgressive {
            let idle = reduction(of: size) == 3 ? header.unusedAtOneEighth : []
            var feed = LoaderFeed(upTo: end, without: idle)
            feed.cut(at: header.scanEnds)
            header.feed = feed
        }
        if header.isProgressive || (lack == .end && header.format == .jpeg) {
            // With an end, libjpeg shows the scans that it has, and makes what is missing grey.
            var feed = header.feed ?? LoaderFeed(upTo: end, without: [])
            feed.append(inserting: JPEGScan.endMarker)
            header.feed = feed
        }
        // Some loaders call `prepare` only when they are done.
        if header.format != .svg, let size = header.size ?? header.largestPart { reserve(for: size) }
        return try finish(try load(buffer))
    }

    /// Most nested files that are opened: a cursor contains icons.
    private static let mostWrappings = 2

    /// Reads the header; for an embedded image, its own. Calls `body` with the bytes that the header belongs to.
    private func judge(_ file: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        if UnpackedDrawing.isPacked(file) { return try withDrawing(in: file, body) }
        header = PictureHeader(scanning: ByteView(file), page: page)
        if header.format == nil, let type = try guess(file) {
            if let format = PictureHeader.Format(mimeType: type) {
                header = PictureHeader(scanning: ByteView(file), as: format)
            }
            self.type = type
        }
        var bytes = file
        for _ in 0..<Self.mostWrappings {
            guard let inner = header.wrapped else { break }
            bytes = UnsafeRawBufferPointer(rebasing: bytes[inner])
            header = PictureHeader(scanning: ByteView(bytes))
        }
        if header.format == .cameraRaw { return try withPreview(in: bytes, body) }
        let isInner = bytes.count < file.count
        if header.wrapped != nil || (isInner && (header.format == nil || header.format == .svg)) {
            header.fault = Message("its content is not a picture")
        }
        try body(bytes)
    }

    /// Returns the MIME type of a file in no known format, by shared-mime-info; nil where that knows none either.
    private func guess(_ file: UnsafeRawBufferPointer) throws -> String? {
        if let guessedType { return guessedType.isEmpty ? nil : guessedType }
        // The tables of types are files.
        if case .confined = resources.reach { throw DecodeDetour.lacksType }
        return ContentType.guess(file)
    }

    /// Judges what is packed in a compressed file, which has to be a drawing.
    private func withDrawing(in file: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let drawing: [UInt8]
        do {
            drawing = try UnpackedDrawing.unpack(file)
        } catch UnpackedDrawing.Failure.tooLarge {
            throw failure(
                .tooCostly(
                    Message("it unpacks to more than {limit} MB", ["limit": .count(UnpackedDrawing.limit >> 20)])))
        } catch UnpackedDrawing.Failure.damaged(let message) {
            throw failure(.corrupt(message))
        }
        try drawing.withUnsafeBytes { bytes in
            header = PictureHeader(scanning: ByteView(bytes))
            guard header.format == .svg else {
                throw failure(.notAnImage(found: PictureHeader.description(ofNoPicture: ByteView(file))))
            }
            try body(bytes)
        }
    }

    /// Judges the preview of a camera raw file in its place.
    private func withPreview(in file: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let preview = RawPreview(file, box: box, fit: fit, pixels: limits.pixels) else {
            throw failure(.corrupt(Message("it contains no preview")))
        }
        func judge(_ bytes: UnsafeRawBufferPointer) throws {
            header = PictureHeader(scanning: ByteView(bytes))
            switch header.format {
            // A preview without an orientation of its own has that of the sensor.
            case .jpeg: if header.orientation == 1 { header.orientation = preview.orientation }
            case .portableMap: header.orientation = preview.orientation
            default: header.fault = Message("its preview is not a picture")
            }
            try body(bytes)
        }
        switch preview.source {
        case .file(let range): try judge(UnsafeRawBufferPointer(rebasing: file[range]))
        case .copy(let bytes): try bytes.storage.withBytes(judge)
        }
    }

    /// Returns the power of two by which a loader that can reduce will reduce an image of `size`.
    private func reduction(of size: PixelSize) -> Int {
        CropGeometry.reduction(of: size, toward: box.oriented(by: header.orientation), fit: fit)
    }

    private func failure(_ reason: LoadFailure.Reason) -> DecodeFailure { DecodeFailure(reason: reason) }

    private func load(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixbuf {
        let type = header.format?.mimeType ?? type
        switch resources.reach {
        case .all: break
        case .drawings: if header.format != .svg { throw failure(.corrupt(Message("it is not a drawing"))) }
        case .confined:
            if header.format == .svg { throw DecodeDetour.drawing }
            try resources.checkLoader(of: type)
        }
        if let picture = try loadInks(bytes) { return picture }
        do throws(DecodedPixbuf.Failure) {
            if header.format == .svg {
                return try limits.drawing.draw(bytes) { self.prepare($0) }
            }
            return try DecodedPixbuf(
                bytes, type: type, feed: header.feed, inks: header.inks, isCut: lack == .end, isLate: isLate
            ) { self.prepare($0) }
        } catch .cancelled {
            throw CancellationError()
        } catch .refused {
            throw failure(refusal ?? .corrupt(Message("its size is not a size")))
        } catch .tooCostly(let what) {
            throw failure(.tooCostly(what))
        } catch .notDrawn(let what) {
            throw failure(.unreadable(what))
        } catch .failed(let error) {
            throw failure(reason(for: error, ByteView(bytes)))
        }
    }

    /// Decodes a JPEG of inks, of which gdk-pixbuf would make RGB before a profile can. Nil for any other picture, and
    /// for one that is damaged, of which its loader says what is wrong.
    private func loadInks(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixbuf? {
        guard header.format == .jpeg, header.inks != nil, let stored = header.size, let size = prepare(stored) else {
            return nil
        }
        let whole = TesseraJpegRegion(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
        // Its memory is reserved by the header, which says the same.
        return try DecodedPixbuf.jpeg(
            bytes, header.feed, whole, denominator: 1 << reduction(of: stored), inks: header.inks,
            asking: .init(reserve: { _, _ in true }, isLate: isLate))
    }

    /// Returns whether the time for the scans of a progressive JPEG is over, and takes note of it.
    private func isLate() -> Bool {
        let used = tessera_thread_processor_time() - start
        guard header.isProgressive, used > Int64(limits.scanSeconds * 1e6) else { return false }
        lack = lack ?? .detail
        return true
    }

    private func reason(for error: GLibError, _ bytes: ByteView) -> LoadFailure.Reason {
        if error.isPixbuf(GDK_PIXBUF_ERROR_UNKNOWN_TYPE) {
            if let format = header.format { return .unsupportedFormat(format.rawValue) }
            return .notAnImage(found: PictureHeader.description(ofNoPicture: bytes))
        }
        if error.isPixbuf(GDK_PIXBUF_ERROR_INCOMPLETE_ANIMATION) { return .truncated }
        if let kind = header.unusual { return .unsupportedKind(kind) }
        let words = error.message.last == "." ? String(error.message.dropLast()) : error.message
        return Self.tellsOfLack(error) ? .unsupportedKind(.verbatim(words)) : .corrupt(.verbatim(words))
    }

    /// Whether a loader has said that it lacks something. Most have one code for that and for damage, and say the
    /// difference in words alone, which nobody translates in the process that decodes.
    private static func tellsOfLack(_ error: GLibError) -> Bool {
        if error.isPixbuf(GDK_PIXBUF_ERROR_UNSUPPORTED_OPERATION) { return true }
        let words = error.message.lowercased()
        return ["unsupported", "not supported", "not implemented"].contains { words.contains($0) }
    }

    /// Called when the loader has read its header. Returns the size to load at, or nil to refuse.
    private func prepare(_ announced: PixelSize) -> PixelSize? {
        var size = announced
        if header.format == .svg {
            size = Self.drawn(size, toward: box.oriented(by: header.orientation), fit: fit)
        } else if let reason = excess(of: size) {
            refusal = reason
            return nil
        }
        original = size
        if header.isReducedByItsLoader { size = size.reduced(by: reduction(of: size)) }
        if size.area > limits.pixels {
            refusal = .tooManyPixels(size, limit: limits.pixels)
            return nil
        }
        reserve(for: header.format == .svg ? size : announced)
        return size
    }

    /// Waits for the memory that the decode of an image of `size` takes. Does so once only: a second call would take a
    /// second share.
    private func reserve(for size: PixelSize) {
        if held > 0 { return }
        let reduced = header.isReducedByItsLoader ? size.reduced(by: reduction(of: size)) : size
        held = header.loaderBytes(size, reducedTo: reduced, fileCount: fileCount)
        resources.budget.acquire(held)
    }

    private func excess(of size: PixelSize) -> LoadFailure.Reason? {
        let longest = PictureLimits.longestSide
        if header.format != .svg, size.longerSide > longest { return .sideTooLong(size, limit: longest) }
        let limit =
            switch header.format {
            case .jpeg: header.isProgressive ? limits.progressiveJPEGPixels : limits.scaledJPEGPixels
            case .svg: Int.max
            default: limits.pixels
            }
        return size.area > limit ? .tooManyPixels(size, limit: limit) : nil
    }

    /// Upper bound for the sides of a drawing, so that their product cannot overflow; any pixel limit refuses it.
    private static let longestSide = 1 << 28

    /// Returns the size at which a drawing covers, or fits, the box. It has no pixels of its own, so it may grow.
    private static func drawn(_ natural: PixelSize, toward box: PixelSize, fit: Fit) -> PixelSize {
        let horizontal = Double(box.width) / Double(natural.width)
        let vertical = Double(box.height) / Double(natural.height)
        let scale = fit == .fill ? max(horizontal, vertical) : min(horizontal, vertical)
        func side(_ length: Int, _ bound: Int) -> Int {
            let scaled = Int(min(Double(length) * scale, Double(longestSide)).rounded())
            return min(longestSide, fit == .fill ? max(bound, scaled) : min(bound, max(1, scaled)))
        }
        return PixelSize(width: side(natural.width, box.width), height: side(natural.height, box.height))
    }

    /// Returns the profile. gdk-pixbuf 2.42 finds a JPEG profile that comes in parts only if they have the usual size,
    /// the loader of WebP finds none, and none finds numbers, so the header's is taken for those.
    private func profile(of picture: borrowing DecodedPixbuf) -> [UInt8]? {
        header.profile ?? (header.takesLoadersProfile ? picture.profile : nil)
    }

    /// Crops, reduces, rotates and premultiplies the loader's pixels, and converts their colours.
    private func finish(_ picture: consuming DecodedPixbuf) throws -> PixelBuffer {
        try Cancellation.check()
        let orientation =
            header.format?.orientationRule == .stated
            ? header.orientation : PictureOrientation.turned(picture.orientation, by: quarterTurns)
        let decoded = picture.size.oriented(by: orientation)
        let whole = original?.oriented(by: orientation) ?? decoded
        let geometry = CropGeometry(decoded: decoded, original: whole, box: box, fit: fit)
        let pixels = try picture.pixels(
            geometry, orientation: orientation, original: whole,
            transform: resources.colours.transform(from: profile(of: picture), inks: picture.inks),
            into: resources.memory)
        guard let pixels else {
            throw failure(.corrupt(Message("not enough memory")))
        }
        if lack == nil, header.pages == 1 { return pixels }
        return PixelBuffer(
            size: pixels.size, original: pixels.original, storage: pixels.storage, lack: lack,
            isTranslucent: pixels.isTranslucent, pages: header.pages)
    }
}
