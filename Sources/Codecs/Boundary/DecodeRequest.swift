// What is asked of a decode, wherever it is done.
package import ImagePipeline
package import PhotoFormats
package import Photos

/// One request for what is in a file, of which it has the bytes elsewhere (`DecodeInput`).
package enum DecodeRequest: Equatable, Sendable {
    /// The picture of a file in a box, as `PixelDecoder.decode` makes it.
    package struct Picture: Equatable, Sendable {
        package var box: PixelSize
        package var fit: Fit
        /// The part that is wanted, if not the whole.
        package var region: PictureRegion?
        /// Clockwise, 0…3, beyond what the file says.
        package var quarterTurns = 0
        /// The page of a TIFF, counted from 0.
        package var page = 0
        /// The MIME type that the system guesses, once that was asked for; empty where it knows none.
        package var type: String?

        package init(box: PixelSize, fit: Fit, region: PictureRegion? = nil, quarterTurns: Int = 0, page: Int = 0) {
            (self.box, self.fit, self.region, self.quarterTurns, self.page) = (box, fit, region, quarterTurns, page)
        }
    }

    /// A photo that is made anew for others.
    package struct Export: Equatable, Sendable {
        /// Never `same`.
        package var format: ExportRecipe.Format
        /// Longest side in pixels; nil for that of the photo.
        package var longSide: Int?
        package var quality: Int
        package var metadata: ExportRecipe.Metadata
        /// Clockwise, 0…3, beyond what the file says.
        package var quarterTurns = 0
        /// What is stated of the photo besides its file.
        package var marks: [PhotoMarks.Mark] = []
        /// What is said of the photo otherwise than in its file.
        package var restated = RestatedFacts()
        /// The MIME type that the system guesses, once that was asked for; empty where it knows none.
        package var type: String?

        package init(
            format: ExportRecipe.Format, longSide: Int?, quality: Int, metadata: ExportRecipe.Metadata,
            quarterTurns: Int = 0, marks: [PhotoMarks.Mark] = [], restated: RestatedFacts = RestatedFacts()
        ) {
            (self.format, self.longSide, self.quality, self.metadata) = (format, longSide, quality, metadata)
            (self.quarterTurns, self.marks, self.restated) = (quarterTurns, marks, restated)
        }
    }

    /// Answered by `.picture`.
    case picture(Picture)
    /// What can be shown before the picture; only the box, the fit and the turns count. Answered by `.preview` or
    /// `.none`.
    case preview(Picture, beyond: PreviewDetail?)
    /// Opens an animation, to be played in frames of this size. Answered by `.done` or `.none`.
    case animation(size: PixelSize, quarterTurns: Int)
    /// The next frame of the opened animation, whose size is repeated. Answered by `.frame`, by `.done` where it is
    /// skipped, or `.none`.
    case frame(size: PixelSize, isSkipped: Bool)
    /// The opened animation from its start. Answered by `.done`.
    case rewind
    /// What the file says about itself. Answered by `.facts`.
    case facts(name: String, withDetails: Bool)
    /// The marks in a sidecar. Answered by `.marks`.
    case sidecar
    /// A sidecar that states something else. Answered by `.restated`.
    case restatement(SidecarStatement)
    /// What is to be written into the file so that it states something of its photo. Answered by `.embedded`.
    case embedding(EmbeddedStatement)
    /// The photo encoded anew. Answered by `.exported`.
    case export(Export)
    /// Whether the picture is an animation. Answered by `.done` where it is one, or `.none`.
    case animationSearch

    /// How much of a picture is asked for, which decides what it costs.
    enum Extent: Hashable, Sendable { case tile, page, part, preview, frames, facts, marks, export }

    var extent: Extent {
        switch self {
        case .picture(let picture): picture.region != nil ? .part : picture.fit == .fill ? .tile : .page
        case .preview: .preview
        case .animation, .frame, .rewind: .frames
        case .facts: .facts
        case .sidecar, .restatement, .embedding: .marks
        case .export: .export
        case .animationSearch: .frames
        }
    }

    /// The same with the MIME type that the system guesses, empty where it knows none.
    func with(type: String) -> DecodeRequest {
        switch self {
        case .picture(var picture):
            picture.type = type
            return .picture(picture)
        case .export(var export):
            export.type = type
            return .export(export)
        default: return self
        }
    }

    /// The most bytes that an answer may have outside of its message: pixels, or a document.
    var mostBytes: Int {
        switch self {
        case .restatement: SidecarDocument.longest
        case .embedding: Self.mostChanges
        case .export: mostPixels * PixelBuffer.bytesPerPixel + Self.mostMetadata
        default: mostPixels * PixelBuffer.bytesPerPixel
        }
    }

    /// The most bytes that an encoded picture has beside what its pixels take.
    private static let mostMetadata = SidecarDocument.longest + 1 << 20

    /// The most bytes that the changes of a file take, of which `MetadataEmbedding` allows half.
    private static let mostChanges = 8 << 20

    /// Seconds of processor time that it may take.
    /// - Parameter usual: Those of a picture.
    package func seconds(usual: Int) -> Int {
        if case .export = self { usual * Self.exportPatience } else { usual }
    }

    /// Pictures that take as long as to encode one of the largest: 100 megapixels take libpng 17 s.
    private static let exportPatience = 15

    /// The largest number of pixels that an answer may have.
    var mostPixels: Int {
        switch self {
        case .picture(let picture):
            min(max(picture.box.area, picture.region?.size.area ?? 0), PixbufDecoder.Limits.mostResult)
        case .preview(let picture, _): min(picture.box.area, PixbufDecoder.Limits.mostResult)
        case .frame(let size, isSkipped: false): size.area
        case .export(let export):
            // Also of one whose format lets it be no larger in the end: the pixels come first.
            export.longSide.map { min($0 * $0, PixbufDecoder.Limits.mostResult) } ?? PixbufDecoder.Limits.mostResult
        case .animation, .frame, .rewind, .facts, .sidecar, .restatement, .embedding, .animationSearch: 0
        }
    }
}

