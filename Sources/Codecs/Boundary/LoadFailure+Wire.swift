// The reasons of failures in a message of a decode process.
import Photos

extension WireWriter {
    /// Writes a reason that a decode may have; any other becomes damage with its words.
    mutating func write(_ reason: LoadFailure.Reason) {
        switch reason {
        case .notAnImage(let found):
            write(UInt8(0))
            write(found)
        case .empty: write(UInt8(1))
        case .truncated: write(UInt8(2))
        case .tooManyPixels(let size, let limit):
            write(UInt8(3))
            write(size)
            write(limit)
        case .sideTooLong(let size, let limit):
            write(UInt8(4))
            write(size)
            write(limit)
        case .unsupportedFormat(let format):
            write(UInt8(5))
            write(format)
        case .tooCostly(let message):
            write(UInt8(6))
            write(message)
        case .corrupt(let message):
            write(UInt8(7))
            write(message)
        case .unreadable(let message):
            write(UInt8(8))
            write(message)
        case .unsupportedKind(let kind):
            write(UInt8(9))
            write(kind)
        default:
            write(UInt8(7))
            write(Message.verbatim("\(reason)"))
        }
    }
}

extension WireReader {
    mutating func reason() throws -> LoadFailure.Reason {
        switch try code() {
        case 0: .notAnImage(found: try message())
        case 1: .empty
        case 2: .truncated
        case 3: .tooManyPixels(try size(), limit: try number(in: 0...Int(Int32.max)))
        case 4: .sideTooLong(try size(), limit: try number(in: 0...Int(Int32.max)))
        case 5: .unsupportedFormat(try text())
        case 6: .tooCostly(try message())
        case 7: .corrupt(try message())
        case 8: .unreadable(try message())
        case 9: .unsupportedKind(try message())
        default: throw MalformedMessage()
        }
    }
}
