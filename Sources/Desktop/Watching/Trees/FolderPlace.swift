// Entries of watched folders.
import Photos

/// An entry of a folder, whether or not there is one now.
struct FolderPlace: Hashable {
    let folder: FolderNode
    let name: FileName

    static func == (a: Self, b: Self) -> Bool { a.folder === b.folder && a.name == b.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(folder))
        hasher.combine(name)
    }
}

/// Names of entries by the folders that they are in.
struct NamesByFolder {
    private var byFolder: [ObjectIdentifier: (folder: FolderNode, names: Set<FileName>)] = [:]

    var isEmpty: Bool { byFolder.isEmpty }

    /// The folders with their names, in no order.
    var all: some Collection<(folder: FolderNode, names: Set<FileName>)> { byFolder.values }

    func contains(_ place: FolderPlace) -> Bool {
        byFolder[ObjectIdentifier(place.folder)]?.names.contains(place.name) == true
    }

    /// Whether there are names in a folder.
    func areAny(in folder: FolderNode) -> Bool { byFolder[ObjectIdentifier(folder)] != nil }

    /// Adds a name.
    /// - Returns: False if it was there.
    @discardableResult
    mutating func insert(_ name: FileName, in folder: FolderNode) -> Bool {
        byFolder[ObjectIdentifier(folder), default: (folder, [])].names.insert(name).inserted
    }

    /// Adds names; a folder is known from then on also without any.
    mutating func insert(_ names: Set<FileName>, in folder: FolderNode) {
        byFolder[ObjectIdentifier(folder), default: (folder, [])].names.formUnion(names)
    }
}
