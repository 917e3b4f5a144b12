// What is to be stated in a photo's sidecar.
package import Photos

/// One statement that a sidecar gets. It is whole in itself: the process that writes it knows nothing of the photo.
package enum SidecarStatement: Hashable, Sendable {
    case mark(PhotoMarks.Mark)
    /// - others: The photo's keywords, where the sidecar states none.
    case addKeyword(String, others: [String])
    /// - leavesBlank: Whether it has to be stated that there are none any more, because the photo's file has some.
    case removeKeyword(String, others: [String], leavesBlank: Bool)
    /// Nil for none; `leavesBlank` likewise.
    case title(String?, leavesBlank: Bool)
    case caption(String?, leavesBlank: Bool)
    /// The time that the photo was taken; nil for none.
    case date(WrittenTime?)
    /// Some of the others, in this order. None of them has others in it.
    case all([SidecarStatement])
}

extension SidecarStatement {
    fileprivate var hasMark: Bool {
        switch self {
        case .mark: true
        case .all(let statements): statements.contains(where: \.hasMark)
        default: false
        }
    }
}

extension SidecarFacts {
    /// Whether something is stated of what a statement is about, be it that there is none.
    package func states(_ statement: SidecarStatement) -> Bool {
        switch statement {
        case .mark(let mark): marks.states(mark)
        case .addKeyword, .removeKeyword: !description.keywords.isEmpty || blanks.contains(.keywords)
        case .title: description.title != nil || blanks.contains(.title)
        case .caption: description.caption != nil || blanks.contains(.caption)
        case .date: date != nil
        case .all(let statements): statements.contains(where: states)
        }
    }

    /// The time taken that is stated.
    package var date: WrittenTime? { times[.sidecarOriginal] ?? times[.sidecarCreated] }

    /// Whether the same is stated of all else than a statement is about. Of marks that is not asked: several
    /// properties state each.
    func isAlike(_ other: SidecarFacts, beside statement: SidecarStatement) -> Bool {
        if statement.hasMark { return true }
        return without(statement) == other.without(statement)
    }

    private func without(_ statement: SidecarStatement) -> SidecarFacts {
        var facts = self
        switch statement {
        case .mark: break
        case .addKeyword, .removeKeyword:
            facts.description.keywords = []
            facts.blanks.remove(.keywords)
        case .title:
            facts.description.title = nil
            facts.blanks.remove(.title)
        case .caption:
            facts.description.caption = nil
            facts.blanks.remove(.caption)
        case .date:
            facts.times = StatedTimes()
            facts.times[.position] = times[.position]
        case .all(let statements): facts = statements.reduce(self) { $0.without($1) }
        }
        return facts
    }
}
