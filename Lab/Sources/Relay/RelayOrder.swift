// What a relay is told while it runs.
import Glibc

/// A line of text, as `tessera-lab relay` reads it.
package enum RelayOrder: Equatable, Sendable {
    case fault(Relay.Fault, afterBytes: Int)
    case resume, refuse, accept, count

    /// nil for what is no order.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let word = words.first, words.count <= 2 else { return nil }
        var bytes = 0
        if words.count == 2 {
            guard word == "stall" || word == "cut", let number = Int(words[1]), number >= 0 else { return nil }
            bytes = number
        }
        switch word {
        case "stall": self = .fault(.stall, afterBytes: bytes)
        case "cut": self = .fault(.cut, afterBytes: bytes)
        case "resume": self = .resume
        case "refuse": self = .refuse
        case "accept": self = .accept
        case "count": self = .count
        default: return nil
        }
    }
}

extension Relay {
    /// Does as the lines of an input say, until it ends.
    /// - Parameter answer: Is given a line for each: the counts after it was carried out.
    package func obey(_ input: Int32, answer: (String) -> Void) {
        var rest: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            run(until: input)
            let count = read(input, &bytes, bytes.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return }
            rest += bytes[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let isCarriedOut = RelayOrder(String(decoding: rest[..<end], as: UTF8.self)).map(carryOut) ?? false
                rest.removeSubrange(...end)
                answer(isCarriedOut ? counts.description : "unknown")
            }
        }
    }

    /// - Returns: false when it cannot listen any more at its port.
    private func carryOut(_ order: RelayOrder) -> Bool {
        switch order {
        case .fault(let fault, let bytes): expect(fault, after: bytes)
        case .resume: resume()
        case .refuse: refuse()
        case .accept: return accept()
        case .count: break
        }
        return true
    }
}

extension Relay.Counts: CustomStringConvertible {
    var description: String { "open \(open) accepted \(accepted) up \(up) down \(down)" }
}
