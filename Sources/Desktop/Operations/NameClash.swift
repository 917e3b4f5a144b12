// Names that are in use in the folder that photos go to, and what becomes of the photos.
import CGLib
import Glibc
public import Library
public import Photos

/// A photo whose name is in use in the folder that it goes to.
public struct NameClash: Hashable, Sendable {
    /// What is known of a file.
    public struct File: Hashable, Sendable {
        public let bytes: Int
        /// By the machine's clock; nil for a year that has not four digits.
        public let changed: WallTime?

        init(_ stamp: EntryStamp) {
            bytes = stamp.size
            var seconds = stamp.seconds, parts = tm()
            localtime_r(&seconds, &parts)
            changed = WallTime(
                year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
                hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
        }
    }

    public let photo: PhotoFiles
    /// The photo's own file.
    public let own: File
    /// The file that has the name.
    public let other: File
}

/// What becomes of photos whose names are in use: the same of all, but for single ones.
public struct ClashAnswers: Hashable, Sendable {
    /// What becomes of a photo.
    public enum Answer: Hashable, Sendable {
        /// It gets a number.
        case keepBoth
        /// The file of that name goes to the trash.
        case replace
        /// It stays where it is.
        case skip
    }

    public static let keepBoth = ClashAnswers(.keepBoth)
    public static let replace = ClashAnswers(.replace)
    public static let skip = ClashAnswers(.skip)

    private let usual: Answer
    private let single: [FilePath: Answer]

    /// - Parameters:
    ///   - usual: The answer for all photos that have none of their own.
    ///   - single: Answers by the photo's path.
    public init(_ usual: Answer, except single: [FilePath: Answer] = [:]) {
        self.usual = usual
        self.single = single
    }

    func answer(for photo: PhotoFiles) -> Answer { single[photo.path] ?? usual }
}
