// Every target with its corpus and with some mutations of it: what libFuzzer does for hours (scripts/fuzz), for
// seconds.
import Glibc
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct CorpusTests {
    /// Most bytes of each target's mutations together: a build for tests parses some hundred kilobytes a second.
    private static let mostBytes = 1_500_000

    @Test(arguments: FuzzTarget.all.map(\.name))
    func aTargetFindsNothingWrong(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let corpus = try Corpus(of: name)
        let record = InputRecord(for: name)
        func isGood(_ bytes: [UInt8], _ what: String) -> Bool {
            record.write(bytes)
            do {
                try target.run(bytes)
                return true
            } catch {
                record.isKept = true
                Issue.record("\(name), \(what): \(error); the input is in \(record.path)")
                return false
            }
        }
        for (file, bytes) in corpus.files { guard isGood(bytes, file) else { return } }
        var mutation = Mutation(of: corpus.files.map(\.bytes) + [[]], seed: 0x7E55_E8A0)
        var (number, total) = (0, 0)
        while number < target.mutations, total < Self.mostBytes {
            let bytes = mutation.next()
            guard isGood(bytes, "mutation \(number)") else { return }
            (number, total) = (number + 1, total + bytes.count)
        }
        // A corpus of large files would leave nothing for mutations.
        #expect(number >= 100, "\(number) mutations")
    }

    @Test func mutationsAreTheSameInEveryRun() {
        var one = Mutation(of: [[1, 2, 3], []], seed: 7), other = Mutation(of: [[1, 2, 3], []], seed: 7)
        let inputs = (0..<200).map { _ in one.next() }
        #expect(inputs == (0..<200).map { _ in other.next() })
        #expect(Set(inputs).count > 50)
    }

    @Test func everyTargetHasACorpusAndEveryCorpusATarget() {
        let names = FuzzTarget.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Corpus.names == Set(names))
    }
}

/// The files of one target in the repository.
struct Corpus {
    let files: [(name: String, bytes: [UInt8])]

    private struct Missing: Error { let path: String }

    /// The folder of this package's corpus.
    private static let root = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/corpus"

    static var names: Set<String> { Set(entries(of: root)) }

    /// - Throws: where there is none.
    init(of target: String) throws {
        let folder = Self.root + "/" + target
        files = Self.entries(of: folder).sorted().map { ($0, Self.content(of: folder + "/" + $0)) }
        if files.isEmpty { throw Missing(path: folder) }
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.filter { !$0.hasPrefix(".") }
    }

    private static func content(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { room, count in
            count = max(0, read(file, room.baseAddress, room.count))
        }
    }
}

/// The input that is being tried, in a file: it is still there when the process has died of it.
final class InputRecord {
    let path: String
    private let file: Int32
    /// Whether the file stays.
    var isKept = false

    init(for target: String) {
        path = "/tmp/tessera-fuzz-\(getpid())-\(target)"
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    }

    deinit {
        close(file)
        if !isKept { unlink(path) }
    }

    func write(_ bytes: [UInt8]) {
        ftruncate(file, 0)
        _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    }
}
