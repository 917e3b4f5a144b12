// A loader that does harm: each thing that it tries is stopped, and the picture after it is shown.
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.serialized, .timeLimit(.minutes(5)))
struct HostileLoaderTests {
    private let loader: HostileLoader
    private let processes: DecodeProcesses
    private let decoder: PixbufDecoder
    private let folder = ScratchFolder()

    init() throws {
        let built = try #require(takeText(g_path_get_dirname(HelperProgram.path(of: "tessera-decode"))))
        loader = HostileLoader(library: "\(built)/libhostile-loader.so")
        // The list is for the program alone: this process has read its own already.
        let program = folder.write(
            "tessera-decode",
            Array("#!/bin/sh\nGDK_PIXBUF_MODULE_FILE='\(loader.list)' exec '\(built)/tessera-decode'\n".utf8))
        chmod(program, 0o755)
        var limits = DecodeProcess.Limits()
        limits.seconds = 1
        processes = DecodeProcesses(width: 2, program: program, limits: limits)
        decoder = PixbufDecoder(width: 2, engine: processes)
    }

    private static let photo = Painting.quarters(64, 64).encoded("jpeg")

    /// What the picture of a letter comes to.
    private func outcome(_ letter: Character) async -> LoadFailure.Reason? {
        await decoder.reason(HostileLoader.file(letter), 64)
    }

    @Test func aLoaderThatDoesNothingIsUsed() async throws {
        #expect(try await decoder.pixels(HostileLoader.file("."), 64, 64).colour(10, 10) == .green)
    }

    /// Libraries look for files by the way, and do without.
    @Test func noFileIsOpened() async throws {
        #expect(try await decoder.pixels(HostileLoader.file("o"), 64, 64).colour(10, 10) == .green)
    }

    /// To write a file, a socket, a program, a process, a signal, a look into another process, memory without a limit:
    /// a file, shared memory, a stack.
    @Test(arguments: ["w", "s", "x", "f", "k", "t", "m", "r", "g"] as [Character])
    func whatAPictureMayNotEndsItsProcess(letter: Character) async throws {
        #expect(await outcome(letter) == DecodeStop.forbidden.reason(seconds: 1, memory: 0))
        #expect(try await decoder.pixels(Self.photo, 64, 64).size == PixelSize(square: 64))
    }

    /// Some threads are started, as decoders start them, and no more than the system has for others.
    @Test func threadsAreLimited() async throws {
        #expect(try await decoder.pixels(HostileLoader.file("d"), 64, 64).colour(10, 10) == .green)
        #expect(try await decoder.pixels(Self.photo, 64, 64).size == PixelSize(square: 64))
    }

    /// Memory until there is no more, and memory of others.
    @Test(arguments: ["a", "b"] as [Character])
    func aCrashIsThePicturesOwn(letter: Character) async throws {
        #expect(await outcome(letter) == DecodeStop.crashed.reason(seconds: 1, memory: 0))
        #expect(try await decoder.pixels(Self.photo, 64, 64).size == PixelSize(square: 64))
    }

    /// Computing for ever, and waiting for ever.
    @Test(arguments: ["l", "z"] as [Character])
    func whatNeverEndsIsEnded(letter: Character) async throws {
        #expect(await outcome(letter) == DecodeStop.outOfTime.reason(seconds: 1, memory: 0))
        #expect(try await decoder.pixels(Self.photo, 64, 64).size == PixelSize(square: 64))
    }

    /// No message, and an answer with more pixels than there is room for.
    @Test(arguments: ["n", "v"] as [Character])
    func whatIsNoAnswerEndsItsProcess(letter: Character) async throws {
        #expect(await outcome(letter) == DecodeStop.crashed.reason(seconds: 1, memory: 0))
        #expect(try await decoder.pixels(Self.photo, 64, 64).size == PixelSize(square: 64))
    }

    @Test func aPictureThatStoppedItsDecoderIsNotTriedAgain() async throws {
        let request = ImageRequest(
            source: SourceID("s"), photo: Photo(id: PhotoID("p"), title: "Sea"), location: .file("/p"),
            size: PixelSize(square: 64), fit: .fill)
        func decode(_ file: [UInt8]) async throws -> PixelSize {
            try await decoder.decode(EncodedBytes(file), for: request, priority: .visible).size
        }
        await #expect(throws: LoadFailure.self) { _ = try await decode(HostileLoader.file("b")) }
        let started = processes.started
        await #expect(throws: LoadFailure.self) { _ = try await decode(HostileLoader.file("b")) }
        #expect(processes.started == started)
    }

    /// Ten good pictures beside each that ends its process, all at once.
    @Test func theOthersGoOn() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<110 {
                group.addTask { [self] in
                    let isHostile = index.isMultiple(of: 11)
                    let shown = await decoder.reason(isHostile ? HostileLoader.file("b") : Self.photo, 64) == nil
                    return shown != isHostile
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(processes.census <= 2)
    }
}
