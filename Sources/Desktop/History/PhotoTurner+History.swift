// Turns as acts of the history: a photo is turned back by its bytes, or else once more.
import CGLib
import Codecs
import PhotoFormats
import Photos

extension PhotoTurner {
    /// Returns what reverses the turn of a photo, as far as that is known before it.
    func plan(_ path: FilePath, by quarters: Int) -> ActPart.TurnPart {
        ActPart.TurnPart(path: path, quarters: -quarters & 3, now: "", later: TurnPosition(of: path, store).text)
    }

    /// Turns a photo.
    /// - Returns: The turn, and what reverses it.
    func turn(_ planned: ActPart.TurnPart) throws(FileFailure) -> (turn: PhotoTurn, part: ActPart.TurnPart) {
        let turn = try turn(planned.path.text, by: -planned.quarters)
        var part = planned
        part.now = TurnPosition(of: part.path, store).text
        part.change = turn.change
        return (turn, part)
    }

    /// Turns a photo back. One that lies as it is to lie by now is left alone.
    /// - Returns: The turn, nil for none, and what reverses it.
    /// - Throws: `FileFailure`, `.changed` for a photo that another program has turned since.
    func reverse(_ part: ActPart.TurnPart) throws(FileFailure) -> (turn: PhotoTurn?, part: ActPart.TurnPart) {
        var other = part
        (other.quarters, other.now, other.later, other.change) = (-part.quarters & 3, part.later, part.now, nil)
        if let change = part.change {
            let before = version(of: part.path)
            do {
                other.change = try takeBack(change)
                let turn = PhotoTurn(
                    path: part.path.text, quarters: part.quarters, place: place(of: part.path), before: before,
                    after: version(of: part.path), change: change)
                return (turn, other)
            } catch let error where [.changed, .missing].contains(error.reason) {
                // The bytes are others; the photo may lie as it did all the same.
            }
        }
        let position = TurnPosition(of: part.path, store).text
        if position == part.later { return (nil, other) }
        guard part.now.isEmpty || position == part.now else { throw FileFailure(part.path.text, .changed) }
        return try turn(plan(part.path, by: part.quarters))
    }

    private func version(of path: FilePath) -> String {
        guard let status = FilePath.status(of: path.text) else { return "" }
        return version(path.text, status, turnedBy: keptTurn(of: path.text))
    }

    private func place(of path: FilePath) -> PhotoTurn.Place {
        keptTurn(of: path.text) == 0 ? .file : .databaseByFormat
    }
}

/// How a photo lies: what its file says, and what the program keeps of it beside that.
struct TurnPosition {
    /// As one word; the same for a photo that lies the same way.
    let text: String

    init(of path: FilePath, _ store: MarkStore) {
        let tag: String =
            switch OrientationFinding(inFile: path.text)?.tag {
            case .tag(_, _, let value): "\(value)"
            case .angle(_, let value): "angle\(value & 3)"
            // A photo without the tag lies as one with the first of its values.
            case .missing: "1"
            case .rewriting(let rewriting): "\(rewriting.value)"
            case nil: "none"
            }
        let kept = FilePath.status(of: path.text).map { KeptTurns(store: store).quarters(of: path.text, $0) } ?? 0
        text = "\(tag):\(kept)"
    }
}
