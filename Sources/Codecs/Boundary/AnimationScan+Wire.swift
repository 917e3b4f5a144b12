// The frames of an animation in a message of a decode process.
import PhotoFormats
import Photos

extension WireWriter {
    mutating func write(_ scan: AnimationScan) {
        write(scan.format == .gif)
        write(scan.canvas)
        write(scan.largestPart)
        write(scan.plays) { $0.write($1) }
        write(scan.end)
        // Four bytes each, because ten thousand have to fit a message.
        write(each: scan.durations) { writer, duration in
            for shift in [0, 8, 16, 24] { writer.write(UInt8(truncatingIfNeeded: duration >> shift)) }
        }
    }
}

extension WireReader {
    mutating func animation() throws -> AnimationScan {
        let format: AnimationScan.Format = try flag() ? .gif : .webP
        let canvas = try size(), largestPart = try size()
        let plays = try optional { try $0.number(in: 1...Int(UInt32.max)) }
        let end = try number(in: 0...Int.max)
        let durations = try each(most: AnimationScan.mostFrames) { reader in
            var duration = 0
            for shift in [0, 8, 16, 24] { duration |= Int(try reader.code()) << shift }
            guard (1...Int(Int32.max)).contains(duration) else { throw MalformedMessage() }
            return duration
        }
        guard durations.count >= 2 else { throw MalformedMessage() }
        return AnimationScan(
            format: format, canvas: canvas, largestPart: largestPart, durations: durations, plays: plays, end: end)
    }
}