extension WireWriter {
    mutating func write(_ request: DecodeRequest) {
        switch request {
        case .picture(let picture):
            write(UInt8(0))
            write(picture)
        case .preview(let picture, let shown):
            write(UInt8(1))
            write(picture)
            write(shown) { $0.write($1) }
        case .animation(let size, let quarterTurns):
            write(UInt8(2))
            write(size)
            write(quarterTurns)
        case .frame(let size, let isSkipped):
            write(UInt8(3))
            write(size)
            write(isSkipped)
        case .rewind: write(UInt8(4))
        case .facts(let name, let withDetails):
            write(UInt8(5))
            write(name)
            write(withDetails)
        case .sidecar: write(UInt8(6))
        case .restatement(let statement):
            write(UInt8(7))
            write(statement)
        case .export(let export):
            write(UInt8(8))
            write(export)
        case .animationSearch: write(UInt8(9))
        case .embedding(let statement):
            write(UInt8(10))
            write(statement)
        }
    }

    private mutating func write(_ export: DecodeRequest.Export) {
        write(export.format.rawValue)
        write(export.longSide) { $0.write($1) }
        write(export.quality)
        write(export.metadata.rawValue)
        write(export.quarterTurns)
        write(each: export.marks) { $0.write($1) }
        write(export.restated)
        write(export.type) { $0.write($1) }
    }

    private mutating func write(_ picture: DecodeRequest.Picture) {
        write(picture.box)
        write(picture.fit == .fill)
        write(picture.quarterTurns)
        write(picture.page)
        write(picture.type) { $0.write($1) }
        write(picture.region) { writer, region in
            writer.write(region.whole)
            writer.write(region.x)
            writer.write(region.y)
            writer.write(region.size)
        }
    }

    /// Writes what a preview was made of.
    mutating func write(_ detail: PreviewDetail) {
        switch detail {
        case .thumbnail: write(0)
        case .scans(let count): write(max(1, count))
        }
    }
}

extension WireReader {
    mutating func request() throws -> DecodeRequest {
        switch try code() {
        case 0: .picture(try picture())
        case 1: .preview(try picture(), beyond: try optional { try $0.detail() })
        case 2: .animation(size: try size(), quarterTurns: try number(in: 0...3))
        case 3: .frame(size: try size(), isSkipped: try flag())
        case 4: .rewind
        case 5: .facts(name: try text(), withDetails: try flag())
        case 6: .sidecar
        case 7: .restatement(try statement())
        case 8: .export(try export())
        case 9: .animationSearch
        case 10: .embedding(try embeddedStatement())
        default: throw MalformedMessage()
        }
    }

    /// Most marks of one photo: stars, favourite, label.
    private static let mostMarks = 3

    private mutating func export() throws -> DecodeRequest.Export {
        let format = ExportRecipe.Format(rawValue: try text())
        let longSide = try optional { try $0.number(in: ExportRecipe.longSides) }
        let quality = try number(in: ExportRecipe.qualities)
        guard let format, let metadata = ExportRecipe.Metadata(rawValue: try text()) else { throw MalformedMessage() }
        var export = DecodeRequest.Export(
            format: format, longSide: longSide, quality: quality, metadata: metadata,
            quarterTurns: try number(in: 0...3), marks: try each(most: Self.mostMarks) { try $0.mark() },
            restated: try restated())
        export.type = try optional { try $0.text() }
        return export
    }

    mutating func label() throws -> PhotoLabel {
        guard let label = PhotoLabel(rawValue: try code()) else { throw MalformedMessage() }
        return label
    }

    private mutating func picture() throws -> DecodeRequest.Picture {
        var picture = DecodeRequest.Picture(
            box: try size(), fit: try flag() ? .fill : .fit, quarterTurns: try number(in: 0...3),
            page: try number(in: 0...TIFFPages.most))
        picture.type = try optional { try $0.text() }
        picture.region = try optional { reader in
            let whole = try reader.size(), sides = 0...PixelSize.largestSide
            return PictureRegion(
                of: whole, x: try reader.number(in: sides), y: try reader.number(in: sides), size: try reader.size())
        }
        return picture
    }

    /// What a preview was made of.
    mutating func detail() throws -> PreviewDetail {
        let scans = try number(in: 0...Int(Int32.max))
        return scans == 0 ? .thumbnail : .scans(scans)
    }
}
