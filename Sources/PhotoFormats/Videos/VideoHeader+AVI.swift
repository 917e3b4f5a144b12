// Facts of AVI files. Sources: the AVI RIFF file reference; OpenDML AVI file format extensions, 1.02.
import Photos

extension VideoHeader {
    /// Most chunks of the header list that are looked at.
    private static let mostChunks = 64

    /// Reads the main header, the camera's date, and where the file has several parts the number of all frames.
    mutating func readAVI(_ file: some ByteAccess, _ count: Int) {
        guard file.has("LIST", at: 12), file.has("hdrl", at: 20), let length = file.little32(16),
            file.has("avih", at: 24)
        else { return }
        let header = 32
        set(width: file.little32(header + 32), height: file.little32(header + 36))
        guard let frameTime = file.little32(header), var frames = file.little32(header + 16) else { return }
        var offset = 24
        for _ in 0..<Self.mostChunks {
            guard offset < min(20 + length, count), let chunk = file.little32(offset + 4) else { break }
            if file.has("LIST", at: offset), file.has("odmldmlh", at: offset + 8) {
                frames = max(frames, file.little32(offset + 20) ?? 0)
            }
            if file.has("IDIT", at: offset), let text = file.bytes(offset + 8, count: min(chunk, 64)) {
                if let date = WrittenText.line(of: text) { creationDates.append(date) }
            }
            offset += 8 + chunk + chunk % 2
        }
        duration = Double(frames) * Double(frameTime) / 1e6
        if let date = Self.listedDate(file, from: 20 + length + length % 2, count) { creationDates.append(date) }
    }

    /// Returns the date in the list of words, which writers put in front of the frames or behind them.
    private static func listedDate(_ file: some ByteAccess, from start: Int, _ count: Int) -> String? {
        var offset = start
        for _ in 0..<mostChunks {
            guard offset < count, let length = file.little32(offset + 4) else { return nil }
            if file.has("LIST", at: offset), file.has("INFO", at: offset + 8) {
                var inside = offset + 12
                for _ in 0..<mostChunks where inside < offset + 8 + length {
                    guard let chunk = file.little32(inside + 4) else { return nil }
                    if file.has("ICRD", at: inside) {
                        return file.bytes(inside + 8, count: min(chunk, 64)).flatMap { WrittenText.line(of: $0) }
                    }
                    inside += 8 + chunk + chunk % 2
                }
            }
            offset += 8 + length + length % 2
        }
        return nil
    }
}
