// What lies in the trashes of the user: in the home folder, and at the top of each mounted file system.
import CGLib
import Codecs
import Glibc
import ImagePipeline
import Library
import Photos

/// The trashes, as the freedesktop.org trash specification 1.0 has them, and the photos in them. Every call blocks.
///
/// The folders are read directly: GIO's `trash:///` exists only with GVfs, and gives no other information.
struct TrashContents: Sendable {
    /// The trashes that are looked at. Those that are not there have nothing in them.
    let places: [TrashPlace]

    /// Limit of the notes that are read in one trash.
    private static let mostNotes = 20_000
    /// Limit of the bytes of a note: a path of the longest kind, each byte of it escaped.
    private static let longestNote = 16 << 10
    /// Limit of the list of mounts in bytes.
    private static let longestMounts = 1 << 20
    /// Most seconds between the files of one photo on their way to the trash.
    private static let sameTime = 10

    init(places: [TrashPlace]) { self.places = places }

    /// The trashes of this user now.
    static func user() -> TrashContents {
        let user = getuid()
        let own = mounts().flatMap { top -> [TrashPlace] in
            let below = top == "/" ? "" : top
            return [
                TrashPlace(path: below + "/.Trash/\(user)", top: top),
                TrashPlace(path: below + "/.Trash-\(user)", top: top),
            ]
        }
        return TrashContents(places: [TrashPlace(path: TrashPlaces.userPath, top: nil)] + own)
    }

    /// The kinds of file systems on disks of this machine. A server that is gone would be waited for.
    private static let local: Set<Substring> = [
        "ext2", "ext3", "ext4", "btrfs", "xfs", "f2fs", "zfs", "bcachefs", "jfs", "reiserfs", "vfat", "exfat", "ntfs",
        "ntfs3", "fuseblk", "hfsplus", "apfs", "udf", "tmpfs", "overlay",
    ]

    /// Returns the tops of the file systems on disks of this machine.
    private static func mounts() -> [String] {
        guard let file = try? OpenFile("/proc/self/mounts", title: "mounts"),
            let bytes = try? file.beginning(longestMounts)
        else { return [] }
        var seen: Set<FilePath> = []
        return String(decoding: Array(bytes), as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 2, local.contains(words[2]) else { return nil }
            let top = unescaped(words[1])
            return seen.insert(FilePath(top)).inserted ? top : nil
        }
    }

    /// Returns a path of the list of mounts, in which a space is `\040`.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return FilePath.text(bytes)
    }

    /// Returns the photos, the latest first.
    func photos() -> [TrashedPhoto] {
        places.flatMap { Self.photos(of: Self.files(in: $0)) }
            .sorted { ($0.file.date, $1.file.path) > ($1.file.date, $0.file.path) }
    }

    /// Returns the files of a trash, each with its note. A trash of another user, or a link, is left out.
    private static func files(in place: TrashPlace) -> [TrashedFile] {
        let calls = FileSystemCalls()
        for folder in [place.path, place.path + "/files", place.path + "/info"] {
            guard let status = try? calls.status(folder), status.kind == .folder, status.owner == getuid() else {
                return []
            }
        }
        let names = ((try? calls.names(in: place.path + "/info")) ?? []).prefix(mostNotes)
        return names.compactMap { name in
            let ending = TrashPlace.noteEnding.utf8
            guard name.utf8.count > ending.count, name.utf8.reversed().starts(with: ending.reversed()) else {
                return nil
            }
            let file = place.files + String(Substring(name.utf8.dropLast(ending.count)))
            guard let status = try? calls.status(file), status.kind == .file,
                let open = try? OpenFile(place.notes + name, title: name),
                let bytes = try? open.beginning(min(open.size, longestNote)),
                let note = TrashNote.read(FilePath.text(Array(bytes)), below: place.top)
            else { return nil }
            return TrashedFile(
                path: FilePath(file), note: FilePath(place.notes + name), origin: note.origin, date: note.date)
        }
    }

    /// Puts together what came from one folder at one time.
    static func photos(of files: [TrashedFile]) -> [TrashedPhoto] {
        Dictionary(grouping: files, by: \.origin.parent).values.flatMap { files -> [TrashedPhoto] in
            var photos: [TrashedPhoto] = [], together: [FileName: TrashedFile] = [:]
            var latest = 0
            for file in files.sorted(by: { ($0.date, $0.path) < ($1.date, $1.path) }) {
                let time = seconds(file.date)
                // Another file of this name came at another time.
                if time - latest > sameTime || together[file.origin.name] != nil {
                    photos += self.photos(together: together)
                    together = [:]
                }
                together[file.origin.name] = file
                latest = time
            }
            return photos + self.photos(together: together)
        }
    }

    private static func photos(together files: [FileName: TrashedFile]) -> [TrashedPhoto] {
        let names = files.keys.sorted()
        let belongings = Belongings(of: names, isPhoto: ListedFormats.isPhoto)
        return RawPairs.photos(of: names.filter(ListedFormats.isPhoto)).compactMap { entry in
            // The video of a Live Photo is shown by its photo.
            guard let file = files[entry.name], belongings.owner(of: entry.name) == nil else { return nil }
            let own = [entry.name] + entry.companions
            let others = entry.companions + belongings.companions(of: own)
            return TrashedPhoto(file: file, companions: others.compactMap { files[$0] })
        }
    }

    /// Returns a time in seconds, to tell how far two of them are apart; 0 if it is not a time.
    private static func seconds(_ date: String) -> Int {
        let numbers = date.split { !$0.isNumber }.map { Int($0) ?? 0 }
        guard numbers.count == 6, numbers.allSatisfy({ (0...9999).contains($0) }) else { return 0 }
        return (((numbers[0] * 13 + numbers[1]) * 32 + numbers[2]) * 24 + numbers[3]) * 3600 + numbers[4] * 60
            + numbers[5]
    }
}
