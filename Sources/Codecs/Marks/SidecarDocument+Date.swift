// The time taken that is changed in a sidecar.
// Sources: XMP part 1, 8.2.1.2 (ISO 8601, as far as it is known); part 2, 2.4 and 3.2.
import CXML
import Library
import Photos

extension SidecarDocument {
    /// States when the photo was taken. It is written as `exif:DateTimeOriginal` and `photoshop:DateCreated`, which
    /// programs read, and as `xmp:CreateDate` where that has repeated the time before.
    /// - Returns: Whether anything was changed.
    func set(date time: WrittenTime?) -> Bool {
        let facts = facts
        let created = Property.dateCreated, digitized = Property.dateDigitized
        guard facts.date != time || facts.times[.sidecarOriginal] != time || facts.times[.sidecarCreated] != time else {
            return false
        }
        guard let time else {
            for property in [Property.original, created] { drop(property) }
            return true
        }
        if let before = facts.date, let same = facts.times[.sidecarDigitized], same.time == before.time {
            set(digitized, to: time.written)
        }
        // An offset of its own would be that of another time.
        if isStated(.offset) {
            if let offset = time.offset, time.precision == .exact, !time.isUniversal {
                set(.offset, to: WrittenTime.written(offset: offset))
            } else {
                drop(.offset)
            }
        }
        // darktable's own form stays its own.
        let hasColons = text(of: .original)?.dropFirst(4).first == ":"
        set(.original, to: hasColons ? time.writtenWithColons : time.written)
        set(created, to: time.written)
        return true
    }
}

extension SidecarDocument.Property {
    fileprivate static let original = exif("DateTimeOriginal"), offset = exif("OffsetTimeOriginal")
}
