// Words about the writing into the files of photos.
import Desktop
import Photos

enum EmbedText {
    static let action = localized("Write into Files…")
    static let answer = localized("Write")

    static func heading(_ count: Int) -> String {
        localized("Write into {count} file?", many: "Write into {count} files?", count: count)
    }

    /// - Parameter others: Photos into which nothing is written.
    static func body(others: Int) -> String {
        let body = [
            localized(
                "Keywords, titles, captions, stars, labels and changed dates go from the sidecars into the files."),
            localized(
                "Every app finds them there. The pictures don't change, the sidecars stay, and it can be undone."),
        ].joined(separator: " ")
        let rest = localized(
            "{count} other photo stays as it is: it has nothing to write, or a format that isn't written.",
            many: "{count} other photos stay as they are: they have nothing to write, or a format that isn't written.",
            count: others)
        return others == 0 ? body : body + "\n\n" + rest
    }

    static func nothing(_ count: Int) -> String {
        localized(
            "Nothing is kept beside this photo that could be written into it",
            many: "Nothing is kept beside these {count} photos that could be written into them", count: count)
    }

    // MARK: Results

    static func done(_ count: Int) -> String {
        localized("Metadata written into {count} file", many: "Metadata written into {count} files", count: count)
    }

    /// Says how many files state all of it already.
    static func upToDate(_ count: Int) -> String {
        localized(
            "{count} file was up to date already", many: "{count} files were up to date already", count: count)
    }

    static func undone(_ count: Int) -> String {
        localized("Metadata of {count} file restored", many: "Metadata of {count} files restored", count: count)
    }

    static func progress(_ count: Int, _ values: [String: Message.Value]) -> String {
        localized(
            "Writing: {number} of {count} file", many: "Writing: {number} of {count} files", count: count, values)
    }

    static func act(_ count: Int) -> String {
        localized("Writing into {count} File", many: "Writing into {count} Files", count: count)
    }

    /// Says why nothing was written into a file.
    static func reason(_ failure: EmbeddingFailure) -> String {
        switch failure {
        case .format: localized("Files of this format can't be written into.")
        case .damaged: localized("Its metadata is damaged or unusual and was left as it is.")
        case .noRoom: localized("It has no room for more metadata.")
        case .unfaithful: localized("The result couldn't be verified, so the file was left as it is.")
        case .stopped: localized("Its metadata couldn't be read.")
        case .readOnly: localized("The file is read-only.")
        }
    }
}
