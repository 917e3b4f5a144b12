// The line in which acts wait for each other.
import CGTK
import Desktop
import Photos

/// Runs acts in the order in which the user has asked for them, as far as one depends on another: operations on files
/// one after another, marks one after another and beside those, but before operations that were asked for later; marks
/// of photos on shares, which may be slow, beside all of these, and beside each other for other photos; undo and redo
/// after everything, and everything after them. An operation that takes photos away from a share waits for the marks of
/// photos there. Marks that were asked for later than one that takes photos away wait until it knows which: for those
/// they are refused (`PhotoDepartures`). The program does not end before the last act is done.
final class ActLine {
    /// What an act waits for.
    enum Kind {
        case marks, reversal
        /// With the place from which it takes photos away; nil for none.
        case files(departure: PhotoPlace?)
        case shareMarks(Set<PhotoRef>)

        /// Whether an act of this kind waits for an earlier one.
        func waits(for earlier: Kind) -> Bool {
            switch (self, earlier) {
            case (.reversal, _), (_, .reversal), (.files, .files), (.files, .marks), (.marks, .marks): true
            case (.shareMarks(let photos), .shareMarks(let others)): !photos.isDisjoint(with: others)
            case (.files(.share?), .shareMarks): true
            case (.marks, _), (.shareMarks, _), (.files, .shareMarks): false
            }
        }

        /// Whether an act of this kind waits until an earlier one has begun to take photos away.
        func waitsForDeparture(of earlier: Kind) -> Bool {
            switch (self, earlier) {
            case (.marks, .files(.some)), (.shareMarks, .files(.some)): true
            default: false
            }
        }
    }

    private struct Act {
        let number: Int
        let kind: Kind
        let control: OperationControl?
        let task: Task<Void, Never>
    }

    /// Told before another act begins to wait, and before the program ends, to begin what was asked for and put off.
    let postponed = Observers<Void>()
    private var acts: [Act] = []
    private var latest = 0
    private let onChange: () -> Void

    /// - Parameter onChange: Called when something begins or has ended.
    init(onChange: @escaping () -> Void) { self.onChange = onChange }

    /// Whether an act is being done, or waits for it.
    var isBusy: Bool { !acts.isEmpty }

    /// Puts an act at the end of the line.
    /// - Parameters:
    ///   - control: The act's handle, if it is an operation: it may be interrupted when the program has to end.
    ///   - body: Does it, once it is its turn, with its place among all acts, which is that of this call.
    @discardableResult
    func add(
        _ kind: Kind, _ control: OperationControl? = nil, _ body: @escaping (ActTicket) async -> Void
    ) -> Task<Void, Never> {
        postponed.tell(())
        let ticket = ActTicket()
        let earlier = acts.filter { kind.waits(for: $0.kind) }.map(\.task)
        let departing = acts.filter { kind.waitsForDeparture(of: $0.kind) }.compactMap(\.control)
        latest += 1
        let number = latest
        hold()
        let task = Task {
            for task in earlier { await task.value }
            for control in departing { await control.waitForDeparture() }
            await body(ticket)
            control?.noteDeparture()
            self.acts.removeAll { $0.number == number }
            self.release()
            self.onChange()
        }
        acts.append(Act(number: number, kind: kind, control: control, task: task))
        onChange()
        return task
    }

    private func hold() {
        if let application = g_application_get_default() { g_application_hold(application) }
    }

    private func release() {
        if let application = g_application_get_default() { g_application_release(application) }
    }

    /// Ends what is being done as soon as it can be.
    func interrupt() {
        for act in acts { act.control?.interrupt() }
    }
}
