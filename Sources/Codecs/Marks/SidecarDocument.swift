// An XMP sidecar as a tree that can be changed: stars and favourite in it, and everything else kept.
// Sources: XMP part 1, 7 (RDF serialisation); part 2 (xmp:Rating); darktable's and digiKam's sidecars.
import CXML
import Glibc
import Library
import PhotoFormats
import Photos

/// A parsed XMP document. For one thread.
///
/// Stars are `xmp:Rating`, which darktable, digiKam and Lightroom read. A favourite is what digiKam calls accepted
/// (`digiKam:PickLabel` 3) and Adobe's programs flagged (`xmpDM:pick` 1); either makes one, and both are written. A
/// colour is `xmp:Label`, `digiKam:ColorLabel` or darktable's list of colours; the first two are written, and the list
/// where there is one. What is not changed stays as it was: history stacks, masks, and names that nothing here knows.
///
/// libxml2 reads without the network, without loading anything, at most 256 elements deep, and stops at a document
/// type, so that no entity is ever defined. What would keep it busy for hours is refused before (`SidecarTags`).
final class SidecarDocument {
    /// The longest document that is read: some hundred times what edits of one photo take.
    static let longest = 16 << 20

    /// A property by its name space, the prefix that it usually has, and its name.
    struct Property {
        let space: String, prefix: String, name: String

        static let rating = Property(space: "http://ns.adobe.com/xap/1.0/", prefix: "xmp", name: "Rating")
        /// Windows' stars, where nothing else states any.
        static let perCent = Property(
            space: "http://ns.microsoft.com/photo/1.0/", prefix: "MicrosoftPhoto", name: "Rating")
        static let pickLabel = Property(space: "http://www.digikam.org/ns/1.0/", prefix: "digiKam", name: "PickLabel")
        static let dateCreated = Property(
            space: "http://ns.adobe.com/photoshop/1.0/", prefix: "photoshop", name: "DateCreated")
        static let dateDigitized = Property(space: "http://ns.adobe.com/xap/1.0/", prefix: "xmp", name: "CreateDate")

        static func exif(_ name: String) -> Property {
            Property(space: "http://ns.adobe.com/exif/1.0/", prefix: "exif", name: name)
        }

        static let label = Property(space: "http://ns.adobe.com/xap/1.0/", prefix: "xmp", name: "Label")
        static let colourLabel = Property(
            space: "http://www.digikam.org/ns/1.0/", prefix: "digiKam", name: "ColorLabel")
        static let colourLabels = Property(
            space: "http://darktable.sf.net/", prefix: "darktable", name: "colorlabels")
        static let pick = Property(space: "http://ns.adobe.com/xmp/1.0/DynamicMedia/", prefix: "xmpDM", name: "pick")
    }

    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// What a new sidecar says.
    private static let blank = """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Tessera">
         <rdf:RDF xmlns:rdf="\(rdf)">
          <rdf:Description rdf:about=""/>
         </rdf:RDF>
        </x:xmpmeta>

        """
    /// Initialises libxml2 before two threads do.
    private static let library: Void = xmlInitParser()

    private let document: xmlDocPtr
    /// The element that holds the descriptions.
    let root: xmlNodePtr
    /// Whether the document has an XML declaration.
    private let isDeclared: Bool

    /// An empty document.
    convenience init() throws(SidecarFailure) { try self.init(Array(Self.blank.utf8)) }

