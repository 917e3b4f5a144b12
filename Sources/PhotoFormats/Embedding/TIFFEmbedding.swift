// Metadata in the first directory of a TIFF. Sources: XMP part 3, 1.1.6; TIFF technical note 3 of Photoshop.
import Photos

/// A TIFF in which metadata are put in place: what is longer than before comes behind the end of the file.
struct TIFFEmbedding<Bytes: ByteAccess>: EmbeddingContainer {
    let file: Bytes

    private static var packet: Int { 0x02BC }
    private static var record: Int { 0x83BB }
    private static var resources: Int { 0x8649 }

    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        var editing = try TIFFEditing(file, 0..<file.count)
        try editing.state(statement) { editing, directory throws(EmbeddingFailure) in
            if let packet {
                if let place = directory.entry(Self.packet).flatMap(editing.place), place.count >= packet.count {
                    // A packet is filled up with blanks, in front of its end where it has one.
                    let blanks = [UInt8](repeating: 0x20, count: place.count - packet.count)
                    editing.overwrite(place, with: packet + blanks)
                } else {
                    editing.set(Self.packet, type: 1, packet, in: &directory)
                }
            }
            if let entry = directory.entry(Self.record), let before = editing.value(entry) {
                let written = try IPTCEditing.record(before, statement)
                // Adobe's programs call the bytes long numbers, which are then filled up.
                let zeros = entry.type == 4 ? (4 - written.count % 4) % 4 : 0
                if written != before {
                    editing.set(
                        Self.record, type: entry.type == 4 ? 4 : 7, written + [UInt8](repeating: 0, count: zeros),
                        in: &directory)
                }
            }
            if let entry = directory.entry(Self.resources), let before = editing.value(entry) {
                let written = try IPTCEditing.resources(before, statement, digest: digest)
                if written != before { editing.set(Self.resources, type: entry.type, written, in: &directory) }
            }
        }
        guard !editing.appended.isEmpty else { return editing.splices }
        return editing.splices + [FileSplice(file.count..<file.count, editing.appended)]
    }
}
