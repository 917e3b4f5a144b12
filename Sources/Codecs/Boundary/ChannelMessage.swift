// The messages between tessera and a decode process, each in one message of a channel.
import Photos

/// What tessera sends.
enum DecodeCommand: Equatable {
    /// How the bytes of a picture come with the message.
    enum Input: UInt8 {
        /// They were sent before.
        case opened
        /// In the exchange area.
        case exchanged
        /// A sealed file in memory.
        case memory
        /// A file on a disk, which is read whole.
        case file
        /// A file on a disk, which is read a few pages at a time.
        case window
    }

    /// The exchange area, once, first; its descriptor comes with it.
    case exchange
    /// - id: Repeated by what belongs to it.
    /// - count: Bytes of the input.
    /// - room: Bytes for the pixels of the answer, in a file in memory that comes last; 0 for those of the exchange
    ///   area.
    case perform(id: Int, DecodeRequest, Input, count: Int, room: Int)
    /// The answer to `wants`.
    case granted(id: Int)
    /// The answer is no longer wanted.
    case cancel(id: Int)

    var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .perform(let id, let request, let input, let count, let room):
            writer.write(UInt8(0))
            writer.write(id)
            writer.write(input.rawValue)
            writer.write(count)
            writer.write(room)
            writer.write(request)
        case .granted(let id):
            writer.write(UInt8(1))
            writer.write(id)
        case .cancel(let id):
            writer.write(UInt8(2))
            writer.write(id)
        case .exchange: writer.write(UInt8(3))
        }
        return writer.bytes
    }

    /// - Throws: `MalformedMessage`.
    init(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes)
        let code = try reader.code()
        if code == 3 {
            self = .exchange
            try reader.end()
            return
        }
        let id = try reader.number()
        switch code {
        case 0:
            guard let input = Input(rawValue: try reader.code()) else { throw MalformedMessage() }
            let count = try reader.number(in: 0...Int.max), room = try reader.number(in: 0...Int.max)
            self = .perform(id: id, try reader.request(), input, count: count, room: room)
        case 1: self = .granted(id: id)
        case 2: self = .cancel(id: id)
        default: throw MalformedMessage()
        }
        try reader.end()
    }
}

/// What a decode process sends.
enum DecodeReport {
    /// It is confined, by these bits of tessera_confinement.h; once, first.
    case ready(confined: Int)
    /// It waits for so much memory of the budget of all.
    case wants(id: Int, bytes: Int)
    /// The answer follows in the same message, for the request to read.
    case answers(id: Int, WireReader)

    static func ready(_ confined: UInt32) -> [UInt8] {
        var writer = WireWriter()
        writer.write(UInt8(0))
        writer.write(Int(confined))
        return writer.bytes
    }

    static func wants(id: Int, bytes: Int) -> [UInt8] {
        var writer = WireWriter()
        writer.write(UInt8(1))
        writer.write(id)
        writer.write(bytes)
        return writer.bytes
    }

    static func answers(id: Int, _ answer: DecodeAnswer) -> [UInt8] {
        var writer = WireWriter()
        writer.write(UInt8(2))
        writer.write(id)
        writer.write(answer)
        return writer.bytes
    }

    /// - Throws: `MalformedMessage`.
    init(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes)
        switch try reader.code() {
        case 0:
            self = .ready(confined: try reader.number(in: 0...Int(UInt8.max)))
            try reader.end()
        case 1:
            self = .wants(id: try reader.number(), bytes: try reader.number(in: 0...Int(Int32.max) * 8))
            try reader.end()
        case 2: self = .answers(id: try reader.number(), reader)
        default: throw MalformedMessage()
        }
    }
}
