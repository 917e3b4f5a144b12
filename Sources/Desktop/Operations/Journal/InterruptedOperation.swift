// What the next start finds of operations whose process ended in the middle.
import Library
public import Photos

/// An operation of a process that ended before it was done.
public struct InterruptedOperation: Hashable, Sendable {
    /// What is left of it: with the photos that are where they were.
    public let rest: FileOperation
    /// Photos with which it was done.
    public let done: Int
    /// Photos with which it was not.
    public let left: Int
    /// The folder that the photos were to go to; nil for an operation that has none.
    public let folder: FilePath?

    /// - Returns: Nil for an operation that is done, or has ended otherwise.
    init?(_ record: JournalRecord, finished: [GroupProgress]) {
        guard !record.hasEnded, let operation = record.header.operation else { return nil }
        let sources = Set(finished.flatMap(\.group.steps).compactMap(\.source))
        func rest(_ photos: [PhotoFiles]) -> [PhotoFiles] { photos.filter { !sources.contains($0.path) } }
        switch operation {
        case .trash(let photos): self.init(.trash(rest(photos)), of: photos.count, to: nil)
        case .copy(let photos, let folder, let answers):
            self.init(.copy(rest(photos), to: folder, answers), of: photos.count, to: folder)
        case .move(let photos, let folder, let answers):
            self.init(.move(rest(photos), to: folder, answers), of: photos.count, to: folder)
        case .export(let exports, let folder, let recipe, let answers):
            let left = exports.filter { !sources.contains($0.photo.path) }
            self.init(.export(left, to: folder, recipe, answers), of: exports.count, to: folder)
        case .copyNew(let arrivals, let folder):
            let left = arrivals.filter { !sources.contains($0.photo.path) }
            self.init(.copyNew(left, to: folder), of: arrivals.count, to: folder)
        case .rename(let renamings):
            self.init(.rename(renamings.filter { !sources.contains($0.photo.path) }), of: renamings.count, to: nil)
        case .delete, .makeFolder, .renameFolder, .restore, .discard, .turn, .embed: return nil
        }
        if left == 0 { return nil }
    }

    private init(_ rest: FileOperation, of count: Int, to folder: String?) {
        self.rest = rest
        self.folder = folder.map { FilePath($0) }
        left =
            switch rest {
            case .trash(let photos), .copy(let photos, _, _), .move(let photos, _, _): photos.count
            case .export(let exports, _, _, _): exports.count
            case .copyNew(let arrivals, _): arrivals.count
            case .rename(let renamings): renamings.count
            case .delete, .makeFolder, .renameFolder, .restore, .discard, .turn, .embed: 0
            }
        done = count - left
    }
}

/// A journal that is not carried out.
public struct LeftJournal: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// A newer version of the program has written it, which will settle it.
        case newer
        /// This program cannot have written it.
        case foreign
    }

    /// The name that it has in the folder of journals.
    public let name: String
    public let reason: Reason
}

/// What was found at the start.
public struct RecoveryReport: Hashable, Sendable {
    public var interrupted: [InterruptedOperation] = []
    public var left: [LeftJournal] = []

    public init() {}
}
