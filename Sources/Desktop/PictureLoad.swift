// One decode on one worker thread: the header judged, the loader driven, the kernel run.
import CDesktop
import CShim
import ImagePipeline
import Photos

/// The state of one decode; lives and dies on one worker thread.
final class PictureLoad {
    private let title: String
    private let box: PixelSize
    private let fit: Fit
    private let limits: PixbufDecoder.Limits
    private let budget: ByteBudget
    private var header = PictureHeader(EncodedBytes([]))
    private var original: PixelSize?
    private var refusal: LoadFailure.Reason?
    private var held = 0

    init(title: String, box: PixelSize, fit: Fit, limits: PixbufDecoder.Limits, budget: ByteBudget) {
        self.title = title
        self.box = box
        self.fit = fit
        self.limits = limits
        self.budget = budget
    }

    /// Bytes fed between two looks at the cancel flag.
    private static let chunk: UInt = 64 << 10

    /// The pixels of `bytes`. Blocks.
    func run(_ bytes: EncodedBytes) throws -> PixelBuffer {
        if bytes.count == 0 { throw failure(.empty) }
        defer { if held > 0 { budget.release(held) } }
        var result: PixelBuffer?
        try bytes.storage.withBytes { buffer in
            header = PictureHeader(scanning: ByteView(buffer))
            if let size = header.size, let reason = excess(of: size) { throw failure(reason) }
            if !header.isComplete { throw failure(.truncated) }
            let pixbuf = try load(buffer)
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            try Task.checkCancellation()
            result = try finish(pixbuf)
        }
        guard let result else { throw failure(.corrupt("it holds no picture")) }
        return result
    }

    private func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .decode, culprit: title, reason: reason)
    }

    private func load(_ bytes: UnsafeRawBufferPointer) throws -> OpaquePointer {
        var hooks = TesseraPixbufHooks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            prepare: { context, width, height in
                guard let context, let width, let height else { return 0 }
                let load = Unmanaged<PictureLoad>.fromOpaque(context).takeUnretainedValue()
                guard let size = load.prepare(width: Int(width.pointee), height: Int(height.pointee)) else { return 0 }
                width.pointee = Int32(size.width)
                height.pointee = Int32(size.height)
                return 1
            },
            cancelled: { _ in Task.isCancelled ? 1 : 0 })
        var outcome = TESSERA_PIXBUF_FAILED
        var error: UnsafeMutablePointer<GError>?
        let pixbuf = tessera_pixbuf_load(
            bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), Self.chunk, &hooks, &outcome, &error)
        if let pixbuf { return pixbuf }
        switch outcome {
        case TESSERA_PIXBUF_CANCELLED: throw CancellationError()
        case TESSERA_PIXBUF_REFUSED: throw failure(refusal ?? .corrupt("its size is not a size"))
        default: throw failure(reason(for: GLibError(adopting: error), ByteView(bytes)))
        }
    }

    private func reason(for error: GLibError, _ bytes: ByteView) -> LoadFailure.Reason {
        if error.isPixbuf(GDK_PIXBUF_ERROR_UNKNOWN_TYPE) {
            if let format = header.format { return .unsupportedFormat(format.rawValue) }
            return .notAnImage(found: PictureHeader.description(ofNoPicture: bytes))
        }
        if error.isPixbuf(GDK_PIXBUF_ERROR_INCOMPLETE_ANIMATION) { return .truncated }
        return .corrupt(error.message.last == "." ? String(error.message.dropLast()) : error.message)
    }

    /// The loader has read its header: the size to load at, or nil to refuse.
    private func prepare(width: Int, height: Int) -> PixelSize? {
        guard width > 0, height > 0 else { return nil }
        var size = PixelSize(width: width, height: height)
        if header.format == .svg {
            size = Self.drawn(size, toward: box, fit: fit)
        } else if let reason = excess(of: size) {
            refusal = reason
            return nil
        }
        original = size
        var memory = size.area * 4
        if header.format == .jpeg {
            let box = header.orientation >= 5 ? box.transposed : box
            let power = CropGeometry.reduction(of: size, toward: box, fit: fit)
            let coefficients = header.isProgressive ? size.area * 6 : 0
            size = PixelSize(width: size.width.reduced(by: power), height: size.height.reduced(by: power))
            memory = size.area * 3 + coefficients
        }
        if size.area > limits.pixels {
            refusal = .tooManyPixels(size, limit: limits.pixels)
            return nil
        }
        // A loader asks once; a second question would take a second share.
        if held == 0 {
            budget.acquire(memory)
            held = memory
        }
        return size
    }

    private func excess(of size: PixelSize) -> LoadFailure.Reason? {
        let limit =
            switch header.format {
            case .jpeg: header.isProgressive ? limits.progressiveJPEGPixels : limits.scaledJPEGPixels
            case .svg: Int.max
            default: limits.pixels
            }
        return size.area > limit ? .tooManyPixels(size, limit: limit) : nil
    }

    /// The size at which a drawing covers, or fits, the box. It has no pixels of its own, so it may grow.
    private static func drawn(_ natural: PixelSize, toward box: PixelSize, fit: Fit) -> PixelSize {
        let horizontal = Double(box.width) / Double(natural.width)
        let vertical = Double(box.height) / Double(natural.height)
        let scale = fit == .fill ? max(horizontal, vertical) : min(horizontal, vertical)
        func side(_ length: Int, _ bound: Int) -> Int {
            let scaled = Int((Double(length) * scale).rounded())
            return fit == .fill ? max(bound, scaled) : min(bound, max(1, scaled))
        }
        return PixelSize(width: side(natural.width, box.width), height: side(natural.height, box.height))
    }

    /// Crops, reduces, turns and premultiplies what the loader made.
    private func finish(_ pixbuf: OpaquePointer) throws -> PixelBuffer {
        let decoded = PixelSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        let orientation = header.format == .jpeg ? header.orientation : Self.orientation(of: pixbuf)
        let isTurned = orientation >= 5
        let geometry = CropGeometry(
            decoded: isTurned ? decoded.transposed : decoded,
            original: (isTurned ? original?.transposed : original) ?? decoded, box: box, fit: fit)
        let size = geometry.output
        guard let memory = g_try_malloc(UInt(size.area) * 4) else { throw failure(.corrupt("there is no memory for it")) }
        var picture = TesseraPicture(
            pixels: gdk_pixbuf_read_pixels(pixbuf), stride: UInt(gdk_pixbuf_get_rowstride(pixbuf)),
            width: Int32(decoded.width), height: Int32(decoded.height), channels: gdk_pixbuf_get_n_channels(pixbuf))
        // The kernel works in the loader's own rows and columns and turns while it writes.
        var region =
            isTurned
            ? TesseraRegion(x: geometry.y, y: geometry.x, width: geometry.height, height: geometry.width)
            : TesseraRegion(x: geometry.x, y: geometry.y, width: geometry.width, height: geometry.height)
        tessera_pixels_resample(
            &picture, &region, Int32(isTurned ? size.height : size.width), Int32(isTurned ? size.width : size.height),
            Int32(orientation), memory.assumingMemoryBound(to: UInt8.self), UInt(size.width) * 4)
        return PixelBuffer(
            size: size, storage: SharedBytes(adopting: g_bytes_new_take(memory, UInt(size.area) * 4)))
    }

    /// What the loader found in the file's metadata, 1…8.
    private static func orientation(of pixbuf: OpaquePointer) -> Int {
        guard let text = gdk_pixbuf_get_option(pixbuf, "orientation"), let value = Int(String(cString: text)),
            (1...8).contains(value)
        else { return 1 }
        return value
    }
}
