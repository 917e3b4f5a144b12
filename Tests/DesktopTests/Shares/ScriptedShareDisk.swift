// Files on a share in memory, whose calls fail as a test wants.
import Glibc
import ImagePipeline
import Library
import Photos
import Synchronization

@testable import Desktop

/// Files of one folder by their names.
final class ScriptedShareDisk: ShareDisk {
    static let folder = ShareAddress("sftp://nas/photos")!

    /// How a call fails.
    enum Fault: Equatable {
        case refused(Int32)
        /// It is done, and its answer is lost.
        case unanswered
    }

    private struct State {
        var files: [FileName: (bytes: [UInt8], modified: Int64)] = [:]
        var time: Int64 = 1_600_000_000_000_000_000
        var calls: [String] = []
        var fault: (@Sendable (_ number: Int, _ call: String) -> Fault?)?
        var before: (@Sendable (_ number: Int, _ call: String) -> Void)?
    }
    private let state = Mutex(State())

    init(_ files: [String: [UInt8]] = [:]) { for (name, bytes) in files { set(bytes, of: name) } }

    static func path(_ name: String) -> String { folder.appending(path: FilePath(name)).path.text }

    var names: [String] { state.withLock { $0.files.keys.sorted().map(\.text) } }
    var calls: [String] { state.withLock { $0.calls } }
    func bytes(_ name: String) -> [UInt8]? { state.withLock { $0.files[FileName(name)]?.bytes } }

    /// Another program writes a file, or deletes it.
    func set(_ bytes: [UInt8]?, of name: String) {
        state.withLock { state in
            state.time += 1_000_000_000
            state.files[FileName(name)] = bytes.map { ($0, state.time) }
        }
    }

    func forgetCalls() { state.withLock { $0.calls = [] } }

    /// - Parameter fault: Asked at each call, from 0 on.
    func fail(_ fault: (@Sendable (_ number: Int, _ call: String) -> Fault?)?) {
        state.withLock { ($0.fault, $0.calls) = (fault, []) }
    }

    /// - Parameter body: Called before each call.
    func beforeCalls(_ body: (@Sendable (_ number: Int, _ call: String) -> Void)?) {
        state.withLock { $0.before = body }
    }

    private func make<Value>(
        _ call: String, _ body: (inout State) throws(SystemFailure) -> Value
    ) throws(SystemFailure) -> Value {
        let (number, fault, before) = state.withLock { state in
            state.calls.append(call)
            return (state.calls.count - 1, state.fault, state.before)
        }
        before?(number, call)
        let failing = fault?(number, call)
        if case .refused(let code)? = failing { throw SystemFailure(code) }
        var result: Result<Value, SystemFailure>?
        state.withLock { state in
            do throws(SystemFailure) { result = .success(try body(&state)) } catch { result = .failure(error) }
        }
        let value = try result!.get()
        if failing == .unanswered { throw SystemFailure(ETIMEDOUT) }
        return value
    }

    private func entry(_ name: FileName, _ state: State) -> ShareEntry? {
        state.files[name].map { ShareEntry(name: name, byteCount: Int64($0.bytes.count), modified: $0.modified) }
    }

    func status(_ file: ShareAddress, followsLink: Bool) throws(SystemFailure) -> ShareEntry {
        try make("state of \(file.name.text)") { state throws(SystemFailure) in
            guard let entry = entry(file.name, state) else { throw SystemFailure(ENOENT) }
            return entry
        }
    }

    func statuses(of files: [ShareAddress]) throws(SystemFailure) -> [ShareEntry?] {
        try make("state of \(files.map(\.name.text).joined(separator: " "))") { state in
            files.map { entry($0.name, state) }
        }
    }

    func entries(in folder: ShareAddress) throws(SystemFailure) -> [ShareEntry] {
        try make("list") { state in state.files.keys.sorted().compactMap { entry($0, state) } }
    }

    func beginning(of file: ShareAddress, count: Int) throws(SystemFailure) -> EncodedBytes {
        try make("read") { state throws(SystemFailure) in
            guard let known = state.files[file.name] else { throw SystemFailure(ENOENT) }
            return EncodedBytes(Array(known.bytes.prefix(count)))
        }
    }

    func make(_ file: ShareAddress, of bytes: EncodedBytes) throws(SystemFailure) {
        try make("create") { state throws(SystemFailure) in
            if state.files[file.name] != nil { throw SystemFailure(EEXIST) }
            state.time += 1_000_000_000
            state.files[file.name] = (Array(bytes.storage), state.time)
        }
    }

    func rename(_ file: ShareAddress, to name: ShareAddress, replaces: Bool) throws(SystemFailure) {
        try make("rename") { state throws(SystemFailure) in
            guard let moved = state.files[file.name] else { throw SystemFailure(ENOENT) }
            if !replaces, state.files[name.name] != nil { throw SystemFailure(EEXIST) }
            state.files[file.name] = nil
            state.files[name.name] = moved
        }
    }

    func remove(_ file: ShareAddress) throws(SystemFailure) {
        try make("delete") { state throws(SystemFailure) in
            if state.files.removeValue(forKey: file.name) == nil { throw SystemFailure(ENOENT) }
        }
    }

    // Nothing of this is done for marks.

    func copy(_ from: FilePath, to: FilePath, onBytes: (Int) -> Void) throws(SystemFailure) {
        throw SystemFailure(ENOTSUP)
    }

    func makeFolder(_ folder: ShareAddress) throws(SystemFailure) { throw SystemFailure(ENOTSUP) }

    func setModified(_ file: ShareAddress, _ time: Int64) throws(SystemFailure) { throw SystemFailure(ENOTSUP) }

    func room(at folder: ShareAddress) throws(SystemFailure) -> ShareRoom { ShareRoom(free: nil, isReadOnly: false) }
}
