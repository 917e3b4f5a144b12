// A descriptor that is polled off all threads of the program's own.
import Dispatch
import Glibc
import Synchronization

/// Calls a function when a descriptor has become readable: once, until it is asked to go on. Ends with its last
/// reference.
///
/// A source of libdispatch and not of GLib: giving up a source of a thread's own loop while that thread ends has led to
/// corrupted memory with GLib 2.74.
///
/// `@unchecked Sendable`: sources of libdispatch may be used from any thread (its Swift interface does not say so), and
/// whether this one is suspended is behind a lock.
final class ReadableDescriptor: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let isPaused = Mutex(false)

    /// Starts polling.
    /// - Parameters:
    ///   - descriptor: taken over; closed when nothing polls it any more.
    ///   - ready: called on a thread of libdispatch.
    init(_ descriptor: Int32, ready: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
        source.setEventHandler { [weak self] in
            self?.pause()
            ready()
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit {
        source.cancel()
        // A source that is given up while it is suspended ends the program.
        goOn()
    }

    private func pause() {
        isPaused.withLock { isPaused in
            if !isPaused { source.suspend() }
            isPaused = true
        }
    }

    /// Polls again, after what was there has been read.
    func goOn() {
        isPaused.withLock { isPaused in
            if isPaused { source.resume() }
            isPaused = false
        }
    }
}
