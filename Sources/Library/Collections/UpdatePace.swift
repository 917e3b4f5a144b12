// How long the next update of a collection is put off.

/// The times of the updates of one collection, from which the time until the next one follows.
struct UpdatePace {
    private enum Learning {
        /// All facts are known that were asked for.
        case ended
        /// The time from which on facts have been learned that were not known.
        case going(since: ContinuousClock.Instant)
    }

    let pace: ArrangingPace
    private var learning = Learning.ended
    /// When the last update was made, which may have brought no arrangement.
    private var lastUpdate: ContinuousClock.Instant?
    private var lastArranged: ContinuousClock.Instant?
    private var lastWork = Duration.zero

    init(_ pace: ArrangingPace) { self.pace = pace }

    /// Notes that facts have been learned.
    /// - Parameter goesOn: whether there is more to learn.
    mutating func noteLearning(goesOn: Bool) {
        switch learning {
        case .ended where goesOn: learning = .going(since: pace.now())
        case .going where !goesOn: learning = .ended
        case .ended, .going: break
        }
    }

    /// Notes an update that was made now.
    /// - Parameters:
    ///   - start: when its making began.
    ///   - isArranged: whether it brings another arrangement.
    mutating func noteUpdate(from start: ContinuousClock.Instant, isArranged: Bool) {
        lastUpdate = pace.now()
        guard isArranged else { return }
        lastArranged = lastUpdate
        lastWork = start.duration(to: pace.now())
    }

    /// The time until a change that nobody has asked for may be told.
    func rest(before change: PendingUpdate.Change) -> Duration {
        let isOrder = change == .order
        let interval = max(pace.interval, isOrder ? lastWork * ArrangingPace.restPerWork : .zero)
        let last = isOrder ? lastArranged : lastUpdate
        return last.map { interval - $0.duration(to: pace.now()) } ?? .zero
    }

    /// The time for which what was learned does not change the order yet: the longer, the longer there is something to
    /// learn.
    var restOfLearning: Duration {
        guard case .going(let since) = learning, let lastArranged else { return .zero }
        let now = pace.now()
        let rest = max(
            pace.interval, lastWork * ArrangingPace.restPerWork,
            since.duration(to: now) / ArrangingPace.restPerLearning)
        return rest - lastArranged.duration(to: now)
    }
}
