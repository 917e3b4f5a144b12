// The order in which the tasks of one group run, so that each finds its name free.
import Codecs
import Photos

/// A task, or one half of the way of a file whose name is needed before its own one is free.
enum OrderedTask {
    case whole(ExpectedTask)
    /// The file goes to a hidden name beside it.
    case aside(ExpectedTask, FilePath)
    /// The file goes from there to its new name.
    case home(ExpectedTask, FilePath)

    /// Returns tasks in an order in which each finds its name free: that of the list but for the tasks that free a name
    /// for one before them. Files whose names go round get hidden ones first, one file of each round.
    /// - Parameter holder: Returns the task that leaves the name that another task needs; nil where none does.
    static func order(_ tasks: [ExpectedTask], holder: (Int) throws(FileFailure) -> Int?) throws(FileFailure)
        -> [OrderedTask]
    {
        var isDone = [Bool](repeating: false, count: tasks.count)
        var ordered: [OrderedTask] = []
        for start in tasks.indices where !isDone[start] {
            // From the task to the one that frees its name, and so on: to a free name, or round to the start.
            var chain = [start]
            isDone[start] = true
            var home: OrderedTask?
            while let last = chain.last, let next = try holder(last) {
                if next == start {
                    guard let left = tasks[start].task.left else { break }
                    let hidden = FilePath(FilePath.draft(in: left.parent.text) + OperationStep.temporaryEnding)
                    ordered.append(.aside(tasks[start], hidden))
                    home = .home(tasks[start], hidden)
                    break
                }
                // Of two tasks that need one name only the first gets it, which the caller has seen to.
                if isDone[next] { break }
                isDone[next] = true
                chain.append(next)
            }
            let rest = home == nil ? chain : Array(chain.dropFirst())
            ordered += rest.reversed().map { .whole(tasks[$0]) }
            if let home { ordered.append(home) }
        }
        return ordered
    }
}
