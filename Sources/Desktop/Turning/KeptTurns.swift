// The turns of photos that the program itself keeps, for those who list and read files.
import CGLib
import Codecs
public import Photos

/// What is known of kept turns. Any thread; blocks on the disk at the first question.
public struct KeptTurns: Sendable {
    /// Knows of none.
    public static let none = KeptTurns(store: nil)

    private let store: MarkStore?

    /// - Parameter store: Where they are kept; nil for nowhere.
    public init(store: MarkStore?) { self.store = store }

    /// The clockwise quarter turns of the photo in the file at an absolute path, 0…3.
    public func quarters(of path: @autoclosure () -> String, _ stamp: @autoclosure () -> FileStamp) -> Int {
        store?.quarterTurns(of: path, stamp) ?? 0
    }

    func quarters(of path: @autoclosure () -> String, _ status: stat) -> Int {
        quarters(of: path(), FileStamp(status))
    }
}
