// The making anew of one photo: decoded, in sRGB, upright, in a size, encoded with what is said of it.
import CGLib
import CPixels
import Glibc
import ImagePipeline
import PhotoFormats
import Photos

/// One export; used on one thread only.
struct ExportJob {
    /// Longest side of a drawing, which has no pixels of its own.
    private static let drawnSide = 2048
    /// Seconds of processor time for the scans of a progressive JPEG, of which none is left out before.
    private static let scanSeconds = 30.0

    private let wanted: DecodeRequest.Export
    private let resources: DecodeResources

    init(_ wanted: DecodeRequest.Export, _ resources: DecodeResources) {
        self.wanted = wanted
        var patient = resources
        patient.limits.scanSeconds = Self.scanSeconds
        self.resources = patient
    }

    /// Returns the encoded picture in the memory of the result. Blocks.
    /// - Throws: `DecodeFailure`, `DecodeDetour`, `CancellationError`.
    func run(_ bytes: EncodedBytes) throws -> DecodeAnswer {
        // The pixels lie where the result will: they are let go of before that is written.
        let (encoded, size) = try encode(bytes)
        guard let (place, owner) = resources.memory.room(for: encoded.count) else {
            throw DecodeFailure(reason: .tooCostly(Message("not enough memory")))
        }
        encoded.withBytes { source in
            if let from = source.bindMemory(to: UInt8.self).baseAddress {
                place.update(from: from, count: source.count)
            }
        }
        return .exported(owner, size)
    }

    private func encode(_ bytes: EncodedBytes) throws -> (SharedBytes, PixelSize) {
        var format: PictureHeader.Format?
        var isDrawing = false
        bytes.storage.withBytes { memory in
            format = PictureHeader(scanning: ByteView(memory)).format
            isDrawing = format == .svg || UnpackedDrawing.isPacked(memory)
        }
        let side = wanted.longSide ?? (isDrawing ? Self.drawnSide : PictureLimits.longestSide)
        let pixels = try DecodeJob(
            box: PixelSize(square: side), fit: .fit, quarterTurns: wanted.quarterTurns, type: wanted.type,
            resources: resources
        ).run(bytes)
        // Who gets it could not tell that a part is missing.
        if pixels.lack == .end { throw DecodeFailure(reason: .truncated) }
        let words = Metadata(of: bytes, format, size: pixels.size, wanted)
        try Cancellation.check()
        let encoded = try self.encoded(pixels, words)
        guard let encoded else {
            try Cancellation.check()
            let limit = Int(TESSERA_EXPORT_WEBP_SIDE)
            let isTooLong = wanted.format == .webp && pixels.size.longerSide > limit
            throw DecodeFailure(
                reason: isTooLong
                    ? .sideTooLong(pixels.size, limit: limit) : .tooCostly(Message("not enough memory")))
        }
        return (encoded, pixels.size)
    }

    private func encoded(_ pixels: PixelBuffer, _ words: Metadata) throws -> SharedBytes? {
        let encode: (UnsafePointer<TesseraExport>, UnsafeMutablePointer<gsize>) -> UnsafeMutablePointer<guint8>? =
            switch wanted.format {
            case .png: tessera_export_png
            case .webp: tessera_export_webp
            case .jpeg, .same: tessera_export_jpeg
            }
        // XMP ends in a zero for libpng.
        return words.exif.withUnsafeBufferPointer { exif in
            (words.xmp + [0]).withUnsafeBufferPointer { xmp in
                words.resources.withUnsafeBufferPointer { resources in
                    words.profile.withUnsafeBufferPointer { profile in
                        var length: gsize = 0
                        var result: UnsafeMutablePointer<guint8>?
                        pixels.withBytes { memory in
                            var picture = TesseraExport(
                                // This process has made them, and nobody reads them after this.
                                pixels: UnsafeMutablePointer(
                                    mutating: memory.bindMemory(to: UInt8.self).baseAddress),
                                width: Int32(pixels.size.width), height: Int32(pixels.size.height),
                                translucent: pixels.isTranslucent ? 1 : 0, quality: Int32(wanted.quality),
                                exif: Self.part(exif, exif.count), xmp: Self.part(xmp, words.xmp.count),
                                resources: Self.part(resources, resources.count),
                                profile: Self.part(profile, profile.count),
                                cancelled: { Cancellation.isRequested ? 1 : 0 })
                            result = encode(&picture, &length)
                        }
                        return result.map { SharedBytes(adopting: g_bytes_new_take($0, length)) }
                    }
                }
            }
        }
    }

    private static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ count: Int) -> TesseraExportPart {
        TesseraExportPart(bytes: bytes.baseAddress, count: gsize(count))
    }

    /// What is written beside the picture; empty for nothing.
    private struct Metadata {
        var exif: [UInt8] = []
        var xmp: [UInt8] = []
        /// Photoshop's resources, for JPEG.
        var resources: [UInt8] = []
        var profile: [UInt8] = []

        init(
            of bytes: EncodedBytes, _ format: PictureHeader.Format?, size: PixelSize, _ wanted: DecodeRequest.Export
        ) {
            if wanted.metadata == .none { return }
            profile = Self.standardProfile
            let withPlace = wanted.metadata == .all
            bytes.storage.withBytes { memory in
                let file = ByteView(memory)
                let found = EmbeddedMetadata(in: file, count: file.count, format: format)
                exif = Self.exif(file, found, size: size, wanted)
                let packet = found.xmp.flatMap { file.copy($0.clamped(to: 0..<file.count)) } ?? found.texts.xmp
                xmp = SidecarDocument.exported(
                    packet?.trimmingZeros, wanted.marks, wanted.restated, withPlace: withPlace)
                if wanted.format == .jpeg, let range = found.iptc {
                    let record = ExportedIPTC.bytes(
                        of: file, at: range, withPlace: withPlace, restated: wanted.restated)
                    resources = record.map(ExportedIPTC.segment) ?? []
                }
            }
        }

        private static func exif(
            _ file: ByteView, _ found: EmbeddedMetadata, size: PixelSize, _ wanted: DecodeRequest.Export
        ) -> [UInt8] {
            let withPlace = wanted.metadata == .all, restated = wanted.restated
            let isRestated = restated.date != nil || withPlace && restated.position != nil
            if found.exif == nil, let apart = found.texts.exif ?? (isRestated ? noEXIF : nil) {
                return apart.withUnsafeBytes { bytes in
                    var whole = EmbeddedMetadata()
                    whole.exif = 0..<bytes.count
                    return ExportedEXIF(
                        of: ByteView(bytes), whole, size: size, withPlace: withPlace, restated: restated)?.bytes ?? []
                }
            }
            return ExportedEXIF(of: file, found, size: size, withPlace: withPlace, restated: restated)?.bytes ?? []
        }

        /// EXIF whose main directory has no entries.
        private static let noEXIF = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

        private static var standardProfile: [UInt8] {
            var length: gsize = 0
            guard let bytes = tessera_export_srgb(&length) else { return [] }
            defer { g_free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
        }
    }
}

extension [UInt8] {
    /// The bytes without zeros at their end, by which some writers fill a packet up.
    fileprivate var trimmingZeros: [UInt8] {
        var rest = self[...]
        while rest.last == 0 { rest.removeLast() }
        return Array(rest)
    }
}
