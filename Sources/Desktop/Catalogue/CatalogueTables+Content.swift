// What the catalogue remembers of the contents that files had under their names, to see that one is another.
import Library
import Photos

extension CatalogueTables {
    /// Notes the content with which a file was read, in a transaction, and decides whether it is the one that the
    /// version of the photo stands for (`FileStamp.fingerprint`).
    ///
    /// A version is made of length and time of modification, so it is the same for two contents of one name when the
    /// time was set back. It gets a revision then. The entry's own time and number, which nobody sets, say that nothing
    /// was changed; where they are others, the digest of the content decides. A content that was modified after the
    /// last one was there has a time that none had before.
    /// - Parameter listed: the revision of the version under which the photo is listed; 0 for the first.
    /// - Returns: The revision of the content; 0 for the first.
    func note(_ file: CataloguedFile, at place: CataloguePlace, listedAs listed: UInt32) throws -> UInt32 {
        let row = try database.statement(
            """
            INSERT INTO content (folder, name, inode, bytes, modified, changed, digest, revision) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (folder, name) DO UPDATE SET revision = CASE \
            WHEN ?8 IS NOT NULL AND ?8 IS NOT revision THEN ?8 \
            WHEN bytes = ?4 AND modified = ?5 THEN CASE \
            WHEN inode = ?3 AND changed = ?6 OR digest IS NULL OR ?7 IS NULL OR digest = ?7 THEN revision ELSE ?9 END \
            WHEN ?5 > changed THEN NULL ELSE ?9 END, \
            inode = ?3, bytes = ?4, modified = ?5, changed = ?6, digest = ?7 RETURNING revision
            """)
        row.bind(1, try folder(place.folder))
        row.bind(2, bytes: place.name)
        row.bind(3, Int64(bitPattern: file.stamp.inode))
        row.bind(4, file.stamp.byteCount)
        row.bind(5, file.stamp.modified)
        row.bind(6, file.stamp.changed)
        row.bind(7, file.facts.digest.map { Int64(bitPattern: $0) })
        row.bind(8, listed == 0 ? nil as Int64? : Int64(listed))
        row.bind(9, Int64(file.stamp.entryState))
        return try inserted(row).flatMap { UInt32(exactly: $0) } ?? 0
    }

    /// The files whose content is not the first one of its length and time.
    func revisions() throws -> [FileRevisions.Row] {
        let rows = try database.statement(
            """
            SELECT (SELECT path FROM folder WHERE id = content.folder), name, bytes, modified, revision FROM content \
            WHERE revision IS NOT NULL
            """)
        defer { rows.reset() }
        var found: [FileRevisions.Row] = []
        while try rows.step() {
            guard let bytes = rows.number(2), let modified = rows.number(3),
                let revision = rows.number(4).flatMap({ UInt32(exactly: $0) })
            else { continue }
            let place = CataloguePlace(folder: rows.withBytes(0) { Array($0) }, name: rows.withBytes(1) { Array($0) })
            found.append((place.path, bytes, modified, revision))
        }
        return found
    }
}
