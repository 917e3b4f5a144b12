// Symbolic links among the photos: what they lead to changes without an event of the folder that they are in.
import Photos

extension PendingNames {
    /// Marks the links to photos that may lead to something else now, or nowhere: those to a file that is marked
    /// itself, and those that led nowhere. After folders have changed or somebody has come to look, all of them: their
    /// targets may be hidden, or outside of the tree.
    mutating func markLinks(in tree: FolderTree, isLookedAt: Bool) {
        guard isLookedAt || !files.isEmpty || !folders.isEmpty, !needsRescan else { return }
        let holders = tree.linkHolders
        guard !holders.isEmpty else { return }
        let targets = isLookedAt || !folders.isEmpty ? nil : markedInodes
        for folder in holders {
            var left = folder.links
            if let targets {
                folder.contents.forEach { entry in
                    if entry.inode != 0, !targets.contains(entry.inode) { left.remove(entry.name) }
                }
            }
            for name in left { mark(name, in: folder) }
        }
    }

    /// The inodes that the marked files had at the last comparison.
    private var markedInodes: Set<UInt64> {
        var inodes: Set<UInt64> = []
        for (folder, names) in files.all {
            folder.contents.forEach { if names.contains($0.name) { inodes.insert($0.inode) } }
        }
        return inodes
    }
}
