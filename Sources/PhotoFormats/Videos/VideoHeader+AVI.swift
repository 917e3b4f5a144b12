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
                creationDate = WrittenText.line(of: text)
            }
            offset += 8 + chunk + chunk % 2
        }
        duration = Double(frames) * Double(frameTime) / 1e6
    }
}
