// What is said of edits of words and dates.
import Desktop
import Photos

enum EditText {
    /// Returns what was done with how many photos.
    static func done(_ edit: PhotoEdit, in count: Int) -> String {
        switch edit {
        case .addKeywords(let keywords) where keywords.count == 1:
            localized(
                "“{keyword}” added to {count} photo", many: "“{keyword}” added to {count} photos", count: count,
                ["keyword": .text(keywords[0])])
        case .removeKeywords(let keywords) where keywords.count == 1:
            localized(
                "“{keyword}” removed from {count} photo", many: "“{keyword}” removed from {count} photos",
                count: count, ["keyword": .text(keywords[0])])
        case .addKeywords, .removeKeywords: changedKeywords(count)
        case .title: changedTitle(count)
        case .caption: changedCaption(count)
        case .date, .shift: changedDate(count)
        }
    }

    /// Says what was done, by its kind alone; nil for what is no edit.
    static func done(_ kind: ActKind, _ count: Int) -> String? {
        switch kind {
        case .keywords: changedKeywords(count)
        case .title: changedTitle(count)
        case .caption: changedCaption(count)
        case .date: changedDate(count)
        default: nil
        }
    }

    private static func changedKeywords(_ count: Int) -> String {
        localized("Keywords changed for {count} photo", many: "Keywords changed for {count} photos", count: count)
    }

    private static func changedTitle(_ count: Int) -> String {
        localized("Title changed for {count} photo", many: "Title changed for {count} photos", count: count)
    }

    private static func changedCaption(_ count: Int) -> String {
        localized("Caption changed for {count} photo", many: "Caption changed for {count} photos", count: count)
    }

    private static func changedDate(_ count: Int) -> String {
        localized("Date changed for {count} photo", many: "Date changed for {count} photos", count: count)
    }

    /// Says what was undone.
    static func undone(_ kind: ActKind, _ count: Int) -> String? {
        switch kind {
        case .keywords:
            localized(
                "Keywords of {count} photo restored", many: "Keywords of {count} photos restored", count: count)
        case .title:
            localized("Title of {count} photo restored", many: "Titles of {count} photos restored", count: count)
        case .caption:
            localized("Caption of {count} photo restored", many: "Captions of {count} photos restored", count: count)
        case .date:
            localized("Date of {count} photo restored", many: "Dates of {count} photos restored", count: count)
        default: nil
        }
    }

    /// Returns why photos were not changed.
    /// - Parameters:
    ///   - name: The name of one that was not.
    ///   - count: How many were not.
    static func failed(_ failure: PhotoMarking.Failure, of name: String, count: Int) -> String {
        let values: [String: Message.Value] = ["photo": .text(name), "reason": .text(MarkText.reason(failure))]
        guard count > 1 else { return localized("{photo} could not be changed: {reason}.", values) }
        return localized(
            "{count} photo could not be changed. {photo}: {reason}.",
            many: "{count} photos could not be changed. {photo}: {reason}.", count: count, values)
    }

    static func reason(_ refusal: EditRefusal) -> String {
        switch refusal {
        case .tooManyKeywords: localized("it has as many keywords as a photo can have")
        case .tooLong: localized("the text is too long")
        case .noDate: localized("no date is known of it")
        case .coarseDate: localized("only its day, month or year is known")
        case .implausibleDate: localized("no photo can be from that date")
        }
    }
}