    init(_ bytes: [UInt8]) throws(SidecarFailure) {
        guard bytes.count <= Self.longest, bytes.withUnsafeBytes(SidecarTags.areFew) else { throw .tooLarge }
        _ = Self.library
        guard let parser = xmlNewParserCtxt() else { throw .malformed }
        defer { xmlFreeParserCtxt(parser) }
        // Called at a document type, before anything in it is read.
        parser.pointee.sax?.pointee.internalSubset = { context, _, _, _ in
            guard let context else { return }
            let parser = context.assumingMemoryBound(to: xmlParserCtxt.self)
            // Says below why it was stopped.
            parser.pointee._private = context
            xmlStopParser(parser)
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = bytes.withUnsafeBytes { bytes in
            xmlCtxtReadMemory(
                parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil, nil, Int32(options))
        }
        let wasStopped = parser.pointee._private != nil
        guard let parsed, !wasStopped, parsed.pointee.intSubset == nil else {
            xmlFreeDoc(parsed)
            throw wasStopped || parsed != nil ? .documentType : .malformed
        }
        guard let root = Self.findRoot(of: parsed) else {
            xmlFreeDoc(parsed)
            throw .notXMP
        }
        document = parsed
        self.root = root
        // libxml2's number for a document without one.
        isDeclared = parsed.pointee.standalone != -1
    }

    deinit { xmlFreeDoc(document) }

    // MARK: Facts

    /// What the document states of the photo.
    var facts: SidecarFacts {
        var facts = SidecarFacts()
        facts.marks = marks
        facts.times[.sidecarOriginal] = text(of: .exif("DateTimeOriginal")).flatMap { WrittenTime(numbers: $0) }
        facts.times[.sidecarCreated] = text(of: .dateCreated).flatMap { WrittenTime(numbers: $0) }
        facts.times[.sidecarDigitized] = text(of: .dateDigitized).flatMap { WrittenTime(numbers: $0) }
        facts.times[.position] = text(of: .exif("GPSTimeStamp")).flatMap(StatedTimes.satellites)
        facts.times.offset = text(of: .exif("OffsetTimeOriginal")).flatMap(WrittenTime.offset)
        (facts.description, facts.blanks) = (words, blanks)
        facts.position = CameraData.Position { property in
            let parts = property.split(separator: ":")
            return parts.count == 2 && parts[0] == "exif" ? text(of: .exif(String(parts[1]))) : nil
        }
        return facts
    }

    /// A property as one line: its value, or the first item of its list, in the language of no one where it has
    /// languages.
    func text(of property: Property) -> String? {
        descriptions.lazy.compactMap { self.text(of: property, in: $0) }.first
    }

    /// A property that is an attribute or a child of `node`.
    func text(of property: Property, in node: xmlNodePtr) -> String? {
        if let text = xmlGetNsProp(node, property.name, property.space) {
            defer { tessera_xml_free(text) }
            if let line = Self.line(text) { return line }
        }
        guard let element = element(of: property, in: node) else { return nil }
        let items = Self.items(of: element)
        return (items.map { $0.first(where: Self.isStandard) ?? $0.first } ?? element).flatMap { Self.content(of: $0) }
    }

    /// The items of the list in an element; nil where it has none.
    static func items(of element: xmlNodePtr) -> [xmlNodePtr]? {
        let list = elements(of: element).first { list in
            ["Alt", "Seq", "Bag"].contains { names(list, $0, in: rdf) }
        }
        return list.map { list in elements(of: list).filter { names($0, "li", in: rdf) } }
    }

    /// The text of a node as one line, cut behind `longest` bytes.
    static func content(of node: xmlNodePtr, longest: Int = PhotoDescription.longest) -> String? {
        guard let text = xmlNodeGetContent(node) else { return nil }
        defer { tessera_xml_free(text) }
        return line(text, longest: longest)
    }

    /// Whether an item is that of all languages.
    static func isStandard(_ item: xmlNodePtr) -> Bool {
        guard let language = xmlNodeGetLang(item) else { return false }
        defer { tessera_xml_free(language) }
        return String(cString: language) == "x-default"
    }

    private static func line(
        _ text: UnsafeMutablePointer<xmlChar>, longest: Int = PhotoDescription.longest
    ) -> String? {
        let count = strlen(text)
        return WrittenText.line(
            of: UnsafeBufferPointer(start: text, count: min(count, longest)), isCut: count > longest)
    }

    // MARK: Marks

    /// What the document states.
    var marks: StatedMarks {
        let label = value(of: .pickLabel).flatMap { Int($0) }, pick = value(of: .pick).flatMap { Int($0) }
        return StatedMarks(
            stars: value(of: .rating).flatMap(StatedMarks.stars)
                ?? value(of: .perCent).flatMap { Int($0) }.flatMap(StatedMarks.stars(percent:)),
            isFavourite: label == nil && pick == nil ? nil : label == 3 || pick == 1, label: self.label)
    }

    /// The colour: Adobe's text, digiKam's number, or the first of darktable's; nil where none of them is there.
    private var label: PhotoLabel? {
        isStated(.label)
            ? PhotoLabel(written: text(of: .label) ?? "")
            : value(of: .colourLabel).flatMap { Int($0) }.map(PhotoLabel.init(digiKam:))
                ?? (isStated(.colourLabels)
                    ? text(of: .colourLabels).flatMap { Int($0) }.map(PhotoLabel.init(darktable:)) ?? PhotoLabel.none
                    : nil)
    }

    /// The bytes of a document that states something and else what this one does; nil where it does so already.
    /// - Throws: `SidecarFailure`, for one that has to be left as it is.
    func restated(with statement: SidecarStatement) throws(SidecarFailure) -> [UInt8]? {
        let before = facts
        guard set(statement) else { return nil }
        let bytes = try serialised()
        guard bytes.count <= Self.longest else { throw .tooLarge }
        // A prefix that the document uses without declaring it gets a meaning with a mark, and then two attributes may
        // have one name. What could not be read again is not written.
        guard let again = try? SidecarDocument(bytes), again.facts.isAlike(before, beside: statement),
            !again.set(statement)
        else { throw .malformed }
        return bytes
    }

    /// States something. Where it is stated already nothing is changed.
    /// - Returns: Whether anything was changed.
    func set(_ statement: SidecarStatement) -> Bool {
        switch statement {
        case .mark(let mark): set(mark)
        case .addKeyword(let keyword, let others): edit { $0.add(keyword, to: others) }
        case .removeKeyword(let keyword, let others, let leavesBlank):
            edit { $0.remove(keyword, from: others, leavesBlank: leavesBlank) }
        case .title(let text, let leavesBlank): set(.title, to: text, leavesBlank: leavesBlank)
        case .caption(let text, let leavesBlank): setCaption(to: text, leavesBlank: leavesBlank)
        case .date(let time): set(date: time)
        case .all(let statements): statements.reduce(false) { set($1) || $0 }
        }
    }

    /// Sets a mark. Where it is stated already nothing is changed.
    /// - Returns: whether anything was changed.
    func set(_ mark: PhotoMarks.Mark) -> Bool {
        let stated = marks
        switch mark {
        case .stars(let stars):
            if stated.stars == stars { return false }
            set(.rating, to: "\(stars)")
        case .favourite(let isFavourite):
            if stated.isFavourite == isFavourite { return false }
            set(.pickLabel, to: isFavourite ? "3" : "0")
            set(.pick, to: isFavourite ? "1" : "0")
        case .label(let label):
            if stated.label == label || label == .other { return false }
            set(.label, to: label.written)
            set(.colourLabel, to: "\(label.digiKam)")
            setColours(label)
        }
        return true
    }

    /// The document's bytes in its own encoding.
    func serialised() throws(SidecarFailure) -> [UInt8] {
        guard let buffer = xmlBufferCreate() else { throw .malformed }
        defer { xmlBufferFree(buffer) }
        let encoding = document.pointee.encoding.map { String(cString: $0) } ?? "UTF-8"
        let options = isDeclared ? 0 : XML_SAVE_NO_DECL.rawValue
        guard let writer = xmlSaveToBuffer(buffer, encoding, Int32(options)) else { throw .malformed }
        let isSaved = xmlSaveDoc(writer, document) >= 0
        guard xmlSaveClose(writer) >= 0, isSaved, let content = xmlBufferContent(buffer), xmlBufferLength(buffer) > 0
        else { throw .malformed }
        return Array(UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
    }

    // MARK: The tree

    private static func findRoot(of document: xmlDocPtr) -> xmlNodePtr? {
        guard let top = xmlDocGetRootElement(document) else { return nil }
        return names(top, "RDF", in: rdf) ? top : elements(of: top).first { names($0, "RDF", in: rdf) }
    }

    var descriptions: [xmlNodePtr] {
        Self.elements(of: root).filter { Self.names($0, "Description", in: Self.rdf) }
    }

    static func elements(of node: xmlNodePtr) -> [xmlNodePtr] {
        var elements: [xmlNodePtr] = []
        var next = node.pointee.children
        while let child = next {
            if child.pointee.type == XML_ELEMENT_NODE { elements.append(child) }
            next = child.pointee.next
        }
        return elements
    }

    static func names(_ node: xmlNodePtr, _ name: String, in space: String) -> Bool {
        guard let ownName = node.pointee.name, let ownSpace = node.pointee.ns?.pointee.href else { return false }
        return String(cString: ownName) == name && String(cString: ownSpace) == space
    }

    func element(of property: Property, in description: xmlNodePtr) -> xmlNodePtr? {
        Self.elements(of: description).first { Self.names($0, property.name, in: property.space) }
    }

    /// The first value of a property, without surrounding blanks.
    private func value(of property: Property) -> String? {
        for description in descriptions {
            let text =
                xmlGetNsProp(description, property.name, property.space)
                ?? element(of: property, in: description).flatMap { xmlNodeGetContent($0) }
            guard let text else { continue }
            defer { tessera_xml_free(text) }
            // Digits are at the beginning or nowhere.
            let word = String(cString: text).split(whereSeparator: \.isWhitespace).first
            if let word { return String(word) }
        }
        return nil
    }

    /// Sets a property whose value needs no escaping where it stands, or else as an attribute of the first description.
    func set(_ property: Property, to value: String) {
        var isSet = false
        for description in descriptions {
            if let attribute = xmlHasNsProp(description, property.name, property.space) {
                xmlSetNsProp(description, attribute.pointee.ns, property.name, value)
                isSet = true
            }
            for element in Self.elements(of: description) where Self.names(element, property.name, in: property.space) {
                xmlNodeSetContent(element, value)
                isSet = true
            }
        }
        guard !isSet, let description = descriptions.first ?? addDescription() else { return }
        xmlSetNsProp(description, space(of: property, at: description), property.name, value)
    }

    /// Whether a property is there, with a value or without.
    func isStated(_ property: Property) -> Bool {
        descriptions.contains { description in
            xmlHasNsProp(description, property.name, property.space) != nil
                || element(of: property, in: description) != nil
        }
    }

    /// Makes darktable's list of colours, where there is one, that of a single colour or of none.
    private func setColours(_ label: PhotoLabel) {
        for description in descriptions {
            let lists = element(of: .colourLabels, in: description).map(Self.elements) ?? []
            let list = lists.first { Self.names($0, "Seq", in: Self.rdf) || Self.names($0, "Bag", in: Self.rdf) }
            guard let list else { continue }
            xmlNodeSetContent(list, "")
            if let place = PhotoLabel.colours.firstIndex(of: label) {
                xmlNewTextChild(list, list.pointee.ns, "li", "\(place)")
            }
        }
    }

    func addDescription() -> xmlNodePtr? {
        guard let description = xmlNewChild(root, root.pointee.ns, "Description", nil) else { return nil }
        xmlSetNsProp(description, root.pointee.ns, "about", "")
        return description
    }

    /// The declaration of a property's name space with a prefix, which attributes need; it is made if there is none.
    func space(of property: Property, at node: xmlNodePtr) -> xmlNsPtr? {
        if let known = xmlSearchNsByHref(document, node, property.space), known.pointee.prefix != nil { return known }
        var prefix = property.prefix, number = 1
        while xmlSearchNs(document, node, prefix) != nil {
            number += 1
            prefix = property.prefix + "\(number)"
        }
        return xmlNewNs(node, property.space, prefix)
    }
}
