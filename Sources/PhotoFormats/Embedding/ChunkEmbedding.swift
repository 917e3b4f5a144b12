// Metadata in the chunks of PNG and WebP. Sources: PNG 1.5, 4.2.3 and eXIf; XMP part 3, 1.1.5; RFC 9649, 2.7.
import Photos

/// A PNG in which metadata are put in place. A new chunk comes before the image data, as readers that stop there want
/// it.
struct PNGEmbedding<Bytes: ByteAccess>: EmbeddingContainer {
    let file: Bytes
    let parts: ContainerParts

    private static var packetKeyword: String { "XML:com.adobe.xmp" }
    /// Chunks in which ImageMagick keeps a packet.
    private static var profileKeyword: String { "Raw profile type xmp" }

    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        var splices: [FileSplice] = []
        if let exif = parts.first(.exif) {
            var editing = try TIFFEditing(file, exif.content)
            try editing.state(statement)
            if !editing.splices.isEmpty {
                splices.append(FileSplice(exif.range, Self.chunk("eXIf", try editing.whole())))
            }
        }
        if let packet {
            var chunk = Self.text(Self.packetKeyword, packet)
            for part in parts.parts
            where part.kind == .text(Self.packetKeyword) || part.kind == .text(Self.profileKeyword) {
                splices.append(FileSplice(part.range, chunk))
                chunk = []
            }
            if !chunk.isEmpty {
                guard let data = parts.parts.first(where: { file.has("IDAT", at: $0.range.lowerBound + 4) }) else {
                    throw .damaged
                }
                splices.append(FileSplice(data.range.lowerBound..<data.range.lowerBound, chunk))
            }
        }
        for (keyword, text) in [("Title", statement.title), ("Description", statement.caption)] {
            guard let text else { continue }
            var chunk = text.isEmpty ? [] : Self.text(keyword, Array(text.utf8))
            for part in parts.parts where part.kind == .text(keyword) {
                if file.bytes(part.range.lowerBound, count: part.range.count) != chunk {
                    splices.append(FileSplice(part.range, chunk))
                }
                chunk = []
            }
        }
        return splices
    }

    /// A chunk of text in UTF-8 that is not packed.
    private static func text(_ keyword: String, _ text: [UInt8]) -> [UInt8] {
        chunk("iTXt", Array(keyword.utf8) + [0, 0, 0, 0, 0] + text)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return WrittenNumber.big(content.count, 4) + checked + CRC32.bytes(of: checked)
    }
}

/// A WebP in which metadata are put in place. A new chunk comes behind the others, and a file without the header that
/// announces it gets that.
struct WebPEmbedding<Bytes: ByteAccess>: EmbeddingContainer {
    let file: Bytes
    let parts: ContainerParts

    private static var longest: Int { 0xFFFF_FFF0 }
    private static var packetFlag: UInt8 { 0b100 }

    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        guard let length = file.little32(4) else { throw .damaged }
        var splices: [FileSplice] = []
        if let exif = parts.first(.exif) {
            // Some writers put JPEG's own mark in front.
            let mark = file.has("Exif\0\0", at: exif.content.lowerBound) ? 6 : 0
            var editing = try TIFFEditing(file, exif.content.lowerBound + mark..<exif.content.upperBound)
            try editing.state(statement)
            if !editing.splices.isEmpty {
                let written = Array("Exif\0\0".utf8.prefix(mark)) + (try editing.whole())
                splices.append(FileSplice(exif.range, Self.chunk("EXIF", written)))
            }
        }
        if let packet {
            let chunk = Self.chunk("XMP ", packet)
            let end = length + 8
            splices.append(FileSplice(parts.first(.xmp)?.range ?? end..<end, chunk))
            splices += try announcing()
        }
        let grown = length + splices.reduce(0) { $0 + $1.growth }
        guard grown <= Self.longest else { throw .noRoom }
        return grown == length ? splices : splices + [FileSplice(4..<8, WrittenNumber.little(grown, 4))]
    }

    /// The change of the header that says that there is a packet.
    private func announcing() throws(EmbeddingFailure) -> [FileSplice] {
        if let header = parts.first(.header) {
            let place = header.content.lowerBound
            guard let flags = file.bytes(place, count: 1)?.first else { throw .damaged }
            return flags & Self.packetFlag != 0 ? [] : [FileSplice(place..<place + 1, [flags | Self.packetFlag])]
        }
        guard let picture = WebPPicture(file) else { throw .damaged }
        let flags = Int(Self.packetFlag) | (picture.hasAlpha ? 0b1_0000 : 0)
        let content =
            WrittenNumber.little(flags, 4) + WrittenNumber.little(picture.width - 1, 3)
            + WrittenNumber.little(picture.height - 1, 3)
        return [FileSplice(12..<12, Self.chunk("VP8X", content))]
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + WrittenNumber.little(content.count, 4) + content
            + (content.count.isMultiple(of: 2) ? [] : [0])
    }
}
