// Calls on shares for threads that may block.
import CGLib
import Codecs
import Dispatch
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization

/// The calls of a `ShareClient` for one who waits. A call that is not answered in time is left behind; for a while
/// after that, the others on its share fail at once, so that hundreds of marks do not wait one after another.
final class WaitingShare: ShareCalls {
    private let client: ShareClient
    private let limit: Duration, pause: Duration
    /// The shares that have not answered, and until when they are not asked again.
    private let silent = Mutex<[ShareAddress: ContinuousClock.Instant]>([:])

    init(_ client: ShareClient, limit: Duration = ShareCall.patience, pause: Duration = .seconds(20)) {
        (self.client, self.limit, self.pause) = (client, limit, pause)
    }

    func entries(of files: [ShareAddress]) throws(Failure) -> [ShareEntry?] {
        guard let root = files.first?.root else { return [] }
        return try wait(root) { [client] in
            try await withThrowingTaskGroup(of: (Int, ShareEntry?).self) { group in
                for (number, file) in files.enumerated() {
                    group.addTask {
                        do {
                            return (number, try await client.entry(at: file, asks: false))
                        } catch let failure as LoadFailure where failure.reason == .notFound {
                            return (number, nil)
                        }
                    }
                }
                var entries = [ShareEntry?](repeating: nil, count: files.count)
                for try await (number, entry) in group { entries[number] = entry }
                return entries
            }
        }
    }

    func entries(in folder: ShareAddress) throws(Failure) -> [ShareEntry] {
        try wait(folder.root) { [client] in
            let entries = Mutex<[ShareEntry]>([])
            try await client.list(folder, asks: false) { some in
                entries.withLock { $0 += some }
                return true
            }
            return entries.withLock { $0 }
        }
    }

    func read(_ file: ShareAddress, most: Int) throws(Failure) -> [UInt8]? {
        do throws(Failure) {
            return try wait(file.root) { [client] in
                Array(try await client.beginning(of: file, count: most, name: file.name.shown, for: .whole).storage)
            }
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    func create(_ file: ShareAddress, _ bytes: [UInt8]) throws(Failure) {
        try wait(file.root) { [client] in try await client.create(file, bytes) }
    }

    func rename(_ file: ShareAddress, to name: ShareAddress, replaces: Bool) throws(Failure) {
        try wait(file.root) { [client] in try await client.rename(file, to: name, replaces: replaces) }
    }

    func delete(_ file: ShareAddress) throws(Failure) {
        try wait(file.root) { [client] in try await client.delete(file) }
    }

    // MARK: Waiting

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
        let semaphore = DispatchSemaphore(value: 0)
    }

    private func wait<Value: Sendable>(
        _ root: ShareAddress, _ body: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        let isSilent = silent.withLock { silent in
            if let end = silent[root], end > .now { return true }
            silent[root] = nil
            return false
        }
        if isSilent { throw Failure(code: ETIMEDOUT) }
        let answer = Answer<Value>()
        let task = Task {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            answer.value.withLock { $0 = result }
            answer.semaphore.signal()
        }
        let seconds = limit / .seconds(1)
        _ = answer.semaphore.wait(timeout: .now() + seconds)
        switch answer.value.withLock({ $0 }) {
        case .success(let value)?: return value
        case .failure(let error)?:
            let failure = Self.failure(error)
            if failure.code == ETIMEDOUT { noteSilence(root) }
            throw failure
        case nil:
            task.cancel()
            noteSilence(root)
            throw Failure(code: ETIMEDOUT)
        }
    }

    private func noteSilence(_ root: ShareAddress) { silent.withLock { $0[root] = .now + pause } }

    private static func failure(_ error: any Error) -> Failure {
        if let failure = error as? LoadFailure {
            switch failure.reason {
            case .notFound: return Failure(code: ENOENT)
            case .timedOut: return Failure(code: ETIMEDOUT)
            case .unreadable: return Failure(code: EACCES)
            case .unreachable: return Failure(code: ENOTCONN)
            default: return Failure(code: EIO)
            }
        }
        // The limit of a call.
        guard let error = error as? GLibError, !error.isIO(G_IO_ERROR_CANCELLED) else {
            return Failure(code: ETIMEDOUT)
        }
        return Failure(code: SystemFailure(ofShare: error).code)
    }
}
