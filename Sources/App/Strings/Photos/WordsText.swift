// The words around keywords, titles and captions that are edited.
import Photos

enum WordsText {
    static let keywords = localized("Keywords")
    static let title = localized("Title")
    static let caption = localized("Caption")
    static let addKeyword = localized("Add Keyword")
    static let editKeywords = localized("Edit Keywords")
    static let suggestions = localized("Suggestions")
    /// In place of a text that photos do not have in common.
    static let several = localized("Several values")
    static let keywordTooLong = localized(
        "A keyword has {number} bytes at most.", ["number": .count(KeywordList.longest)])

    static func remove(_ keyword: String) -> String { localized("Remove “{keyword}”", ["keyword": .text(keyword)]) }
}
