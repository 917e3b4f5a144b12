// The binding of an observable model to widgets: the latest state, applied once per main-loop iteration.
import Desktop
import Observation

/// A binding that reads a value and applies it, at once and again after each main-loop iteration that changed something
/// it read. Ends with its last reference. What `apply` itself reads is not observed; otherwise showing a state could
/// trigger itself again for ever.
package final class ModelBinding<Value> {
    /// When a change is applied.
    package enum Moment: Sendable {
        /// In the next iteration of the main loop, after the input that waits.
        case nextIteration
        /// Before the next input: a key finds what the one before has changed.
        case beforeNextEvent
    }

    private let moment: Moment
    private let read: @MainActor () -> Value
    private let apply: @MainActor (Value) -> Void

    /// The value now.
    package var value: Value { read() }

    package init(
        _ read: @escaping @MainActor () -> Value, at moment: Moment = .nextIteration,
        apply: @escaping @MainActor (Value) -> Void
    ) {
        self.moment = moment
        self.read = read
        self.apply = apply
        run()
    }

    private func run() {
        let value = withObservationTracking(read) { [weak self, moment] in
            // Called before the change is made: the value is read in the next iteration, and several changes are
            // applied as one.
            switch moment {
            case .nextIteration: Task { @MainActor in self?.run() }
            case .beforeNextEvent: MainLoop.runBeforeEvents { self?.run() }
            }
        }
        apply(value)
    }
}
