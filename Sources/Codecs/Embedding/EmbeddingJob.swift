// What a file has to become to state something of its photo. Sources: XMP part 1, 7.3 (the packet's wrapper); part 3.
import CGLib
import PhotoFormats
import Photos

/// The changes of one file, made of its own bytes.
enum EmbeddingJob {
    /// - Throws: for a file that is left as it is.
    static func splices(
        _ file: FileWindow, _ statement: EmbeddedStatement
    ) throws(EmbeddingFailure) -> [FileSplice] {
        let embedding = try MetadataEmbedding(file)
        let document: SidecarDocument
        do {
            document = try SidecarDocument(embedding.packet ?? Array(blank.utf8))
        } catch {
            throw .damaged
        }
        var packet: [UInt8]?
        if document.state(statement) {
            // What could not be read again is not written.
            guard let bytes = try? document.serialised(), (try? SidecarDocument(bytes)) != nil else { throw .damaged }
            packet = bytes
        }
        return try embedding.splices(packet, statement, digest: digest)
    }

    /// A packet that states nothing.
    private static let blank = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Tessera">
         <rdf:RDF xmlns:rdf="\(SidecarDocument.rdf)">
          <rdf:Description rdf:about=""/>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """

    /// MD5.
    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        guard let checksum = g_checksum_new(G_CHECKSUM_MD5) else { return [] }
        defer { g_checksum_free(checksum) }
        g_checksum_update(checksum, bytes, gssize(bytes.count))
        var length = gsize(16)
        var digest = [UInt8](repeating: 0, count: 16)
        g_checksum_get_digest(checksum, &digest, &length)
        return digest
    }
}

extension SidecarDocument {
    /// States all of a statement.
    /// - Returns: Whether anything was changed.
    fileprivate func state(_ statement: EmbeddedStatement) -> Bool {
        var statements: [SidecarStatement] = statement.marks.all.map { .mark($0) }
        func text(_ text: String) -> String? { text.isEmpty ? nil : text }
        if let title = statement.title { statements.append(.title(text(title), leavesBlank: false)) }
        if let caption = statement.caption { statements.append(.caption(text(caption), leavesBlank: false)) }
        if let date = statement.date { statements.append(.date(date)) }
        if let keywords = statement.keywords {
            statements += words.keywords.filter { !keywords.contains($0) }.map {
                .removeKeyword($0, others: [], leavesBlank: false)
            }
            statements += keywords.map { .addKeyword($0, others: []) }
        }
        return statements.reduce(false) { set($1) || $0 }
    }
}

extension StatedMarks {
    /// Each mark that is stated.
    fileprivate var all: [PhotoMarks.Mark] {
        [stars.map { .stars($0) }, isFavourite.map { .favourite($0) }, label.map { .label($0) }].compactMap(\.self)
    }
}

// MARK: In messages

extension WireWriter {
    mutating func write(_ statement: EmbeddedStatement) {
        write(statement.marks)
        write(statement.keywords) { $0.write(each: $1.prefix(KeywordList.most)) { $0.write($1) } }
        write(statement.title) { $0.write($1) }
        write(statement.caption) { $0.write($1) }
        write(statement.date) { $0.write($1) }
    }

    mutating func write(_ splices: [FileSplice]) {
        write(each: splices) { writer, splice in
            writer.write(splice.range.lowerBound)
            writer.write(splice.range.upperBound)
            writer.write(block: splice.bytes)
        }
    }
}

extension WireReader {
    mutating func embeddedStatement() throws -> EmbeddedStatement {
        var statement = EmbeddedStatement()
        statement.marks = try marks()
        statement.keywords = try optional { try $0.each(most: KeywordList.most) { try $0.text() } }
        statement.title = try optional { try $0.text() }
        statement.caption = try optional { try $0.text() }
        statement.date = try optional { try $0.writtenTime() }
        return statement
    }

    /// Changes of a file of which nothing is believed but that they are changes.
    mutating func splices() throws -> [FileSplice] {
        try each(most: Self.mostSplices) { reader in
            let start = try reader.number(in: 0...Int.max), end = try reader.number(in: start...Int.max)
            return FileSplice(start..<end, try reader.block())
        }
    }

    private static let mostSplices = 4096
}
