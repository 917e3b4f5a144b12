// tessera-lab decode: decodes files as the grid does, and reports result, time and memory of each.
import ArgumentParser
import Codecs
import Desktop
import FoundationEssentials
import ImagePipeline
import Library
import Photos

struct Decode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decodes picture files at tile size and reports on each.",
        discussion: """
            Folders are walked. One line a file; with --json one JSON object a line: path, ok, width, height, ms, \
            peakBytes, error. ms is decoding without reading the file. peakBytes is what the process's resident \
            memory grew by at its highest during the decode (VmHWM, reset before each file), which includes the \
            loader's buffers and the result; null where the system does not let it be reset. With --pixels, what was decoded \
            is written as PPM, for other programs to compare. Exits with 1 if a file failed.
            """)

    @Option(help: "Side of the square that the picture is cropped and reduced to, in pixels; never enlarged.")
    var size = 200
    @Flag(help: "One JSON object a line.")
    var json = false
    @Flag(help: "Decode in this process and not in confined ones, as the option of tessera does.")
    var inProcessDecoding = false
    @Option(help: "Folder for the pixels of each file, by its name and “.ppm”; without alpha.", completion: .directory)
    var pixels: String?
    @Option(help: ArgumentHelp("Decode each file so many times.", visibility: .hidden))
    var times = 1
    @Argument(help: "Picture files and folders.", completion: .file())
    var paths: [String]

    func validate() throws {
        guard size > 0, size <= 32_767 else { throw ValidationError("--size must be between 1 and 32767.") }
        guard !paths.isEmpty else { throw ValidationError("Name at least one file or folder.") }
    }

    func run() async throws {
        let files = FileByteLoader()
        // One at a time, so that time and memory are those of one file.
        let processes = inProcessDecoding ? nil : DecodeProcesses(width: 1)
        defer { processes?.close() }
        let decoder = PixbufDecoder(width: 1, niceness: 0, processes: processes)
        var failures = 0
        for path in paths {
            for file in try await Self.pictures(at: path) {
                for _ in 1..<max(1, times) { _ = await decode(file, files, decoder) }
                let result = await decode(file, files, decoder)
                if !result.ok { failures += 1 }
                StandardStreams.say(json ? try Self.line(result) : Self.text(result))
            }
        }
        if failures > 0 { throw ExitCode(1) }
    }

    private struct Result: Encodable {
        let path: String
        var ok = false
        var width: Int?
        var height: Int?
        var ms: Double?
        var peakBytes: Int?
        var error: String?

        private enum CodingKeys: CodingKey { case path, ok, width, height, ms, peakBytes, error }

        /// Writes every key; null where unknown.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(path, forKey: .path)
            try values.encode(ok, forKey: .ok)
            try values.encode(width, forKey: .width)
            try values.encode(height, forKey: .height)
            try values.encode(ms, forKey: .ms)
            try values.encode(peakBytes, forKey: .peakBytes)
            try values.encode(error, forKey: .error)
        }
    }

    private func decode(_ path: String, _ files: FileByteLoader, _ decoder: PixbufDecoder) async -> Result {
        var result = Result(path: path)
        do {
            let bytes = try await files.bytes(at: .file(FilePath(path)), title: path, priority: .visible)
            let memory = ResidentPeak()
            let clock = ContinuousClock()
            let start = clock.now
            do {
                let pixels = try await decoder.decodePixels(
                    bytes, title: path, size: PixelSize(square: size), fit: .fill)
                result.width = pixels.size.width
                result.height = pixels.size.height
                result.ok = true
                if let folder = self.pixels {
                    try Self.write(pixels, to: folder + "/" + FilePath(path).name.text + ".ppm")
                }
            } catch {
                result.error = "\(error)"
            }
            let elapsed = clock.now - start
            result.ms = (elapsed / .microseconds(1)).rounded() / 1000
            result.peakBytes = memory?.growth
        } catch {
            result.error = "\(error)"
        }
        return result
    }

    private static func write(_ pixels: PixelBuffer, to path: String) throws {
        var file = Data("P6 \(pixels.size.width) \(pixels.size.height) 255\n".utf8)
        pixels.withBytes { bytes in
            for pixel in stride(from: 0, to: bytes.count, by: 4) {
                file += [bytes[pixel + 2], bytes[pixel + 1], bytes[pixel]]
            }
        }
        try file.write(to: URL(filePath: path))
    }

    /// Returns the file itself, or all pictures in a folder and its subfolders.
    private static func pictures(at path: String) async throws -> [String] {
        let source = FolderSource(path: path)
        var found: [String] = []
        do {
            for try await change in source.changes() {
                guard case .added(let page, let isLast) = change else { continue }
                for photo in page.photos {
                    if case .file(let file) = source.original(of: photo) { found.append(file.text) }
                }
                if isLast { break }
            }
        } catch is LoadFailure {
            // Not a folder: a file, or a name that cannot be read, which is reported on its own line.
            return [path]
        }
        return found
    }

    private static func line(_ result: Result) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(result), as: UTF8.self)
    }

    private static func text(_ result: Result) -> String {
        let time = result.ms.map { "\($0) ms" } ?? "–"
        let memory = result.peakBytes.map { ", \(($0 + 512 << 10) >> 20) MB" } ?? ""
        guard result.ok, let width = result.width, let height = result.height else {
            return "\(result.path): failed: \(result.error ?? "no reason given")"
        }
        return "\(result.path): \(width)×\(height), \(time)\(memory)"
    }
}
