// Named thread with a GLib main loop of its own, beside the program's default one.
import CGLib
import Synchronization

/// Thread whose GMainContext is the thread default while it runs.
///
/// Ownership: the thread keeps the object alive until `quit`; `join` waits for its end.
final class LoopThread: Sendable {
    private let context: UInt
    private let loop: UInt
    private let thread = Mutex<UInt>(0)
    private let isClosed = Mutex(false)
    private let body: @Sendable (LoopThread) -> Void

    /// Starts the thread, which calls `body` and ends when that returns. `body` calls `run` to serve the context.
    init(name: String, body: @escaping @Sendable (LoopThread) -> Void) throws(SampleServerFailure) {
        self.body = body
        let context = g_main_context_new()
        self.context = UInt(bitPattern: context)
        loop = UInt(bitPattern: g_main_loop_new(context, 0))
        let argument = Unmanaged.passRetained(self).toOpaque()
        let entry: GThreadFunc = { argument in
            if let argument { Unmanaged<LoopThread>.fromOpaque(argument).takeRetainedValue().main() }
            return nil
        }
        guard let thread = g_thread_try_new(name, entry, argument, nil) else {
            Unmanaged<LoopThread>.fromOpaque(argument).release()
            throw SampleServerFailure(description: "no thread can be started")
        }
        self.thread.withLock { $0 = UInt(bitPattern: thread) }
    }

    deinit {
        // Not joined: the handle is released, and the thread ends by itself.
        let thread = thread.withLock { $0 }
        if thread != 0 { g_thread_unref(UnsafeMutablePointer(bitPattern: thread)) }
        g_main_loop_unref(OpaquePointer(bitPattern: loop))
        g_main_context_unref(OpaquePointer(bitPattern: context))
    }

    private func main() {
        let context = OpaquePointer(bitPattern: context)
        g_main_context_push_thread_default(context)
        body(self)
        isClosed.withLock { $0 = true }
        drain()
        g_main_context_pop_thread_default(context)
    }

    /// Serves the context until `quit`. On the thread itself.
    func run() { g_main_loop_run(OpaquePointer(bitPattern: loop)) }

    /// Dispatches what is ready, without waiting. On the thread itself.
    func drain() { while g_main_context_iteration(OpaquePointer(bitPattern: context), 0) != 0 {} }

    /// Runs `work` on the thread, in a main-loop iteration of its own. Any thread. After the thread has ended, work is
    /// dropped: otherwise it would keep what it captures, and this object, alive for ever.
    func post(_ work: @escaping @Sendable () -> Void) {
        isClosed.withLock { isClosed in
            if isClosed { return }
            let source = g_idle_source_new()
            g_source_set_priority(source, G_PRIORITY_DEFAULT)
            g_source_set_callback(
                source,
                { data in
                    if let data { Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().run() }
                    return 0
                }, Unmanaged.passRetained(Work(work)).toOpaque(),
                { data in if let data { Unmanaged<Work>.fromOpaque(data).release() } })
            g_source_attach(source, OpaquePointer(bitPattern: context))
            g_source_unref(source)
        }
    }

    /// Makes `run` return. On the thread itself, from posted work, so that it cannot precede `run`.
    func quit() { g_main_loop_quit(OpaquePointer(bitPattern: loop)) }

    /// Waits for the thread to end; returns at once when called again. Not on the thread itself.
    func join() {
        let thread = thread.withLock { thread in
            defer { thread = 0 }
            return thread
        }
        if thread != 0 { _ = g_thread_join(UnsafeMutablePointer(bitPattern: thread)) }
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
