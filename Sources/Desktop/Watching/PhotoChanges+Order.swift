// An order of renamings in which each name is free when it is taken.
import Library
import Photos

extension PhotoChanges {
    /// A name that no file can have, for a photo of a circle of renamings: two files that have exchanged their names.
    private static let between = PhotoID("\0")

    /// Returns renamings that happened together, of which nothing is known but their beginnings and ends, so that each
    /// takes a name that none of those behind it still has. A circle is opened by one more renaming.
    static func ordered(_ renamings: [SourceChange.Renaming]) -> [SourceChange.Renaming] {
        var holders: [PhotoID: Int] = [:]
        for (index, renaming) in renamings.enumerated() { holders[renaming.before] = index }
        guard renamings.contains(where: { holders[$0.after.photo.id] != nil }) else { return renamings }
        var ordered: [SourceChange.Renaming] = []
        var isDone = [Bool](repeating: false, count: renamings.count)
        for start in renamings.indices where !isDone[start] {
            // Those that have to come first: each takes the name that the next one gives up.
            var chain = [start]
            isDone[start] = true
            var next = holders[renamings[start].after.photo.id]
            while let index = next, !isDone[index] {
                chain.append(index)
                isDone[index] = true
                next = holders[renamings[index].after.photo.id]
            }
            guard next == start, chain.count > 1 else {
                ordered += chain.reversed().map { renamings[$0] }
                continue
            }
            let first = renamings[start]
            let photo = first.after.photo
            let waiting = Photo(
                id: between, title: photo.title, size: photo.size, link: photo.link, version: photo.version,
                badge: photo.badge, companions: photo.companions)
            ordered.append(SourceChange.Renaming(first.before, to: ListedPhoto(waiting, stamp: first.after.stamp)))
            ordered += chain.dropFirst().reversed().map { renamings[$0] }
            ordered.append(SourceChange.Renaming(between, to: first.after))
        }
        return ordered
    }
}
