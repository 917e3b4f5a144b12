// What the program keeps of one file itself, and of which file it is kept.
import CFiles
import Codecs
import Library
public import Photos

extension MarkStore {
    /// What is kept of one file.
    struct Entry: Hashable {
        var stamp: FileStamp
        /// When the file was made, in nanoseconds since 1970; 0 where the file system does not know it.
        var birth: Int64 = 0
        var stated = StatedMarks()
        /// Clockwise, 0…3.
        var quarterTurns = 0

        var isEmpty: Bool { stated == StatedMarks() && quarterTurns == 0 }

        /// Whether the same is kept, of whatever file.
        func isAlike(_ other: Entry?) -> Bool { stated == other?.stated && quarterTurns == other?.quarterTurns }

        /// Whether it was kept of the file that has its name, and this stamp, now. An inode says so only together
        /// with the time of birth: the next file may get the same one. Without one, length and time of change do, as
        /// on a card that has other inodes the next time.
        func holds(for now: FileStamp, born birth: () -> Int64) -> Bool {
            let isUnchanged = isUnchanged(in: now)
            guard isUnchanged || isSameNode(as: now) else { return false }
            let birth = birth()
            if birth == 0 || self.birth == 0 { return isUnchanged }
            return birth == self.birth
        }

        /// Whether it was kept of that file under another name.
        func follows(to now: FileStamp, born birth: () -> Int64) -> Bool {
            isSameNode(as: now) && isUnchanged(in: now) && holds(for: now, born: birth)
        }

        private func isUnchanged(in now: FileStamp) -> Bool {
            stamp.byteCount == now.byteCount && stamp.modified == now.modified
        }

        /// Files on shares have no numbers.
        private func isSameNode(as now: FileStamp) -> Bool {
            stamp.device == now.device && stamp.inode == now.inode && now.inode != 0
        }
    }

    /// When the file at an absolute path was made; 0 where that is not known.
    static func birth(of path: String) -> Int64 { FilePath.withC(path) { tessera_birth($0) } }

    /// What an act has changed in the row of one path.
    public struct RowChange: Hashable, Sendable {
        public let path: FilePath
        /// Nil for no row.
        let before: Entry?
        let after: Entry?

        init(_ path: FilePath, from before: Entry?, to after: Entry?) {
            self.path = path
            self.before = before
            self.after = after
        }

        /// Three words, separated by spaces.
        public var text: String {
            [PercentText.escaped(path.text), before?.text ?? "-", after?.text ?? "-"].joined(separator: " ")
        }

        /// Reads the words; nil for those that this program has not written.
        public init?(_ text: some StringProtocol) {
            let words = text.split(separator: " ")
            guard words.count == 3, FilePath(PercentText.text(String(words[0]))).isPlace else { return nil }
            let before = Entry(words[1]), after = Entry(words[2])
            guard before != nil || words[1] == "-", after != nil || words[2] == "-" else { return nil }
            self.init(FilePath(PercentText.text(String(words[0]))), from: before, to: after)
        }
    }
}

extension MarkStore.Entry {
    /// The numbers as one word; a dash for none.
    fileprivate var text: String {
        [
            "\(stamp.device)", "\(stamp.inode)", "\(stamp.byteCount)", "\(stamp.modified)", "\(birth)",
            stated.stars.map(String.init) ?? "-", stated.isFavourite.map { $0 ? "1" : "0" } ?? "-", "\(quarterTurns)",
            stated.label.map { "\($0.rawValue)" } ?? "-",
        ].joined(separator: ":")
    }

    fileprivate init?(_ text: some StringProtocol) {
        let words = text.split(separator: ":")
        // Of eight words before there were colours.
        guard (8...9).contains(words.count), let device = UInt64(words[0]), let inode = UInt64(words[1]),
            let byteCount = Int64(words[2]), let modified = Int64(words[3]), let birth = Int64(words[4]),
            let turn = Int(words[7]), (0...3).contains(turn)
        else { return nil }
        let stars = Int(words[5]), favourite = Int(words[6])
        guard stars != nil || words[5] == "-", favourite != nil || words[6] == "-", (-1...5).contains(stars ?? 0) else {
            return nil
        }
        self.init(
            stamp: FileStamp(device: device, inode: inode, byteCount: byteCount, modified: modified), birth: birth,
            stated: StatedMarks(
                stars: stars, isFavourite: favourite.map { $0 != 0 },
                label: words.count > 8 ? UInt8(words[8]).flatMap(PhotoLabel.init(rawValue:)) : nil), quarterTurns: turn)
    }
}
