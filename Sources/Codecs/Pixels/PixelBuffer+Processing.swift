// The processing steps: each case of `Processor` runs its pixel kernel.
import CGLib
import CPixels
public import ImagePipeline
import Photos

extension PixelBuffer {
    /// The reason why a step has no result.
    enum StepFailure: Error { case noMemory }

    /// Does the same as `processed(by:)`, with errors that name the image.
    /// - Throws: `LoadFailure` with stage `.process` and reason `.corrupt` when there is no memory;
    ///   `CancellationError`.
    public func processed(by processor: Processor, title: String) throws -> PixelBuffer {
        do {
            return try processed(by: processor)
        } catch StepFailure.noMemory {
            throw LoadFailure(stage: .process, culprit: title, reason: .corrupt(Message("not enough memory")))
        }
    }

    /// Returns new pixels, or this buffer if the step changes nothing. Blocks; called inside a task on a worker thread.
    /// - Throws: `StepFailure`; `CancellationError`.
    func processed(by processor: Processor) throws -> PixelBuffer {
        switch processor {
        case .resize(let box, let fit): try resized(to: box, fit: fit)
        case .blur(let sigma): try blurred(sigma)
        case .tint(let rgb, let amount): try tinted(rgb, amount)
        }
    }

    private func resized(to box: PixelSize, fit: Fit) throws -> PixelBuffer {
        let geometry = CropGeometry(decoded: size, original: size, box: box, fit: fit)
        if geometry.output == size { return self }
        try Cancellation.check()
        return try drawing(geometry.output, isTranslucent: isTranslucent) { pixels, out in
            var region = TesseraRegion(x: geometry.x, y: geometry.y, width: geometry.width, height: geometry.height)
            let isMade = tessera_pixels_reduce(
                pixels, Int32(size.width), Int32(size.height), &region, Int32(geometry.output.width),
                Int32(geometry.output.height), out)
            if isMade == 0 { throw StepFailure.noMemory }
        }
    }

    private func blurred(_ sigma: Int) throws -> PixelBuffer {
        if sigma <= 0 { return self }
        return try drawing(size) { pixels, out in
            var raster = raster(pixels)
            let isWhole = tessera_process_blur(
                &raster, Int32(min(sigma, Int(TESSERA_BLUR_SIGMA_MAX))), { Cancellation.isRequested ? 1 : 0 }, out)
            if isWhole == 0 {
                try Cancellation.check()
                throw StepFailure.noMemory
            }
        }
    }

    private func tinted(_ rgb: UInt32, _ amount: UInt8) throws -> PixelBuffer {
        if amount == 0 { return self }
        return try overPixels { tessera_process_tint($0, UInt($1), rgb, amount, $2) }
    }

    private func raster(_ pixels: UnsafePointer<UInt8>) -> TesseraRaster {
        TesseraRaster(pixels: pixels, width: Int32(size.width), height: Int32(size.height))
    }

    /// Returns new pixels that `draw` makes from these.
    /// - Parameter isTranslucent: That of the new pixels: an effect is no picture of its own, and is laid over others.
    private func drawing(
        _ size: PixelSize, isTranslucent: Bool = false,
        by draw: (_ pixels: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws -> PixelBuffer {
        let count = UInt(size.area * Self.bytesPerPixel)
        guard let memory = tessera_pixel_memory_new(count) else { throw StepFailure.noMemory }
        // Owns the memory from here on, whatever is thrown.
        let storage = SharedBytes(adopting: tessera_pixel_memory_bytes(memory, count))
        try withBytes { bytes in
            guard let pixels = bytes.baseAddress else { return }
            try draw(pixels.assumingMemoryBound(to: UInt8.self), memory.assumingMemoryBound(to: UInt8.self))
        }
        return PixelBuffer(size: size, storage: storage, isTranslucent: isTranslucent)
    }

    /// Pixels processed between two checks of the cancel flag: less than a millisecond of work.
    private static let batch = 1 << 18

    /// Returns new pixels, each of which depends only on the same pixel of this buffer.
    private func overPixels(
        _ work: (_ pixels: UnsafePointer<UInt8>, _ count: Int, _ out: UnsafeMutablePointer<UInt8>) -> Void
    ) throws -> PixelBuffer {
        try drawing(size) { pixels, out in
            for start in Swift.stride(from: 0, to: size.area, by: Self.batch) {
                try Cancellation.check()
                let offset = start * Self.bytesPerPixel
                work(pixels + offset, min(Self.batch, size.area - start), out + offset)
            }
        }
    }
}
