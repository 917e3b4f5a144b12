// The order of a thousand files by the time taken, beside exiftool's.
import Fixtures
import Foundation
import Library
import Photos
import Testing

@testable import Codecs

/// exiftool has no rule for which of its times is the one taken, so the command names them in the order of
/// `TimeStatement`: of each file, the first column that is a plausible time counts. The name's date is a Perl
/// expression, because exiftool does not read names by itself. By hand:
///
///     exiftool -q -q -f -p "$(the format below)" FOLDER
@Suite(.timeLimit(.minutes(5)))
struct TakenOrderTests {
    private let scratch = ScratchFolder()
    private static let thousand = DatedFile.thousand()
    private var files: [DatedFile] { Self.thousand }

    private static let format = [
        "$FileName", "${ExifIFD:DateTimeOriginal}.${ExifIFD:SubSecTimeOriginal}",
        "${XMP-exif:DateTimeOriginal}", "${XMP-photoshop:DateCreated}",
        "${ExifIFD:CreateDate}.${ExifIFD:SubSecTimeDigitized}", "${XMP-xmp:CreateDate}", "${PNG:CreationTime}",
        #"${FileName;$_ = /(?<!\d)((?:19|20)\d\d)([-_.]?)([01]\d)\2([0-3]\d)(?!\d)(?:(?:[ _-]| at )(\d\d)([-_.]?)(\d\d)\6(\d\d)(\d*))?/"#
            + #" ? "$1:$3:$4 " . ($5 ne "" ? "$5:$7:$8.$9" : "00:00:00") : "-"}"#,
        "${IFD0:ModifyDate}", "$FileModifyDate",
    ].joined(separator: "\t")

    /// By a clock that shows UTC.
    private static let rules = WallTime(year: 2090, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        .map { TakenTimeRules(now: $0) }

    private func ownOrder() -> [String] {
        order(
            files.map { file in
                let window = FileWindow(path: scratch.path + "/" + file.name)
                let taken = window.flatMap { FileFactsReader.read($0, name: file.name, rules: Self.rules).taken }
                let key = taken.map {
                    let time = $0.time
                    return [time.year, time.month, time.day, time.hour, time.minute, time.second, $0.hundredths]
                }
                return (file.name, key)
            })
    }

    /// By time, then by name; what has none comes last.
    private func order(_ files: [(name: String, key: [Int]?)]) -> [String] {
        files.sorted { one, other in
            switch (one.key, other.key) {
            case (let a?, let b?) where a != b: a.lexicographicallyPrecedes(b)
            case (_?, nil): true
            case (nil, _?): false
            default: one.name < other.name
            }
        }.map(\.name)
    }

    @Test func itIsTheRecordedOne() {
        for file in files { file.write(below: scratch.path) }
        let places = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1.name, $0) })
        let order = ownOrder().compactMap { places[$0] }
        if order != RecordedOrder.places {
            Issue.record("the order is another:\n\(RecordedOrder.text(order))")
        }
    }

    @Test(.enabled(if: Self.exiftool != nil, "exiftool is not installed"))
    func itIsThatOfExiftool() throws {
        for file in files { file.write(below: scratch.path) }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(Self.exiftool))
        process.arguments = ["-q", "-q", "-f", "-p", Self.format, scratch.path]
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let rows = output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows.count == files.count)
        let theirs = order(rows.map { row in (row[0], row.dropFirst().lazy.compactMap(Self.key).first) })
        let ours = ownOrder()
        let differing = zip(ours, theirs).filter { $0 != $1 }
        for (our, their) in differing.prefix(5) {
            Issue.record("\(our) stands where exiftool has \(their): \(rows.first { $0[0] == our } ?? [])")
        }
        #expect(differing.isEmpty)
    }

    private static let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The numbers of a time that exiftool prints, such as `2023:06:14 18:30:00.5+02:00`; nil where no photo can be of
    /// that time.
    private static func key(_ text: String) -> [Int]? {
        let text = text.replacing("T", with: " ")
        guard
            let match = text.wholeMatch(
                of: /(\d{4})[:-](\d\d)[:-](\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d*|-))?(?:Z|[-+]\d\d:\d\d)?/)
        else { return nil }
        let fraction = (match.7.map { $0 == "-" ? "" : String($0) } ?? "").padding(
            toLength: 2, withPad: "0", startingAt: 0)
        let key = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) } + [Int(fraction) ?? 0]
        let isEpoch = key[1] == 1 && key[2] == 1 && [1904, 1970, 1980].contains(key[0])
        return isEpoch || key[0] < 1826 || key[0] > 2090 ? nil : key
    }
}
