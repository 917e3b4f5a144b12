// Encoded bytes that wait for their decode in the system's page cache instead of in the program's memory.
import Codecs
import ImagePipeline

/// The bytes of an open file, read each time that they are needed, as a rule from the system's page cache. If the cache
/// has dropped them, they come from the disk again.
final class PageCachedFile: EncodedStorage {
    private let file: OpenFile
    private let closing: WorkerPool
    let count: Int

    /// - Parameter closing: the pool on which the file is closed, because the last owner may be an actor.
    init(_ file: OpenFile, count: Int, closing: WorkerPool) {
        self.file = file
        self.count = count
        self.closing = closing
    }

    deinit {
        // First in its queue: descriptors are few, and closing one takes less time than reading a file.
        Task(executorPreference: closing, priority: TaskPriority(.visible)) { [file] in withExtendedLifetime(file) {} }
    }

    var descriptor: Int32? { file.descriptor }

    func inMemory() throws -> any EncodedStorage { try file.beginning(count) }

    func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        guard let bytes = try? inMemory() else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        try bytes.withBytes(body)
    }
}
