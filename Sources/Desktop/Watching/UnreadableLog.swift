// The log of what a folder holds that cannot be read.
import Library
import Logging
import Synchronization

/// Logs what could not be read, each place once: one line by default, however many there are, so that a library of dead
/// links does not flood a terminal. Any thread.
final class UnreadableLog: Sendable {
    private let logged = Mutex<Set<[UInt8]>>([])
    private let log = Logger(label: "folder")

    func note(_ places: [UnreadablePlace]) {
        let new = logged.withLock { logged in
            places.filter { logged.insert(Array($0.description.utf8)).inserted }
        }
        guard let first = new.first else { return }
        log.notice("left out \(new.count) that cannot be read, such as \(first)")
        for place in new.dropFirst() { log.debug("left out \(place)") }
    }
}
