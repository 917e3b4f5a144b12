// The comparison of photos in a scenario.
import App
import FrameProfile

/// Photos are compared: all are waited for, magnified, waited for again, and moved in circles.
struct ComparedPlay: StepPlay {
    private enum State: Hashable { case opening, magnifying, moving, leaving }

    private let duration: Double
    private var state = State.opening
    /// When the state began.
    private var began = SpanTimer.now
    /// Whether the first photo is awaited.
    private var isFirst = true
    private var place = (x: 0.0, y: 0.0)
    private var loader = LoaderFigures()

    init(_ photos: Int, for duration: Double, _ grid: any GridProbe) {
        self.duration = duration
        grid.select(.range(to: photos - 1))
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        let isLate = SpanTimer.seconds(from: began) > SpanTimer.patience
        guard let pictures = window.compare.pictures else {
            // The selection is told to the actions in another iteration than it is made in.
            if state == .opening { window.perform(.compare) }
            return state == .leaving || isLate
        }
        switch state {
        case .opening:
            if isFirst, pictures.shown > 0 { note(.comparedFirst, &timer) }
            guard pictures.shown == pictures.count || isLate else { break }
            note(.comparedAll, isWhole: !isLate, &timer)
            begin(.magnifying)
            window.compare.magnify()
        case .magnifying:
            if isFirst, pictures.sharp > 0 { note(.sharpFirst, &timer) }
            guard pictures.sharp == pictures.count || isLate else { break }
            note(.sharpAll, isWhole: !isLate, &timer)
            begin(.moving)
            loader = grid.figures
        case .moving:
            let elapsed = SpanTimer.seconds(from: began)
            let next = Scenario.circle(after: elapsed)
            window.compare.move(x: next.x - place.x, y: next.y - place.y)
            place = next
            guard elapsed >= duration else { break }
            let now = grid.figures.decoded, before = loader.decoded
            timer.note(
                ScenarioSpan(
                    .comparedPan, began: began, whole: nil, ended: SpanTimer.now,
                    decoded: now.flatMap { now in before.map { now - $0 } }, bytes: pictures.bytes))
            begin(.leaving)
            window.perform(.back)
        case .leaving: break
        }
        return false
    }

    private mutating func begin(_ state: State) { (self.state, isFirst, began) = (state, true, SpanTimer.now) }

    private mutating func note(_ kind: ScenarioSpan.Kind, isWhole: Bool = true, _ timer: inout SpanTimer) {
        let now = SpanTimer.now
        isFirst = false
        timer.note(ScenarioSpan(kind, began: began, whole: isWhole ? now : nil, ended: now))
    }
}
