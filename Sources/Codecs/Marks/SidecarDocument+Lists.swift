// Keywords, title and caption that are changed in a sidecar, and those that it states to be none.
// Sources: XMP part 1, 7.7 (arrays) and 8.2.2 (alternatives by language); Adobe Lightroom's and digiKam's schemas.
import CXML
import PhotoFormats
import Photos

extension SidecarDocument.Property {
    /// The property of a list of keywords.
    fileprivate static func of(_ kind: KeywordLists.Kind) -> Self {
        switch kind {
        case .subject: subject
        case .hierarchical: hierarchical
        case .tags: tags
        case .lastKeywords:
            Self(space: "http://ns.microsoft.com/photo/1.0/", prefix: "MicrosoftPhoto", name: "LastKeywordXMP")
        case .catalogSets:
            Self(space: "http://ns.iview-multimedia.com/mediapro/1.0/", prefix: "mediapro", name: "CatalogSets")
        }
    }
}

extension SidecarDocument {
    /// The words that the document states to be none: a list without items, a text for all languages without letters.
    var blanks: BlankWords {
        var blanks = BlankWords()
        if let list = list(of: .subject).map({ Self.items(of: $0) ?? [] }), list.isEmpty, words.keywords.isEmpty {
            blanks.insert(.keywords)
        }
        if isBlank(.title) { blanks.insert(.title) }
        if isBlank(.caption) { blanks.insert(.caption) }
        return blanks
    }

    private func isBlank(_ property: Property) -> Bool {
        guard text(of: property) == nil, let list = list(of: property) else { return false }
        return Self.items(of: list)?.contains(where: Self.isStandard) == true
    }

    /// The first element of a property that has a list.
    private func list(of property: Property) -> xmlNodePtr? {
        descriptions.lazy.compactMap { self.element(of: property, in: $0) }.first { Self.items(of: $0) != nil }
    }

    // MARK: Keywords

    /// Changes the lists of keywords.
    /// - Returns: Whether anything was changed.
    func edit(_ body: (inout KeywordLists) -> Void) -> Bool {
        let before = keywordLists
        var after = before
        body(&after)
        for kind in KeywordLists.Kind.allCases where after.lists[kind] != before.lists[kind] {
            put(after.lists[kind], in: .of(kind))
        }
        return after != before
    }

    private var keywordLists: KeywordLists {
        var lists: [KeywordLists.Kind: [KeywordLists.Item]] = [:]
        for kind in KeywordLists.Kind.allCases {
            guard let place = place(of: .of(kind)) else { continue }
            let nodes = place.list.map { Self.items(of: $0) ?? [] }
            let texts = nodes?.map { Self.content(of: $0, longest: KeywordList.longest) } ?? [place.text]
            lists[kind] = texts.enumerated().compactMap { number, text in
                text.map { KeywordLists.Item($0, place: number) }
            }
        }
        return KeywordLists(lists)
    }

    /// Where the keywords of a property are: the first element that has some, else the first, or an attribute.
    private func place(of property: Property) -> (list: xmlNodePtr?, text: String?)? {
        let elements = descriptions.compactMap { element(of: property, in: $0) }
        let lists = elements.filter { Self.items(of: $0) != nil }
        if let list = lists.first(where: { Self.content(of: $0) != nil }) { return (list, nil) }
        if let text = text(of: property) { return (nil, text) }
        return lists.first.map { ($0, nil) }
    }

    /// Puts items in place of those of a list; nil for no list.
    private func put(_ items: [KeywordLists.Item]?, in property: Property) {
        guard let items else { return drop(property) }
        guard let element = place(of: property)?.list, let list = Self.container(in: element) else {
            // A value without a list, or nothing.
            drop(property)
            guard let element = add(property), let list = addContainer(property.list, to: element) else { return }
            for item in items { xmlNewTextChild(list, list.pointee.ns, "li", item.text) }
            return
        }
        let kept = Set(items.compactMap(\.place))
        for (number, node) in (Self.items(of: element) ?? []).enumerated() where !kept.contains(number) {
            // One without letters was never an item.
            if Self.content(of: node) != nil { Self.drop(node) }
        }
        for item in items where item.place == nil { xmlNewTextChild(list, root.pointee.ns, "li", item.text) }
    }

