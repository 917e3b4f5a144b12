// An animated GIF of even frames, written by the test itself.

nonisolated enum AnimatedGIF {
    /// 16 × 12 pixels; frame n is of grey level 40 × n.
    /// - Parameter plays: how often all of it is played, at least twice; nil for ever.
    static func bytes(delays milliseconds: [Int], plays: Int? = nil) -> [UInt8] {
        func little(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        var file = Array("GIF89a".utf8) + little(16) + little(12) + [0xF6, 0, 0]
        for level in 0..<128 { file += [UInt8](repeating: UInt8(clamping: level * 40), count: 3) }
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(plays.map { $0 - 1 } ?? 0) + [0]
        for (index, delay) in milliseconds.enumerated() {
            file += [0x21, 0xF9, 4, 0] + little(delay / 10) + [0, 0]
            file += [0x2C] + little(0) + little(0) + little(16) + little(12) + [0]
            // Codes of 8 bits stay that long when the table is cleared often enough, and are bytes then.
            let run = [128] + [UInt8](repeating: UInt8(index), count: 96)
            file += [7, UInt8(2 * run.count + 1)] + run + run + [129, 0]
        }
        return file + [0x3B]
    }
}
