// The result of a request, wherever it was decoded.
package import ImagePipeline
package import PhotoFormats
package import Photos

/// The answer to a request.
package enum DecodeAnswer: Sendable {
    /// - animation: The frames of an animation of which this is the first, for a request that fits the whole picture.
    /// - isRegion: Whether the pixels are of the wanted region, not of the whole.
    case picture(PixelBuffer, animation: AnimationScan?, isAnimated: Bool, isRegion: Bool)
    case preview(PixelBuffer, PreviewDetail)
    case frame(PixelBuffer)
    case facts(FileFacts)
    case sidecar(SidecarFacts)
    /// What a sidecar stated before, and what it is now; nil where it stated the same already.
    case restated(SidecarFacts, SharedBytes?)
    /// The changes of a file, as a message; nil where it states all of that already.
    case embedded(SharedBytes?)
    case embeddingFailed(EmbeddingFailure)
    /// An encoded picture, and its size.
    case exported(SharedBytes, PixelSize)
    /// It was done, and there is nothing to say about it.
    case done
    /// There is nothing of what was asked for.
    case none
    case failed(LoadFailure.Reason)
    case sidecarFailed(SidecarFailure)
    case cancelled
    case detour(DecodeDetour)
}

extension DecodeAnswer {
    /// The same, by a process of this credit.
    func made(with credit: Credit) -> DecodeAnswer {
        switch self {
        case .picture(let pixels, let animation, let isAnimated, let isRegion):
            return .picture(
                pixels.made(with: credit), animation: animation, isAnimated: isAnimated, isRegion: isRegion)
        case .preview(let pixels, let detail): return .preview(pixels.made(with: credit), detail)
        case .facts(var facts):
            facts.credit = credit
            return .facts(facts)
        default: return self
        }
    }
}

extension WireWriter {
    /// Writes an answer; its pixels are handed over in another way.
    mutating func write(_ answer: DecodeAnswer) {
        switch answer {
        case .picture(let pixels, let animation, let isAnimated, let isRegion):
            write(UInt8(0))
            write(pixels)
            write(animation) { $0.write($1) }
            write(isAnimated)
            write(isRegion)
        case .preview(let pixels, let detail):
            write(UInt8(1))
            write(pixels)
            write(detail)
        case .frame(let pixels):
            write(UInt8(2))
            write(pixels)
        case .facts(let facts):
            write(UInt8(3))
            write(facts)
        case .sidecar(let facts):
            write(UInt8(4))
            write(facts)
        case .done: write(UInt8(5))
        case .none: write(UInt8(6))
        case .failed(let reason):
            write(UInt8(7))
            write(reason)
        case .sidecarFailed(let failure):
            write(UInt8(8))
            write(failure)
        case .cancelled: write(UInt8(9))
        case .detour(.drawing): write(UInt8(10))
        case .detour(.lacksType): write(UInt8(11))
        case .detour(.lacksLoader(let type)):
            write(UInt8(12))
            write(type)
        case .restated(let before, let document):
            write(UInt8(13))
            write(before)
            write(document) { $0.write($1.count) }
        case .embedded(let changes):
            write(UInt8(15))
            write(changes) { $0.write($1.count) }
        case .embeddingFailed(let failure):
            write(UInt8(16))
            write(failure.rawValue)
        case .exported(let bytes, let size):
            write(UInt8(14))
            write(size)
            write(bytes.count)
        }
    }

    private mutating func write(_ pixels: PixelBuffer) {
        write(pixels.size)
        write(pixels.original)
        write(pixels.lack) { $0.write($1.rawValue) }
        write(pixels.isTranslucent)
        write(pixels.pages)
    }
}

extension DecodeAnswer {
    /// The memory of `count` bytes that a decode process has written and sealed; throws where it has not.
    package typealias Adoption = (_ count: Int) throws -> SharedBytes

    /// Reads the answer to `request`. Whatever does not fit to it is malformed.
    /// - Parameter adopt: Called at most once.
    init(_ reader: inout WireReader, to request: DecodeRequest, adopt: Adoption) throws {
        func buffer() throws -> PixelBuffer {
            let size = try reader.size(), original = try reader.size()
            let lack = try reader.optional { reader in
                guard let lack = PictureLack(rawValue: try reader.code()) else { throw MalformedMessage() }
                return lack
            }
            let isTranslucent = try reader.flag(), pages = try reader.number(in: 1...TIFFPages.most)
            guard size.area <= request.mostPixels else { throw MalformedMessage() }
            return PixelBuffer(
                size: size, original: original, storage: try adopt(size.area * PixelBuffer.bytesPerPixel), lack: lack,
                isTranslucent: isTranslucent, pages: pages)
        }
        let code = try reader.code()
        switch (code, request) {
        case (0, .picture(let picture)):
            let pixels = try buffer()
            let animation = try reader.optional { try $0.animation() }
            let isAnimated = try reader.flag(), isRegion = try reader.flag()
            guard animation == nil || picture.fit == .fit, !isRegion || picture.region?.size == pixels.size else {
                throw MalformedMessage()
            }
            self = .picture(pixels, animation: animation, isAnimated: isAnimated, isRegion: isRegion)
        case (1, .preview): self = .preview(try buffer(), try reader.detail())
        case (2, .frame(_, isSkipped: false)): self = .frame(try buffer())
        case (3, .facts): self = .facts(try reader.facts())
        case (4, .sidecar): self = .sidecar(try reader.sidecarFacts())
        case (5, .animation), (5, .frame(_, isSkipped: true)), (5, .rewind), (5, .animationSearch): self = .done
        case (6, .preview), (6, .animation), (6, .frame), (6, .animationSearch): self = .none
        case (7, .picture), (7, .preview), (7, .animation), (7, .frame), (7, .export), (7, .animationSearch):
            self = .failed(try reader.reason())
        case (8, .sidecar), (8, .restatement): self = .sidecarFailed(try reader.sidecarFailure())
        case (9, _): self = .cancelled
        case (10, .picture), (10, .export): self = .detour(.drawing)
        case (11, .picture(let picture)) where picture.type == nil: self = .detour(.lacksType)
        case (11, .export(let export)) where export.type == nil: self = .detour(.lacksType)
        case (14, .export):
            let size = try reader.size()
            self = .exported(try adopt(reader.number(in: 1...request.mostBytes)), size)
        case (13, .restatement):
            let before = try reader.sidecarFacts()
            self = .restated(before, try reader.optional { try adopt($0.number(in: 1...request.mostBytes)) })
        case (15, .embedding):
            self = .embedded(try reader.optional { try adopt($0.number(in: 1...request.mostBytes)) })
        case (16, .embedding):
            guard let failure = EmbeddingFailure(rawValue: try reader.code()) else { throw MalformedMessage() }
            self = .embeddingFailed(failure)
        case (12, .picture), (12, .animation), (12, .preview), (12, .export):
            self = .detour(.lacksLoader(try reader.text()))
        default: throw MalformedMessage()
        }
        try reader.end()
    }
}
