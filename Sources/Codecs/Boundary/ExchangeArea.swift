// The memory that tessera shares with one decode process for as long as that lives.
import CChannel
import CGLib
import Glibc

/// Memory for the bytes of a picture on their way to a process, and for the pixels of a tile on their way back. Mapped
/// once: to map a file in memory for each picture costs more than to copy the pixels of a tile, most of it for the
/// pages that the kernel clears, maps and takes back.
///
/// The process may write to all of it at any time. What tessera takes out of it is copied once and used then.
///
/// `@unchecked Sendable`: the addresses never change; what lies there is used by one thread at a time, the one that has
/// the process.
final class ExchangeArea: @unchecked Sendable {
    /// Bytes of a picture: most photos of 60 megapixels have fewer. Memory is taken for what is written alone.
    static let inputRoom = 32 << 20
    /// Bytes of them whose memory is kept: more than a photo of a service in the size of a tile has.
    static let keptInput = 1 << 20
    /// Bytes of pixels: a tile of 512 pixels on a screen of twice as many.
    static let outputRoom = 4 << 20
    private static let count = inputRoom + outputRoom

    let descriptor: Int32
    private let owner: SharedBytes
    private let start: UnsafeMutablePointer<UInt8>

    /// Creates the memory; nil if there is none.
    convenience init?() { self.init(adopting: tessera_memory_file_empty(UInt(Self.count))) }

    /// Maps the memory that another process has created. Takes over the descriptor.
    init?(adopting descriptor: Int32) {
        self.descriptor = descriptor
        var memory: UnsafeMutablePointer<UInt8>?
        guard descriptor >= 0, let bytes = tessera_memory_file_writable(descriptor, UInt(Self.count), &memory) else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        owner = SharedBytes(adopting: bytes)
        guard let memory else {
            close(descriptor)
            return nil
        }
        start = memory
    }

    deinit { close(descriptor) }

    /// Where the bytes of a picture lie.
    var input: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: Self.inputRoom) }

    /// Where the pixels of a result lie.
    var output: UnsafeMutablePointer<UInt8> { start + Self.inputRoom }

    /// Bytes of memory that it takes.
    var allocated: Int {
        var status = stat()
        return tessera_file_status(descriptor, &status) != 0 ? Int(status.st_blocks) * 512 : 0
    }

    /// Gives back the memory of the input beyond `keptInput`, which then reads as zeros.
    func trim() {
        _ = tessera_memory_file_clear(descriptor, UInt(Self.keptInput), UInt(Self.inputRoom - Self.keptInput))
    }

    /// The first bytes of the input without a copy, while this object is held.
    func inputBytes(_ count: Int) -> SharedBytes? {
        count <= Self.inputRoom ? g_bytes_new_static(start, UInt(count)).map(SharedBytes.init(adopting:)) : nil
    }
}

/// The exchange area as the memory of a result.
struct ExchangedResult: ResultMemory {
    let area: ExchangeArea

    func room(for count: Int) -> (bytes: UnsafeMutablePointer<UInt8>, owner: SharedBytes)? {
        guard count > 0, count <= ExchangeArea.outputRoom, let bytes = g_bytes_new_static(area.output, UInt(count))
        else {
            return nil
        }
        return (area.output, SharedBytes(adopting: bytes))
    }
}
