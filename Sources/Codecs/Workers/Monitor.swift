// A lock with a condition variable, on which worker threads wait.
import Glibc

/// State behind a lock, with waiting. Only threads that Tessera created itself may wait; never an actor, never the main
/// thread.
///
/// `@unchecked Sendable`: the state is accessed only with the mutex held.
package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the state without waking any waiter.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Changes the state and wakes one waiter.
    package func signal(_ body: (inout State) -> Void) {
        pthread_mutex_lock(mutex)
        body(&state)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Changes the state and wakes all waiters.
    package func broadcast(_ body: (inout State) -> Void) {
        pthread_mutex_lock(mutex)
        body(&state)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until `body` returns a result; `body` is called at once and after every wake-up.
    package func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}
