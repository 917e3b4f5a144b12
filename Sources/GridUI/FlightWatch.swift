// When photos fly, for the report of a scenario.
import FrameProfile

/// Looks after each frame whether a photo is in the air.
struct FlightWatch {
    private var flight: (kind: ScenarioSpan.Kind, began: Int64)?
    /// The flights that have ended.
    private(set) var spans: [ScenarioSpan] = []

    /// `frame` has been painted; a flight that has begun in it or before began with it.
    mutating func look(at zoom: ZoomFlight, after frame: FrameRecord) {
        if zoom.isFlying {
            if flight == nil { flight = (zoom.isClosing ? .closing : .opening, frame.began) }
        } else if let flight {
            spans.append(ScenarioSpan(flight.kind, began: flight.began, whole: nil, ended: frame.painted))
            self.flight = nil
        }
    }
}
