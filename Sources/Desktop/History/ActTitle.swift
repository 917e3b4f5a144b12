// What an act is called: its kind, and what it was done with.
public import Photos

/// What the user does with photos, and can have undone; and the deletion for good, which nothing undoes.
public enum ActKind: String, Hashable, Sendable, CaseIterable {
    case trash, delete, copy, move, rename, makeFolder, renameFolder, turn, stars, favourite, label, restore
    case keywords, title, caption, date, export
    /// The writing of what is stated of a photo into its file.
    case embed

    init(_ mark: PhotoMarks.Mark) {
        switch mark {
        case .stars: self = .stars
        case .favourite: self = .favourite
        case .label: self = .label
        }
    }

    init(_ edit: PhotoEdit) {
        switch edit.kind {
        case .keywords: self = .keywords
        case .title: self = .title
        case .caption: self = .caption
        case .date: self = .date
        }
    }
}

/// What a menu says of an act.
public struct ActTitle: Hashable, Sendable {
    public let kind: ActKind
    /// Photos, or folders.
    public let count: Int
    /// The name of the only one; nil for several.
    public let name: FileName?

    public init(kind: ActKind, count: Int, name: FileName?) {
        self.kind = kind
        self.count = count
        self.name = name
    }
}

/// A direction in the history.
public enum Reversal: Hashable, Sendable {
    case undo, redo
}

/// The acts that undo and redo would take now.
public struct NextActs: Hashable, Sendable {
    public var undo: ActTitle?
    public var redo: ActTitle?
    public init() {}

    public subscript(reversal: Reversal) -> ActTitle? { reversal == .undo ? undo : redo }
}
