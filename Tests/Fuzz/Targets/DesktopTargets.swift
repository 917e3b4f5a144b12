// Targets for what the desktop and servers hand to the program: entries of thumbnailers, the journal of file
// operations, the addresses of redirects, the words of the command line.
import Browse
import Launching
import Photos
import Profiling

@testable import App
@testable import Desktop

extension FuzzTarget {
    static let desktop = [
        FuzzTarget(name: "thumbnailer") { try thumbnailer($0) },
        FuzzTarget(name: "journal") { try journal($0) },
        FuzzTarget(name: "redirect") { try redirect($0) },
        // ArgumentParser takes some milliseconds.
        FuzzTarget(name: "command-line", mutations: 300) { try commandLine($0) },
    ]

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func thumbnailer(_ bytes: [UInt8]) throws {
        guard let entry = ThumbnailerEntry(parsing: text(bytes)) else { return }
        // Names that no entry has, so that they are found wherever they were put.
        let (path, output) = ("/in %o \u{1}", "/out %i \u{2}")
        let command = entry.command(path: path, uri: "file:///in", output: output, side: 256)
        try expect(command.count == entry.words.count && !command.isEmpty, "another number of words")
        try expect(command.contains { $0.contains(output) }, "a command that writes nothing: \(entry.words)")
        try expect(!command.contains { $0.utf8.contains(0) }, "a word with a zero")
    }

    private static func journal(_ bytes: [UInt8]) throws {
        guard case .records(let records) = JournalText.read(bytes) else { return }
        let rules = JournalRules(homeTrash: "/home/trash")
        for record in records {
            let groups = record.groups.map(\.group)
            try expect(Set(groups.map(\.number)).count == groups.count, "a group that is there twice")
            for progress in record.groups {
                try expect(progress.copies.keys.allSatisfy(progress.group.steps.indices.contains), "a copy of no step")
                for line in ExpectedTask.undoing(progress) {
                    try expect(ExpectedTask(line.text) == line, "another task when it is read again: \(line)")
                }
            }
            _ = rules.permit(record)
            _ = InterruptedOperation(record, finished: record.groups)
            let lines = JournalText.lines(of: record.header) + groups.map(JournalText.lines).joined()
            guard case .records(let again) = JournalText.read(Array(lines.utf8)) else {
                throw Finding(description: "a journal that is none when it is read again")
            }
            if groups.isEmpty { continue }
            try expect(again.map(\.header) == [record.header], "another header when it is read again: \(record.header)")
            try expect(again.flatMap { $0.groups.map(\.group) } == groups, "other groups when they are read again")
        }
    }

    /// Reads an address in the first line, and what it redirects to in each further one.
    private static func redirect(_ bytes: [UInt8]) throws {
        let lines = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard var address = try? HTTPAddress(lines[0]) else { return }
        for line in lines.dropFirst() {
            try check(address)
            guard let target = try? address.target(of: line) else { continue }
            address = target
        }
        try check(address)
    }

    private static func check(_ address: HTTPAddress) throws {
        try expect(!address.host.isEmpty, "no host")
        try expect(address.host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "a host with control characters")
        let nearness = HTTPNearness(host: address.host)
        try expect(!address.isLoopback || nearness == .machine, "\(address.host) is loopback, and not this machine")
    }

    /// Reads the words of a command line, one a line.
    private static func commandLine(_ bytes: [UInt8]) throws {
        let words = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).prefix(64)
            // No argument of a process has one.
            .map { String($0.filter { $0 != "\0" }) }
        switch Launch(words) {
        case .open(let options, let measuring):
            if case .paths(let paths) = options.subject { try expect(!paths.contains(""), "an empty path") }
            try expect(measuring.scenario == nil || measuring.profile, "a scenario without a profile")
        case .answer(let text), .refusal(let text): try expect(!text.isEmpty, "no words")
        }
    }
}
