// The work that a request asks for, in whatever process that is.
import ImagePipeline
import PhotoFormats
import Photos

/// Answers requests by decoding in this process. For one thread at a time.
final class DecodeService {
    private var resources: DecodeResources
    /// The animation that was opened last.
    private var frames: DecodedFrames?

    init(_ resources: DecodeResources) { self.resources = resources }

    /// Carries out a request, with its pixels in `memory`.
    /// - Throws: `LoadFailure` with stage `.fetch`, where the input cannot be read; `CancellationError` then.
    func perform(
        _ request: DecodeRequest, on input: DecodeInput, into memory: (any ResultMemory)? = nil
    ) throws -> DecodeAnswer {
        if let memory { resources.memory = memory }
        let bytes = try input.inMemory()
        do {
            switch request {
            case .picture(let picture): return try decode(picture, bytes)
            case .preview(let picture, let shown):
                let preview = try PreviewDecodeJob(
                    box: picture.box, fit: picture.fit, quarterTurns: picture.quarterTurns, resources: resources
                ).run(bytes, beyond: shown)
                return preview.map { .preview($0.pixels, $0.detail) } ?? .none
            case .animation(let size, let quarterTurns): return try open(bytes, size, quarterTurns)
            case .frame(_, let isSkipped): return try step(isSkipped: isSkipped)
            case .rewind:
                frames?.rewind()
                return .done
            case .facts(let name, let withDetails):
                guard case .file(let descriptor) = input.content else { return .cancelled }
                guard let file = FileWindow(descriptor) else { return .none }
                return .facts(FileFactsReader.read(file, name: name, withDetails: withDetails))
            case .sidecar: return sidecar(bytes)
            case .restatement(let statement): return restate(bytes, with: statement)
            case .embedding(let statement):
                guard case .file(let descriptor) = input.content else { return .cancelled }
                guard let file = FileWindow(descriptor) else { return .embeddingFailed(.damaged) }
                return embed(statement, file)
            case .export(let export): return try ExportJob(export, resources).run(bytes)
            case .animationSearch: return AnimationScan(bytes) == nil ? .none : .done
            }
        } catch let failure as DecodeFailure {
            return .failed(failure.reason)
        } catch let detour as DecodeDetour {
            return .detour(detour)
        } catch is CancellationError {
            return .cancelled
        }
    }

    private func decode(_ picture: DecodeRequest.Picture, _ bytes: EncodedBytes) throws -> DecodeAnswer {
        if let region = picture.region,
            let pixels = try RegionDecodeJob(
                region, box: picture.box, quarterTurns: picture.quarterTurns, resources: resources
            ).run(bytes)
        {
            return .picture(pixels, animation: nil, isAnimated: false, isRegion: true)
        }
        let pixels = try DecodeJob(
            box: picture.box, fit: picture.fit, quarterTurns: picture.quarterTurns, page: picture.page,
            type: picture.type,
            resources: resources
        ).run(bytes)
        let scan = AnimationScan(bytes)
        return .picture(
            pixels, animation: picture.fit == .fit ? scan : nil, isAnimated: scan != nil, isRegion: false)
    }

    private func open(_ bytes: EncodedBytes, _ size: PixelSize, _ quarterTurns: Int) throws -> DecodeAnswer {
        frames = nil
        // The frames of a WebP are read by its library, which is always there.
        if AnimationScan(bytes)?.format == .gif { try resources.checkLoader(of: "image/gif") }
        frames = DecodedFrames(bytes, at: size, quarterTurns: quarterTurns, colours: resources.colours)
        return frames == nil ? .none : .done
    }

    private func step(isSkipped: Bool) throws -> DecodeAnswer {
        guard let frames else { return .none }
        if isSkipped { return frames.skip() ? .done : .none }
        return try frames.next(into: resources.memory).map { .frame($0) } ?? .none
    }

    private func sidecar(_ bytes: EncodedBytes) -> DecodeAnswer {
        do throws(SidecarFailure) {
            return .sidecar(try SidecarDocument(Array(bytes.storage)).facts)
        } catch {
            return .sidecarFailed(error)
        }
    }

    private func embed(_ statement: EmbeddedStatement, _ file: FileWindow) -> DecodeAnswer {
        do throws(EmbeddingFailure) {
            let splices = try EmbeddingJob.splices(file, statement)
            if splices.isEmpty { return .embedded(nil) }
            var writer = WireWriter()
            writer.write(splices)
            guard let (place, owner) = resources.memory.room(for: writer.bytes.count) else { throw .noRoom }
            place.update(from: writer.bytes, count: writer.bytes.count)
            return .embedded(owner)
        } catch {
            return .embeddingFailed(error)
        }
    }

    private func restate(_ bytes: EncodedBytes, with statement: SidecarStatement) -> DecodeAnswer {
        do throws(SidecarFailure) {
            let document = try SidecarDocument(Array(bytes.storage))
            let before = document.facts
            guard let restated = try document.restated(with: statement) else { return .restated(before, nil) }
            guard let (place, owner) = resources.memory.room(for: restated.count) else { throw .tooLarge }
            place.update(from: restated, count: restated.count)
            return .restated(before, owner)
        } catch {
            return .sidecarFailed(error)
        }
    }
}
