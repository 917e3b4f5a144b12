// Operations that write into files where they are: turns, and metadata.
import Library
import Photos

extension FileOperations {
    /// Writes into the files of photos, one after another: into each at once or not at all, without a journal.
    func embed(
        _ paths: [FilePath], as act: Act.Entry, _ outcome: inout OperationOutcome, _ control: OperationControl
    ) {
        change(paths, &outcome, control) { path, outcome throws(FileFailure) in
            var number: Int?
            do throws(FileFailure) {
                let change = try embedder.embed(path) { change in
                    if let number { history.settle(nil, number: number, of: act) }
                    let part = ActPart.embed(ActPart.EmbedPart(path: path, change: change))
                    number = history.add([Act.NewPart(name: path.name, part: part)], to: act)
                }
                guard let change, let number else {
                    outcome.skipped += 1
                    return
                }
                let part = ActPart.embed(ActPart.EmbedPart(path: path, change: change))
                history.settle(Act.Part(number: number, name: path.name, part: part), number: number, of: act)
                outcome.embedded.append(path)
                outcome.done += 1
            } catch {
                if let number { history.settle(nil, number: number, of: act) }
                throw error
            }
        }
    }

    /// Gives the files of an act their metadata back, or writes them again.
    func takeOut(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        change(act.parts, &outcome, control) { part, outcome throws(FileFailure) in
            guard case .embed(let written) = part.part else { return }
            let other = try embedder.reverse(written)
            history.reverse([(part, other.map { .embed($0) })], of: act)
            outcome.embedded.append(written.path)
            outcome.done += 1
        }
    }

    // MARK: Turns

    /// Turns photos, one after another: each at once or not at all, without a journal.
    func turn(
        _ paths: [FilePath], by quarters: Int, as act: Act.Entry, _ outcome: inout OperationOutcome,
        _ control: OperationControl
    ) {
        guard quarters & 3 != 0 else { return }
        turn(paths, &outcome, control) { path throws(FileFailure) in
            let planned = turner.plan(path, by: quarters)
            let number = history.add([Act.NewPart(name: path.name, part: .turn(planned))], to: act)
            do throws(FileFailure) {
                let (turn, part) = try turner.turn(planned)
                history.settle(Act.Part(number: number, name: path.name, part: .turn(part)), number: number, of: act)
                return turn
            } catch {
                history.settle(nil, number: number, of: act)
                throw error
            }
        }
    }

    /// Turns a copy of a photo as the database says of the original.
    /// - Returns: Nil where it says nothing, or the copy cannot be turned.
    public func turnCopy(of original: String, at path: String) -> PhotoTurn? {
        let quarters = turner.keptTurn(of: original)
        return quarters == 0 ? nil : try? turner.turn(path, by: quarters)
    }

    /// Turns the photos of an act back.
    func turnBack(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        turn(act.parts, &outcome, control) { part throws(FileFailure) in
            guard case .turn(let turned) = part.part else { return nil }
            let (turn, other) = try turner.reverse(turned)
            history.reverse([(part, .turn(other))], of: act)
            return turn
        }
    }

    private func turn<Item>(
        _ items: [Item], _ outcome: inout OperationOutcome, _ control: OperationControl,
        _ turn: (Item) throws(FileFailure) -> PhotoTurn?
    ) {
        change(items, &outcome, control) { item, outcome throws(FileFailure) in
            if let turn = try turn(item) { outcome.turns.append(turn) }
            outcome.done += 1
        }
    }

    /// Changes items one after another, until the operation is cancelled.
    private func change<Item>(
        _ items: [Item], _ outcome: inout OperationOutcome, _ control: OperationControl,
        _ change: (Item, inout OperationOutcome) throws(FileFailure) -> Void
    ) {
        let report = OperationReport(count: items.count, control: control)
        for item in items {
            if control.isCancelled {
                outcome.isCancelled = true
                break
            }
            do throws(FileFailure) {
                try change(item, &outcome)
            } catch {
                outcome.failures.append(error)
            }
            report.finishPhoto()
        }
        report.end()
    }
}
