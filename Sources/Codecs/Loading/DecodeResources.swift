// What a decode takes beside the picture: limits, memory, colour transforms, and where some pictures are decoded.
import CGLib
import CPixels

/// The memory that decodes may take together.
package protocol MemoryBudget: Sendable {
    /// Waits until `bytes` are free, and takes them.
    func acquire(_ bytes: Int)
    /// Gives back what `acquire` took.
    func release(_ bytes: Int)
}

/// The memory that the pixels of a result are written to.
package protocol ResultMemory: Sendable {
    /// Returns `count` bytes to be written to, and what owns them; nil when there is no memory. The bytes are written
    /// before they are handed to anything else.
    func room(for count: Int) -> (bytes: UnsafeMutablePointer<UInt8>, owner: SharedBytes)?
}

/// Pages of this process (tessera_pixelmemory.h).
struct OwnMemory: ResultMemory {
    func room(for count: Int) -> (bytes: UnsafeMutablePointer<UInt8>, owner: SharedBytes)? {
        guard let memory = tessera_pixel_memory_new(UInt(count)),
            let bytes = tessera_pixel_memory_bytes(memory, UInt(count))
        else { return nil }
        return (memory.assumingMemoryBound(to: UInt8.self), SharedBytes(adopting: bytes))
    }
}

/// What a process cannot do with a picture, which has to be done elsewhere first.
package enum DecodeDetour: Error {
    /// It is a drawing, which a process of its own draws (`DrawingProcess`).
    case drawing
    /// Its first bytes match no known format, and the system has to be asked for its type.
    case lacksType
    /// The loader of this MIME type has not been loaded, and cannot be any more.
    case lacksLoader(String)
}

/// What a decode takes. Immutable; shared by all decodes of a decoder.
package struct DecodeResources: Sendable {
    /// Which pictures are decoded in this process.
    enum Reach: Sendable {
        case all
        /// Drawings alone, by their own process: what a decode process has handed back.
        case drawings
        /// All but drawings, with the loaders that have been loaded.
        case confined(LoadedLoaders)
    }

    var limits: PixbufDecoder.Limits
    let budget: any MemoryBudget
    var colours = ColourTransforms()
    var memory: any ResultMemory = OwnMemory()
    var reach = Reach.all

    /// - Throws: `DecodeDetour`, where pictures of this type cannot be loaded in this process.
    func checkLoader(of type: String) throws {
        if case .confined(let loaders) = reach, !loaders.contains(type) { throw DecodeDetour.lacksLoader(type) }
    }
}
