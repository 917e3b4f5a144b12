// From an observable model to widgets: the newest state, applied once a turn of the loop.
import Observation

/// Reads a value and applies it, now and again after each turn in which something that was read has changed. Ends with
/// its last owner. What `apply` itself reads is not watched, or showing a state would be able to change it for ever.
final class ModelBinding<Value> {
    private let read: @MainActor () -> Value
    private let apply: @MainActor (Value) -> Void

    init(_ read: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.apply = apply
        run()
    }

    private func run() {
        let value = withObservationTracking(read) { [weak self] in
            // Fires before the change is made, so it is read in the next turn, and several changes are one.
            Task { @MainActor in self?.run() }
        }
        apply(value)
    }
}
