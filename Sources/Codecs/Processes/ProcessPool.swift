// The decode processes that wait for a request, and how many there are of each kind.

/// Keeps processes by their duty. A value behind a lock, with the processes in it.
struct ProcessPool<Process> {
    /// What a request is carried out by.
    enum Turn {
        case idle(Process)
        /// A new one takes the place of one that has seen something else, which ends.
        case start(ended: Process?)
    }

    private struct Idle {
        let process: Process
        /// Nil for one that has seen nothing yet.
        let duty: DecodeDuty?
    }

    /// Those that wait, the one that was used last at the end.
    private var waiting: [Idle] = []
    /// Those that wait and those that work, without those that have seen nothing.
    private var counts: [DecodeDuty.Kind: Int] = [:]
    /// Most of each kind.
    let most: [DecodeDuty.Kind: Int]

    /// - Parameter most: The most processes of each kind.
    init(most: [DecodeDuty.Kind: Int]) { self.most = most }

    /// All that there are.
    var count: Int { counts.values.reduce(0, +) + waiting.count { $0.duty == nil } }
    var idle: [Process] { waiting.map(\.process) }

    /// Provides a process for a duty; nil where all of its kind work. A new one is counted already.
    mutating func take(for duty: DecodeDuty) -> Turn? {
        if let same = waiting.lastIndex(where: { $0.duty == duty }) { return .idle(waiting.remove(at: same).process) }
        if counts[duty.kind, default: 0] < most[duty.kind, default: 1] {
            counts[duty.kind, default: 0] += 1
            guard let fresh = waiting.firstIndex(where: { $0.duty == nil }) else { return .start(ended: nil) }
            return .idle(waiting.remove(at: fresh).process)
        }
        return waiting.firstIndex { $0.duty?.kind == duty.kind }.map { .start(ended: waiting.remove(at: $0).process) }
    }

    /// Takes back a process that has done its duty and may go on with it; nil duty for one that has seen nothing.
    mutating func put(_ process: Process, _ duty: DecodeDuty?) { waiting.append(Idle(process: process, duty: duty)) }

    /// One that worked for a duty has ended.
    mutating func note(endOf duty: DecodeDuty) { counts[duty.kind, default: 1] -= 1 }

    /// Takes out those that wait and of which something is true, with their duties.
    mutating func takeAll(where isWanted: (Process) -> Bool) -> [(process: Process, duty: DecodeDuty?)] {
        let taken = waiting.filter { isWanted($0.process) }
        waiting.removeAll { isWanted($0.process) }
        return taken.map { ($0.process, $0.duty) }
    }
}
