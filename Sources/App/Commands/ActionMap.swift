// The actions of one window: what its commands do, which are enabled, and their states.
import CGTK
import Desktop

/// The GActionMap of a window or of the program, by commands.
struct ActionMap {
    /// Borrowed: outlives this value.
    private let map: OpaquePointer?

    /// - Parameter object: A GActionMap: a window or the application.
    init<Object>(of object: UnsafeMutablePointer<Object>) { map = OpaquePointer(object) }

    /// Adds an action. `run` is kept as long as the window.
    func add(_ command: WindowCommand, run: @escaping () -> Void) {
        add(made(g_simple_action_new(command.name, nil))) { _ in run() }
    }

    /// Adds an action that is on or off.
    func add(_ command: WindowCommand, isOn: Bool, run: @escaping () -> Void) {
        add(made(g_simple_action_new_stateful(command.name, nil, Self.variant(isOn)))) { _ in run() }
    }

    /// Adds an action that has one of several values, which `run` gets.
    /// - Parameter state: The initial value, floating; its type is the parameter's.
    func add(_ command: WindowCommand, state: OpaquePointer, run: @escaping (OpaquePointer) -> Void) {
        let action = made(g_simple_action_new_stateful(command.name, g_variant_get_type(state), state))
        add(action) { if let parameter = $0 { run(parameter) } }
    }

    /// Adds an action without a state that gets a text.
    func add(_ command: WindowCommand, text run: @escaping (String) -> Void) {
        let type = made(g_variant_type_new("s"))
        defer { g_variant_type_free(type) }
        add(made(g_simple_action_new(command.name, type))) { parameter in
            if let parameter { run(String(cString: g_variant_get_string(parameter, nil))) }
        }
    }

    /// Adds an action without a state that gets a number.
    func add(_ command: WindowCommand, number run: @escaping (Int) -> Void) {
        let type = made(g_variant_type_new("i"))
        defer { g_variant_type_free(type) }
        add(made(g_simple_action_new(command.name, type))) { parameter in
            if let parameter { run(Int(g_variant_get_int32(parameter))) }
        }
    }

    private func add(_ action: OpaquePointer, run: @escaping (OpaquePointer?) -> Void) {
        Signal.onPointer(action, "activate") { run($0.map(\.opaque)) }
        g_action_map_add_action(map, action)
        g_object_unref(action.object)
    }

    /// Has `run` called each time that an action is performed which has been added.
    func observe(_ command: WindowCommand, run: @escaping () -> Void) {
        if let action = action(command) { Signal.onPointer(action, "activate") { _ in run() } }
    }

    private func action(_ command: WindowCommand) -> OpaquePointer? { g_action_map_lookup_action(map, command.name) }

    /// Whether an action has been added, and can be performed now.
    func isEnabled(_ command: WindowCommand) -> Bool {
        action(command).map { g_action_get_enabled($0) != 0 } ?? false
    }

    /// Enables or disables an action, if it has been added.
    func enable(_ command: WindowCommand, _ isEnabled: Bool) {
        if let action = action(command) { g_simple_action_set_enabled(action, isEnabled ? 1 : 0) }
    }

    /// Sets whether an action is on; its menu items and buttons show it.
    func set(_ command: WindowCommand, isOn: Bool) { set(command, state: Self.variant(isOn)) }

    /// Sets the state of an action (floating).
    func set(_ command: WindowCommand, state: OpaquePointer) {
        if let action = action(command) {
            g_simple_action_set_state(action, state)
        } else {
            g_variant_unref(g_variant_ref_sink(state))
        }
    }

    /// Whether an action is on.
    func isOn(_ command: WindowCommand) -> Bool {
        state(of: command) { g_variant_get_boolean($0) != 0 } ?? false
    }

    /// The number that is the state of an action; nil if it has not been added.
    func number(_ command: WindowCommand) -> Int? { state(of: command) { Int(g_variant_get_int32($0)) } }

    private func state<Value>(of command: WindowCommand, _ read: (OpaquePointer) -> Value) -> Value? {
        guard let action = action(command), let state = g_action_get_state(action) else { return nil }
        defer { g_variant_unref(state) }
        return read(state)
    }

    private static func variant(_ isOn: Bool) -> OpaquePointer { made(g_variant_new_boolean(isOn ? 1 : 0)) }
}
