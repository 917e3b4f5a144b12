// What has become of photos' files, for all windows that may show them.
import Desktop
import Photos

/// Closures that are told something, one for each owner, in the order in which they were set.
final class Observers<News> {
    private var all: [(owner: ObjectIdentifier, observer: (News) -> Void)] = []

    /// Sets the closure that is called for `owner`; nil for none.
    func set(for owner: AnyObject, _ observer: ((News) -> Void)?) {
        all.removeAll { $0.owner == ObjectIdentifier(owner) }
        if let observer { all.append((ObjectIdentifier(owner), observer)) }
    }

    func tell(_ news: News) {
        for (_, observer) in all { observer(news) }
    }
}

/// Tells what operations and reversals have done with files, whichever window has asked for them.
final class FileNews {
    /// The photos that were turned.
    let turns = Observers<[PhotoTurn]>()
    /// The photos whose marks were reversed.
    let marks = Observers<[MarkedPhoto]>()
    /// The photos whose edits were reversed.
    let edits = Observers<[EditedPhoto]>()
    /// The files whose metadata were written.
    let embedded = Observers<[FilePath]>()
    /// A folder that has another path. What is remembered of it follows before windows show it.
    let movedFolders = Observers<MovedFolder>()

    func tell(_ outcome: OperationOutcome) {
        if !outcome.turns.isEmpty { turns.tell(outcome.turns) }
        for folder in outcome.movedFolders { movedFolders.tell(folder) }
        if !outcome.embedded.isEmpty { embedded.tell(outcome.embedded) }
        if !outcome.marks.isEmpty { marks.tell(outcome.marks) }
        if !outcome.edits.isEmpty { edits.tell(outcome.edits) }
    }
}
