// The binding of an observable model to widgets: the latest state, applied once per main-loop iteration.
import Observation

/// A binding that reads a value and applies it, at once and again after each main-loop iteration that changed something
/// it read. Ends with its last reference. What `apply` itself reads is not observed; otherwise showing a state could
/// trigger itself again for ever.
package final class ModelBinding<Value> {
    private let read: @MainActor () -> Value
    private let apply: @MainActor (Value) -> Void

    /// The value now.
    package var value: Value { read() }

    package init(_ read: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.apply = apply
        run()
    }

    private func run() {
        let value = withObservationTracking(read) { [weak self] in
            // Called before the change is made: the value is read in the next iteration, and several changes are
            // applied as one.
            Task { @MainActor in self?.run() }
        }
        apply(value)
    }
}
