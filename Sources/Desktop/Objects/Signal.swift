// GObject signal handlers written as Swift closures.
import CGLib
public import CGTK
import CLoop
import Synchronization

/// Connections of main-actor closures to signals of widgets and controllers. There is one function for each C
/// signature; the list is closed on purpose. Only GLib's destroy notify releases the box of a closure. Closures that
/// refer to the emitter's owner must capture it weakly.
@MainActor
public enum Signal {
    /// A connection that can be removed while its object exists.
    public struct Connection {
        fileprivate let object: UnsafeMutableRawPointer
        fileprivate let handler: UInt

        /// Disconnects the handler and releases the closure. The object must exist.
        @MainActor public func disconnect() { tessera_signal_disconnect(object, handler) }
    }

    private nonisolated static let live = Atomic<Int>(0)
    /// Number of closures connected now; leak tests compare it.
    public nonisolated static var liveClosures: Int { live.load(ordering: .relaxed) }

    /// Connects to a signal without arguments: `clicked`, `value-changed`, `destroy`.
    @discardableResult
    public static func on(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor () -> Void
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, context in
            MainActor.assumeIsolated { Box<@MainActor () -> Void>.closure(in: context)() }
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal without arguments, to run after all handlers that are connected by other functions, now or
    /// later.
    public static func after(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor () -> Void
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, context in
            MainActor.assumeIsolated { Box<@MainActor () -> Void>.closure(in: context)() }
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self), after: true)
    }

    /// Connects to changes of a property.
    @discardableResult
    public static func onChange(
        of property: String, _ emitter: some ObjectPointer, run body: @escaping @MainActor () -> Void
    ) -> Connection {
        onPointer(emitter, "notify::" + property) { _ in body() }
    }

    /// Connects to a signal with one pointer argument: a parameter spec, a list item, a response. The pointer is
    /// borrowed.
    @discardableResult
    public static func onPointer(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Void
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
                _, argument, context in
                nonisolated(unsafe) let argument = argument  // a C argument of a main-thread signal
                MainActor.assumeIsolated {
                    Box<@MainActor (UnsafeMutableRawPointer?) -> Void>.closure(in: context)(argument)
                }
            }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with one number: `activate` of a grid (a position), `response` of a dialog (as its bit
    /// pattern).
    @discardableResult
    public static func onNumber(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor (UInt32) -> Void
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void = {
            _, number, context in
            MainActor.assumeIsolated { Box<@MainActor (UInt32) -> Void>.closure(in: context)(number) }
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with a pointer, which is borrowed, and a number: `draw-page` of a print operation.
    @discardableResult
    public static func onPointerAndNumber(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (UnsafeMutableRawPointer?, Int32) -> Void
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Void =
                {
                    _, argument, number, context in
                    nonisolated(unsafe) let argument = argument  // a C argument of a main-thread signal
                    MainActor.assumeIsolated {
                        Box<@MainActor (UnsafeMutableRawPointer?, Int32) -> Void>.closure(in: context)(argument, number)
                    }
                }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal without arguments whose handler returns an object (transfer full): `create-custom-widget`
    /// of a print operation.
    @discardableResult
    public static func onObjectWanted(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor () -> UnsafeMutableRawPointer?
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
                _, context in
                nonisolated(unsafe) var object: UnsafeMutableRawPointer?  // made on the main thread, where GTK takes it
                MainActor.assumeIsolated {
                    object = Box<@MainActor () -> UnsafeMutableRawPointer?>.closure(in: context)()
                }
                return object
            }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal without arguments whose handler returns whether it is handled: `close-request`.
    @discardableResult
    public static func onQuestion(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor () -> Bool
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = {
            _, context in
            MainActor.assumeIsolated { Box<@MainActor () -> Bool>.closure(in: context)() } ? 1 : 0
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with one pointer argument whose handler returns whether it agrees: `accept` of a drop
    /// target (a GdkDrop). The pointer is borrowed.
    @discardableResult
    public static func onPointerQuestion(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (UnsafeMutableRawPointer?) -> Bool
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean =
                {
                    _, argument, context in
                    nonisolated(unsafe) let argument = argument  // a C argument of a main-thread signal
                    return MainActor.assumeIsolated {
                        Box<@MainActor (UnsafeMutableRawPointer?) -> Bool>.closure(in: context)(argument)
                    } ? 1 : 0
                }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to `drop` of a drop target: the value that was dropped, borrowed, and the point. The handler returns
    /// whether it has taken the value.
    @discardableResult
    public static func onDrop(
        _ emitter: some ObjectPointer,
        run body: @escaping @MainActor (_ value: UnsafePointer<GValue>, _ x: Double, _ y: Double) -> Bool
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<GValue>?, Double, Double, UnsafeMutableRawPointer?)
                -> gboolean = { _, value, x, y, context in
                    nonisolated(unsafe) let value = value  // a C argument of a main-thread signal
                    return MainActor.assumeIsolated {
                        guard let value else { return false }
                        typealias Body = @MainActor (UnsafePointer<GValue>, Double, Double) -> Bool
                        return Box<Body>.closure(in: context)(value, x, y)
                    } ? 1 : 0
                }
        return connect(emitter, "drop", body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to `query-tooltip` of a widget: a point of it, whether the keyboard asks, and the GtkTooltip, borrowed.
    /// The handler returns whether the tooltip is to be shown.
    public static func onTooltip(
        _ widget: some ObjectPointer,
        run body:
            @escaping @MainActor (_ x: Double, _ y: Double, _ isByKeyboard: Bool, _ tooltip: OpaquePointer) -> Bool
    ) {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, gboolean, OpaquePointer?, UnsafeMutableRawPointer?)
                -> gboolean = { _, x, y, isByKeyboard, tooltip, context in
                    nonisolated(unsafe) let tooltip = tooltip  // a C argument of a main-thread signal
                    return MainActor.assumeIsolated {
                        guard let tooltip else { return false }
                        typealias Body = @MainActor (Double, Double, Bool, OpaquePointer) -> Bool
                        return Box<Body>.closure(in: context)(Double(x), Double(y), isByKeyboard != 0, tooltip)
                    } ? 1 : 0
                }
        _ = connect(widget, "query-tooltip", body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to `open` of an application, with the files as GFiles, which are borrowed during the call, and the
    /// caller's hint.
    public static func onFiles(
        _ application: some ObjectPointer, run body: @escaping @MainActor ([OpaquePointer], _ hint: String) -> Void
    ) {
        let trampoline:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?,
                UnsafeMutableRawPointer?
            ) -> Void = { _, files, count, hint, context in
                nonisolated(unsafe) let files = UnsafeBufferPointer(start: files, count: Int(count)).compactMap(\.self)
                let hint = hint.map { String(cString: $0) } ?? ""
                MainActor.assumeIsolated {
                    Box<@MainActor ([OpaquePointer], String) -> Void>.closure(in: context)(files, hint)
                }
            }
        _ = connect(application, "open", body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with two numbers: `motion` of a controller (a point of its widget in logical pixels).
    @discardableResult
    public static func onPoint(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor (Double, Double) -> Void
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> Void = {
            _, x, y, context in
            MainActor.assumeIsolated { Box<@MainActor (Double, Double) -> Void>.closure(in: context)(x, y) }
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with two numbers whose handler returns whether it is handled: `scroll` of a controller (dx,
    /// dy).
    @discardableResult
    public static func onPointQuestion(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor (Double, Double) -> Bool
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
                _, x, y, context in
                MainActor.assumeIsolated { Box<@MainActor (Double, Double) -> Bool>.closure(in: context)(x, y) } ? 1 : 0
            }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with two numbers whose handler returns an object (transfer full) or nil: `prepare` of a
    /// drag (x, y).
    @discardableResult
    public static func onPointForObject(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (Double, Double) -> UnsafeMutableRawPointer?
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) ->
                UnsafeMutableRawPointer? = {
                    _, x, y, context in
                    nonisolated(unsafe) var object: UnsafeMutableRawPointer?  // set before this returns
                    MainActor.assumeIsolated {
                        object = Box<@MainActor (Double, Double) -> UnsafeMutableRawPointer?>.closure(in: context)(x, y)
                    }
                    return object
                }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a signal with one fraction: `scale-changed` of a pinch (1 = scale at its start).
    @discardableResult
    public static func onFraction(
        _ emitter: some ObjectPointer, _ name: String, run body: @escaping @MainActor (Double) -> Void
    ) -> Connection {
        let trampoline: @convention(c) (UnsafeMutableRawPointer?, Double, UnsafeMutableRawPointer?) -> Void = {
            _, value, context in
            MainActor.assumeIsolated { Box<@MainActor (Double) -> Void>.closure(in: context)(value) }
        }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to a click: `pressed` of a gesture (number of presses in a row, and the point).
    @discardableResult
    public static func onPress(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (_ count: Int, _ x: Double, _ y: Double) -> Void
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
                _, count, x, y, context in
                MainActor.assumeIsolated {
                    Box<@MainActor (Int, Double, Double) -> Void>.closure(in: context)(Int(count), x, y)
                }
            }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to `key-released` of a controller.
    @discardableResult
    public static func onKeyRelease(
        _ emitter: some ObjectPointer, run body: @escaping @MainActor (_ key: UInt32) -> Void
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, GdkModifierType, UnsafeMutableRawPointer?) ->
                Void = { _, key, _, _, context in
                    MainActor.assumeIsolated { Box<@MainActor (UInt32) -> Void>.closure(in: context)(key) }
                }
        return connect(emitter, "key-released", body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    /// Connects to key presses: `key-pressed` of a controller, whose handler returns whether the key is handled.
    @discardableResult
    public static func onKey(
        _ emitter: some ObjectPointer, _ name: String,
        run body: @escaping @MainActor (_ key: UInt32, _ held: GdkModifierType) -> Bool
    ) -> Connection {
        let trampoline:
            @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, GdkModifierType, UnsafeMutableRawPointer?) ->
                gboolean = {
                    _, key, _, held, context in
                    MainActor.assumeIsolated {
                        Box<@MainActor (UInt32, GdkModifierType) -> Bool>.closure(in: context)(key, held)
                    } ? 1 : 0
                }
        return connect(emitter, name, body, unsafeBitCast(trampoline, to: GCallback.self))
    }

    private static func connect<Closure>(
        _ emitter: some ObjectPointer, _ name: String, _ closure: Closure, _ trampoline: GCallback, after: Bool = false
    ) -> Connection {
        let context = Unmanaged.passRetained(Box(closure)).toOpaque()
        let connect = after ? tessera_signal_connect_after : tessera_signal_connect
        let handler = connect(emitter.object, name, trampoline, context) { context, _ in
            if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
        }
        return Connection(object: emitter.object, handler: UInt(handler))
    }

    private final class Box<Closure> {
        let closure: Closure

        init(_ closure: Closure) {
            self.closure = closure
            Signal.live.add(1, ordering: .relaxed)
        }

        deinit { Signal.live.subtract(1, ordering: .relaxed) }

        /// Returns the closure that `connect` put behind `context`; GLib keeps it alive while the handler is connected.
        static func closure(in context: UnsafeMutableRawPointer?) -> Closure {
            guard let context else { preconditionFailure("a signal handler was connected without its closure") }
            return Unmanaged<Box<Closure>>.fromOpaque(context).takeUnretainedValue().closure
        }
    }
}
