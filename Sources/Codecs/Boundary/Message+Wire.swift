// Sentences and failures in a message of a decode process.
import Photos

extension WireWriter {
    mutating func write(_ message: Message) {
        switch message.wording {
        case .sentence(let sentence, let context):
            write(UInt8(0))
            write(sentence)
            write(context) { $0.write($1) }
        case .plural(let one, let many, let count):
            write(UInt8(1))
            write(one)
            write(many)
            write(count)
        case .value(let value):
            write(UInt8(2))
            write(value)
        }
        // In an order that does not depend on the dictionary, so that equal messages are equal bytes.
        write(each: message.values.sorted { $0.key < $1.key }) {
            $0.write($1.key)
            $0.write($1.value)
        }
    }

    /// A time, which no failure of a decode has, becomes its words.
    private mutating func write(_ value: Message.Value) {
        switch value {
        case .text(let text):
            write(UInt8(0))
            write(text)
        case .count(let number):
            write(UInt8(1))
            write(number)
        case .number(let number, let places):
            write(UInt8(2))
            write(number)
            write(places)
        case .message(let message):
            write(UInt8(3))
            write(message)
        case .time, .date:
            write(UInt8(0))
            write(Message.value(value).description)
        }
    }

    mutating func write(_ size: PixelSize) {
        write(size.width)
        write(size.height)
    }
}

extension WireReader {
    /// Sentences inside of sentences.
    private static let mostDepth = 4
    private static let mostValues = 8

    mutating func message(depth: Int = 0) throws -> Message {
        guard depth < Self.mostDepth else { throw MalformedMessage() }
        let code = try code()
        switch code {
        case 0:
            let sentence = try text(), context = try optional { try $0.text() }
            return .init(sentence, context: context, try values(depth: depth))
        case 1:
            let one = try text(), many = try text(), count = try number()
            return .init(one, many: many, count: count, try values(depth: depth))
        case 2:
            let value = try value(depth: depth)
            _ = try values(depth: depth)
            return Message.value(value)
        default: throw MalformedMessage()
        }
    }

    private mutating func values(depth: Int) throws -> [String: Message.Value] {
        let pairs = try each(most: Self.mostValues) { reader in (try reader.text(), try reader.value(depth: depth)) }
        return Dictionary(pairs) { first, _ in first }
    }

    private mutating func value(depth: Int) throws -> Message.Value {
        switch try code() {
        case 0: .text(try text())
        case 1: .count(try number())
        case 2: .number(try real(), places: try number(in: 0...6))
        case 3: .message(try message(depth: depth + 1))
        default: throw MalformedMessage()
        }
    }

    /// A size with sides that a picture may have.
    mutating func size() throws -> PixelSize {
        let sides = 1...PixelSize.largestSide
        return PixelSize(width: try number(in: sides), height: try number(in: sides))
    }
}
