// Recorded scrolling, from the real program by scripts/record-scroll-traces.
import ImagePipeline

/// Recorded session as a sequence of viewports and large pictures.
struct ScrollTrace {
    enum Event {
        /// The viewport rested or moved in this state for a number of milliseconds.
        case viewport(Viewport, milliseconds: Int)
        /// The detail page showed a large picture of this many bytes.
        case detail(photo: Int, bytes: Int)
    }

    let name: String
    let events: [Event]

    /// - Parameter bytes: as the script writes them; lines in another format are ignored.
    init(name: String, bytes: [UInt8]) {
        self.name = name
        var events: [Event] = []
        var columns = 1, count = 0
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst(Int(words[0]) == nil ? 1 : 0).compactMap { Int($0) }
            switch (words[0], numbers.count) {
            case ("grid", 2):
                (columns, count) = (numbers[0], numbers[1])
            case ("detail", 2):
                events.append(.detail(photo: numbers[0], bytes: numbers[1]))
            case (_, 4):
                let first = numbers[1] * columns
                let viewport = Viewport(
                    visible: first..<max(first, min(count, first + numbers[2] * columns)), columns: columns,
                    count: count, velocity: Double(numbers[3]))
                events.append(.viewport(viewport, milliseconds: numbers[0]))
            default:
                break
            }
        }
        self.events = events
    }
}
