// One end of a channel, with messages as arrays of bytes.
import CChannel
import Glibc

/// A connected socket that keeps messages apart. Owns its descriptor. For one thread at a time.
final class Channel {
    let descriptor: Int32

    /// Takes over the descriptor.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Two connected ends; nil where the system provides none.
    static func pair() -> (Channel, Channel)? {
        var ends: (Int32, Int32) = (-1, -1)
        let isMade = withUnsafeMutableBytes(of: &ends) {
            tessera_channel_pair($0.bindMemory(to: Int32.self).baseAddress) != 0
        }
        return isMade ? (Channel(adopting: ends.0), Channel(adopting: ends.1)) : nil
    }

    /// Sends a message with descriptors that stay the caller's. Returns false where the other end is closed or does not
    /// read.
    func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) -> Bool {
        tessera_channel_send(descriptor, bytes, UInt(bytes.count), descriptors, UInt(descriptors.count)) != 0
    }

    /// Whether there is something to receive within some milliseconds.
    func hasMessage(within milliseconds: Int32) -> Bool { tessera_channel_wait(descriptor, milliseconds) != 0 }

    /// Does the same, and gives leave meanwhile to the threads of the process at the other end.
    func hasMessage(within milliseconds: Int32, supervising threads: inout TesseraThreads) -> Bool {
        tessera_threads_wait(&threads, descriptor, milliseconds) != 0
    }

    /// Waits for a message. Returns nil at the end of the connection, or where what came is no message. The caller
    /// closes the descriptors.
    func receive() -> (bytes: [UInt8], descriptors: [Int32])? {
        var descriptors = [Int32](repeating: -1, count: Int(TESSERA_CHANNEL_DESCRIPTORS))
        var count: UInt = 0, length = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(TESSERA_CHANNEL_BYTES)) { room, filled in
            length = tessera_channel_receive(descriptor, room.baseAddress, UInt(room.count), &descriptors, &count)
            filled = max(0, length)
        }
        return length > 0 ? (bytes, Array(descriptors.prefix(Int(count)))) : nil
    }
}
