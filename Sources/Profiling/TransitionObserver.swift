// Measurement of zoom transitions, for the report of a scenario.
import App
import FrameProfile

/// A recorder of the time spans of zoom transitions. Looks after each frame whether one runs.
struct TransitionObserver {
    private var running: (kind: ScenarioSpan.Kind, began: Int64)?
    /// Spans of the transitions that have ended.
    private(set) var spans: [ScenarioSpan] = []

    /// Takes in the state after `frame` was painted. A transition that began before or in it is recorded from the
    /// beginning of the frame.
    mutating func look(at window: MainWindow, after frame: FrameRecord) {
        if let direction = window.transition {
            if running == nil { running = (direction == .closing ? .closing : .opening, frame.began) }
        } else if let running {
            spans.append(ScenarioSpan(running.kind, began: running.began, whole: nil, ended: frame.painted))
            self.running = nil
        }
    }
}
