// Which photos can be given marks.
import Desktop
import Library

extension PhotoSource {
    /// Whether photos of the source can be given marks: those in files, which are not in the trash.
    var keepsMarks: Bool { capabilities.contains(.mark) }
}
