// tessera-lab watch: what happens in a folder, a line a change.
import ArgumentParser
import Codecs
import Desktop
import Glibc
import Library
import Photos

struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Says what changes in a folder of photos, as the window sees it.",
        discussion: """
            Prints {"ready": N} once N photos are listed, then a line of JSON for each change: the paths below the folder \
            that were added, removed and changed, the pairs of a former and a present path of those that were moved, and \
            the number of photos. A folder on a share, by its address, is listed again every so often. Ends on SIGINT or SIGTERM, and when nobody reads its output any more.
            """)

    @Argument(help: "The folder, or its address.", completion: .directory)
    var folder: String

    @Option(help: "Seconds between two listings of a share.")
    var every = 60.0

    @Option(help: "Order of the photos: name, taken, modified or size.", transform: Watch.order)
    var sort = Query.Order.listing

    @Option(help: "Groups of the photos: none, day, month, year or folder.", transform: Watch.grouping)
    var group = Query.Grouping.none

    @Flag(help: "With files and folders whose names begin with a dot.")
    var showHidden = false

    /// Interval between checks of the output's reader.
    private static let outputInterval = Duration.milliseconds(500)

    func validate() throws {
        guard (0.1...86_400).contains(every) else {
            throw ValidationError("--every needs a number between 0.1 and 86,400.")
        }
    }

    func run() async throws {
        // A line without a reader ends the program by an error of `write`, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        let query = Query(order: sort, grouping: group)
        do {
            try await Interruption.heeding { [folder, showHidden, every] in
                let share = ShareAddress(folder).map {
                    ShareSource.share($0, withHidden: showHidden, listings: Catalogue(path: nil))
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        let source: any PhotoSource = share ?? FolderSource(path: folder, withHidden: showHidden)
                        var changes = WatchedChanges(of: source, by: query)
                        try await changes.print()
                    }
                    if let share {
                        group.addTask {
                            while true {
                                try await Task.sleep(for: .seconds(every))
                                await share.refresh(.requested)
                            }
                        }
                    }
                    group.addTask {
                        while !StandardStreams.isOutputClosed { try await Task.sleep(for: Self.outputInterval) }
                    }
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch is Interruption.Stopped {
            return
        } catch let failure as LoadFailure {
            StandardStreams.warn("tessera-lab watch: \(failure)")
            throw ExitCode(1)
        }
    }

    private static func order(_ text: String) throws -> Query.Order {
        guard let order = Query.Order(rawValue: text) else {
            throw ValidationError("--sort takes name, taken, modified or size, not \(text).")
        }
        return order
    }

    private static func grouping(_ text: String) throws -> Query.Grouping {
        guard let grouping = Query.Grouping(rawValue: text) else {
            throw ValidationError("--group takes none, day, month, year or folder, not \(text).")
        }
        return grouping
    }
}

extension StandardStreams {
    /// Whether the reader of standard output is gone, as far as the system knows: the other end of a pipe is closed.
    fileprivate static var isOutputClosed: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&output, 1, 0) > 0 && Int32(output.revents) & (POLLERR | POLLHUP) != 0
    }
}