    private static func container(in element: xmlNodePtr) -> xmlNodePtr? {
        elements(of: element).first { list in ["Alt", "Seq", "Bag"].contains { names(list, $0, in: rdf) } }
    }

    // MARK: Texts in languages

    /// Sets the text for all languages; those in languages of their own stay.
    /// - Parameter leavesBlank: Whether one that is nil has to be stated to be none.
    /// - Returns: Whether anything was changed.
    func set(_ property: Property, to text: String?, leavesBlank: Bool) -> Bool {
        let stated = self.text(of: property)
        if let text, stated == text { return false }
        if text == nil, stated == nil, !leavesBlank || isBlank(property) { return false }
        guard let list = list(of: property), let container = Self.container(in: list) else {
            drop(property)
            guard text != nil || leavesBlank, let element = add(property), let list = addContainer("Alt", to: element),
                let item = xmlNewTextChild(list, list.pointee.ns, "li", text ?? "")
            else { return true }
            xmlNodeSetLang(item, Self.allLanguages)
            return true
        }
        let items = Self.items(of: list) ?? []
        let own = items.first(where: Self.isStandard) ?? items.first { xmlNodeGetLang($0).map(tessera_xml_free) == nil }
        if text == nil, !leavesBlank, items.allSatisfy({ $0 == own }) {
            drop(property)
            return true
        }
        if let own {
            xmlNodeSetContent(own, "")
            if let text { xmlNodeAddContent(own, text) }
            xmlNodeSetLang(own, Self.allLanguages)
        } else if let item = xmlNewTextChild(container, root.pointee.ns, "li", text ?? "") {
            xmlNodeSetLang(item, Self.allLanguages)
            // XMP wants it in front.
            if let first = items.first { xmlAddPrevSibling(first, item) }
        }
        // The same may stand in an attribute, which would count first.
        removeAttributes(property)
        return true
    }

    /// Sets the caption, and what repeats the one before it.
    func setCaption(to text: String?, leavesBlank: Bool) -> Bool {
        let before = self.text(of: .caption)
        guard set(.caption, to: text, leavesBlank: leavesBlank) else { return false }
        for copy in Property.captionCopies where before != nil && self.text(of: copy) == before {
            _ = set(copy, to: text, leavesBlank: false)
        }
        return true
    }

    private static let allLanguages = "x-default"

    // MARK: Nodes

    func add(_ property: Property) -> xmlNodePtr? {
        guard let description = descriptions.first ?? addDescription() else { return nil }
        return xmlNewChild(description, space(of: property, at: description), property.name, nil)
    }

    func addContainer(_ name: String, to element: xmlNodePtr) -> xmlNodePtr? {
        xmlNewChild(element, root.pointee.ns, name, nil)
    }

    /// Removes a property wherever it stands.
    func drop(_ property: Property) {
        removeAttributes(property)
        for description in descriptions {
            for element in Self.elements(of: description) where Self.names(element, property.name, in: property.space) {
                Self.drop(element)
            }
        }
    }

    private func removeAttributes(_ property: Property) {
        for description in descriptions {
            if let attribute = xmlHasNsProp(description, property.name, property.space) { xmlRemoveProp(attribute) }
        }
    }

    private static func drop(_ node: xmlNodePtr) {
        xmlUnlinkNode(node)
        xmlFreeNode(node)
    }
}

extension SidecarDocument.Property {
    /// The kind of list that a new one is: digiKam's has an order.
    fileprivate var list: String { name == "TagsList" ? "Seq" : "Bag" }
}
