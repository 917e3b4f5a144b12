// Large files: they wait for their decode in the system's cache, and what happens to them meanwhile is noticed.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct PageCachedFileTests {
    private let scratch = ScratchFolder()
    private let loader = FileByteLoader(width: 1, memoryLimit: 1_000)
    private let content = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func bytes(_ path: String) async throws -> EncodedBytes {
        try await loader.bytes(at: .file(FilePath(path)), title: "Sea", priority: .visible)
    }

    private func failure(_ reason: LoadFailure.Reason) -> LoadFailure {
        LoadFailure(stage: .fetch, culprit: "Sea", reason: reason)
    }

    @Test func onlyALargeFileWaitsOutsideOfMemory() async throws {
        let large = try await bytes(scratch.write("large.jpg", content))
        #expect(large.storage is PageCachedFile && large.count == content.count)
        let small = try await bytes(scratch.write("small.jpg", Array(content.prefix(1_000))))
        #expect(small.storage is SharedBytes && small.count == 1_000)
        #expect(try small.inMemory().storage === small.storage)
    }

    @Test func itsBytesAreReadAsOftenAsTheyAreNeeded() async throws {
        let bytes = try await bytes(scratch.write("a.jpg", content))
        for _ in 0..<2 {
            let read = try bytes.inMemory()
            #expect(read.count == content.count)
            read.storage.withBytes { #expect($0.elementsEqual(content)) }
            bytes.storage.withBytes { #expect($0.elementsEqual(content)) }
        }
    }

    @Test func aFileThatTheSystemDoesNotKeepIsReadAtOnce() async throws {
        // It says that it has a page, has some bytes, and cannot be cached.
        let bytes = try await bytes("/sys/devices/system/cpu/online")
        #expect(bytes.storage is SharedBytes && bytes.count > 0)
    }

    @Test func aFileThatIsReplacedMeanwhileIsReadAsItWas() async throws {
        let path = scratch.write("a.jpg", content)
        let bytes = try await bytes(path)
        rename(scratch.write("b.jpg", [1, 2, 3]), path)
        try bytes.inMemory().storage.withBytes { #expect($0.elementsEqual(content)) }
        unlink(path)
        try bytes.inMemory().storage.withBytes { #expect($0.elementsEqual(content)) }
    }

    @Test func aFileThatShrinksMeanwhileGivesWhatIsLeft() async throws {
        let path = scratch.write("a.jpg", content)
        let bytes = try await bytes(path)
        truncate(path, 5_000)
        try bytes.inMemory().storage.withBytes { #expect($0.elementsEqual(content.prefix(5_000))) }
        truncate(path, 0)
        #expect(throws: failure(.empty)) { try bytes.inMemory() }
        bytes.storage.withBytes { #expect($0.isEmpty) }
    }

    @Test func aDecodeReadsItAndNamesWhatIsWrongWithIt() async throws {
        let size = PixelSize(square: 20)
        let path = scratch.write("a.jpg", Painting.quarters(400, 400).encoded("jpeg"))
        let bytes = try await bytes(path)
        #expect(bytes.storage is PageCachedFile)
        let decoder = PixbufDecoder(width: 1)
        let pixels = try await decoder.decodePixels(bytes, title: "Sea", size: size, fit: .fill)
        #expect(pixels.size == size && pixels.colour(5, 5).isNear(.red) && pixels.colour(15, 15).isNear(.white))
        truncate(path, 0)
        let request = ImageRequest(
            source: SourceID("folder"), photo: Photo(id: PhotoID("a"), title: "Sea"), location: .file(FilePath(path)),
            size: size, fit: .fill)
        await #expect(throws: failure(.empty)) { try await decoder.decode(bytes, for: request, priority: .visible) }
        #expect(decoder.bytesInFlight == 0)
    }

    @Test func aCancelledDecodeStopsReading() async throws {
        let bytes = try await bytes(scratch.write("a.jpg", content))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try bytes.inMemory()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func theFileIsClosedOnTheThreadThatReadsFiles() async throws {
        let path = scratch.write("a.jpg", content)
        var bytes: EncodedBytes? = try await bytes(path)
        #expect(bytes != nil && descriptors(of: path) == 1)
        try await loader.withSlowDisk { slowDisk in
            bytes = nil
            #expect(descriptors(of: path) == 1)
            slowDisk.open()
        }
        try await loader.pool.run(priority: .visible) {}
        #expect(descriptors(of: path) == 0)
    }

    @Test func aFailureLeavesNoFileOpen() async throws {
        await #expect(throws: failure(.unreadable(Message("it is not a regular file")))) {
            try await bytes(scratch.path)
        }
        await #expect(throws: failure(.empty)) { try await bytes(scratch.write("empty.jpg", [])) }
        try await loader.pool.run(priority: .visible) {}
        #expect(descriptors(of: scratch.path) == 0 && descriptors(of: scratch.path + "/empty.jpg") == 0)
    }

    /// How often the process has `path` open.
    private func descriptors(of path: String) -> Int {
        (0..<1_024).count { descriptor in
            guard let target = g_file_read_link("/proc/self/fd/\(descriptor)", nil) else { return false }
            defer { g_free(target) }
            return String(cString: target) == path
        }
    }
}
