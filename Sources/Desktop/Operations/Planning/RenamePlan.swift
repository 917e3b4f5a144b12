// The renamings of several photos as a whole: which of them change names with each other, and which cannot be done.
import Photos

/// Renamings in units, each of which happens as a whole: photos of which one takes a name that another one leaves.
struct RenamePlan<Item> {
    /// Photos whose names hang together, with the tasks of each.
    struct Unit {
        fileprivate(set) var items: [(item: Item, tasks: [ExpectedTask])] = []
        var tasks: [ExpectedTask] { items.flatMap(\.tasks) }
    }

    private(set) var units: [Unit] = []
    /// Those that cannot be done, because a file that stays has the name, or the photo is not there.
    private(set) var refused: [(item: Item, failure: FileFailure)] = []

    /// - Parameter tasks: Returns what is to be done with the files of a photo; nothing for one that keeps its name.
    init(_ items: [Item], calls: FileSystemCalls, tasks: (Item) throws(FileFailure) -> [ExpectedTask]) {
        var planned: [(item: Item, tasks: [ExpectedTask])] = []
        for item in items {
            do throws(FileFailure) {
                let tasks = try tasks(item)
                guard let first = tasks.first?.task.path else { continue }
                _ = try onFile(first) { () throws(SystemFailure) in try calls.status(first) }
                planned.append((item, tasks))
            } catch {
                refused.append((item, error))
            }
        }
        let links = Links(planned.map(\.tasks), calls: calls)
        for (index, failure) in links.failures.enumerated() {
            if let failure { refused.append((planned[index].item, failure)) }
        }
        for members in links.units() {
            units.append(Unit(items: members.map { planned[$0] }))
        }
    }
}

/// Which photos wait for a name that another one leaves.
private struct Links {
    /// Why a photo cannot be renamed; nil for one that can.
    private(set) var failures: [FileFailure?]
    /// The photos that take a name of each photo, with the name.
    private var waiting: [[(photo: Int, name: FilePath)]]

    init(_ photos: [[ExpectedTask]], calls: FileSystemCalls) {
        failures = Array(repeating: nil, count: photos.count)
        waiting = Array(repeating: [], count: photos.count)
        let owners = photos.indices.flatMap { photo in photos[photo].map { _ in photo } }
        let tasks = photos.flatMap(\.self)
        var holders = NameHolders(tasks, calls: calls), taken: Set<FilePath> = []
        for (index, task) in tasks.enumerated() {
            guard let name = task.task.taken else { continue }
            do throws(FileFailure) {
                guard taken.insert(name).inserted else { throw FileFailure(name, .nameIsTaken) }
                switch try holders.holder(of: name) {
                case .nobody: break
                case .task(let other): waiting[owners[other]].append((owners[index], name))
                case .other: throw FileFailure(name, .nameIsTaken)
                }
            } catch {
                if failures[owners[index]] == nil { failures[owners[index]] = error }
            }
        }
        // A photo that keeps its name keeps it from others.
        var kept = failures.indices.filter { failures[$0] != nil }
        while let photo = kept.popLast() {
            for (other, name) in waiting[photo] where failures[other] == nil {
                failures[other] = FileFailure(name, .nameIsTaken)
                kept.append(other)
            }
        }
    }

    /// Returns the photos that can be renamed, those together whose names hang together, in the order of the first of
    /// each.
    func units() -> [[Int]] {
        var neighbours = waiting.map { $0.map(\.photo) }
        for (photo, others) in waiting.enumerated() {
            for other in others { neighbours[other.photo].append(photo) }
        }
        var isFound = failures.map { $0 != nil }
        var units: [[Int]] = []
        for start in failures.indices where !isFound[start] {
            var members: [Int] = [], open = [start]
            isFound[start] = true
            while let photo = open.popLast() {
                members.append(photo)
                for other in neighbours[photo] where !isFound[other] {
                    isFound[other] = true
                    open.append(other)
                }
            }
            units.append(members.sorted())
        }
        return units
    }
}
