// Whether the sample gallery can be reached, as windows show it.
import Observation

/// The state of the sample gallery's server, for all windows.
@Observable
final class SampleState {
    /// Whether the server has ended by itself, and no other one has been started.
    var isAway = false
}
