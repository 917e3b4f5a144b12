// Names that are in use in the folder that photos go to, and what is done with the photos.
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
            changed = WallTime(machineClock: stamp.seconds)
        }
    }

    public let photo: PhotoFiles
    /// The photo's own file.
    public let own: File
    /// The file that has the name.
    public let other: File
}

/// What is done with photos whose names are in use: the same with all, except with single ones.
public struct ClashAnswers: Hashable, Sendable {
    /// What is done with a photo.
    public enum Answer: String, Hashable, Sendable {
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

    /// What is done only where it was asked for.
    public enum Consent: String, Hashable, Sendable, CaseIterable {
        /// Characters that the drive there does not take in names are replaced.
        case otherNames
        /// Attributes that the drive there does not keep are lost.
        case lostAttributes
    }

    private let usual: Answer
    private let single: [FilePath: Answer]
    public private(set) var consents: Set<Consent> = []

    /// - Parameters:
    ///   - usual: The answer for all photos that have none of their own.
    ///   - single: Answers by the photo's path.
    public init(_ usual: Answer, except single: [FilePath: Answer] = [:]) {
        self.usual = usual
        self.single = single
    }

    func answer(for photo: PhotoFiles) -> Answer { single[photo.path] ?? usual }
    func hasOwn(_ photo: PhotoFiles) -> Bool { single[photo.path] != nil }

    /// Returns the same answers, and one more consent.
    public func allowing(_ consent: Consent) -> ClashAnswers {
        var answers = self
        answers.consents.insert(consent)
        return answers
    }

    /// The answer for all and the consents as one word.
    var text: String { ([usual.rawValue] + consents.map(\.rawValue).sorted()).joined(separator: ",") }

    /// Reads the word.
    init?(text: String, except single: [FilePath: Answer]) {
        let words = text.split(separator: ",").map(String.init)
        guard let first = words.first, let usual = Answer(rawValue: first) else { return nil }
        self.init(usual, except: single)
        consents = Set(words.dropFirst().compactMap { Consent(rawValue: $0) })
    }
}
