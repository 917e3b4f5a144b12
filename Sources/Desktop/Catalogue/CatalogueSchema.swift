// The tables of the catalogue and the steps that lead to them from every earlier version.

/// A sequence of steps, each from one version of the tables to the next. The version of a file is the number of steps
/// that were made in it (PRAGMA user_version).
struct CatalogueSchema {
    /// The meaning of a file.
    enum State: Equatable {
        /// All steps are made, or now were.
        case current
        /// A later version of the program has made more steps.
        case newer
        /// Another program's database.
        case foreign
    }

    /// Marks a file as a catalogue (PRAGMA application_id): “TESS” in ASCII.
    static let applicationID: Int64 = 0x5445_5353

    /// Statements of each step. A published step never changes. One that follows a change of what is read of files, or
    /// of how it is judged, deletes the rows of `file` that it concerns, so that the files are read again.
    let steps: [String]

    /// The tables that `CatalogueTables` reads and writes.
    static let current = CatalogueSchema(steps: [
        // Names are bytes, because a file's name need not be text. `taken` is the clock's time as a decimal number
        // YYYYMMDDhhmmsscc with hundredths; `utc_offset` is in minutes. Kinds, makers, models, lenses and programs are
        // numbers of words, because few of them are shared by many files.
        """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            path BLOB NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE word (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE file (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            kind INTEGER,
            width INTEGER,
            height INTEGER,
            orientation INTEGER,
            taken INTEGER,
            utc_offset INTEGER,
            origin INTEGER,
            make INTEGER,
            model INTEGER,
            lens INTEGER,
            software INTEGER,
            exposure REAL,
            f_number REAL,
            iso INTEGER,
            focal_length REAL,
            film_focal_length INTEGER,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            read INTEGER NOT NULL,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX file_inode ON file (inode);
        """,
        // Length of a video. Videos were not listed before, so no row lacks it.
        """
        ALTER TABLE file ADD COLUMN seconds INTEGER;
        """,
        // Whether a picture says that it is a panorama. XMP was not always looked at before.
        """
        ALTER TABLE file ADD COLUMN panorama INTEGER;
        DELETE FROM file;
        """,
        // Stars and favourite (`PhotoMarks.code`), and the state of the sidecar that was read with the file.
        """
        ALTER TABLE file ADD COLUMN marks INTEGER;
        ALTER TABLE file ADD COLUMN sidecar INTEGER;
        DELETE FROM file;
        """,
        // How much of the time taken is known (`TakenTime.Precision`) and which clock it is on (`TakenTime.Clock`);
        // NULL for an exact one by the clock of the place. More statements are read than before, in another order.
        """
        ALTER TABLE file ADD COLUMN precision INTEGER;
        ALTER TABLE file ADD COLUMN clock INTEGER;
        DELETE FROM file;
        """,
        // The time of the last change of a file's entry; rows without one are provisional until the file was looked at.
        // What is known of a content stays when the name has another file, or none, because tiles of it may still be
        // kept.
        """
        ALTER TABLE file ADD COLUMN changed INTEGER;
        CREATE TABLE content (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            inode INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            digest INTEGER,
            revision INTEGER,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX content_revision ON content (revision) WHERE revision IS NOT NULL;
        """,
        // Keywords, title, caption and the like (`CatalogueWords`). They were not read before.
        """
        ALTER TABLE file ADD COLUMN words BLOB;
        DELETE FROM file;
        """,
        // `PictureTraits`, of which a panorama is 1. Whether a GIF or WebP plays was not read before.
        """
        ALTER TABLE file RENAME COLUMN panorama TO traits;
        DELETE FROM file WHERE kind IN (SELECT id FROM word WHERE text IN ('GIF', 'WebP'));
        """,
        // What folders on shares were found to hold. A folder's path is its address there.
        """
        CREATE TABLE listing (
            folder INTEGER NOT NULL,
            name BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            tag TEXT,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;
        """,
    ])

    /// Makes the steps that a database lacks, each in a transaction of its own, so that a crash leaves a whole version.
    /// Nothing waits for other connections where no step is lacking.
    /// - Throws: `DatabaseFailure`.
    func migrate(_ database: Database) throws -> State {
        while true {
            if let state = try state(of: database) { return state }
            try database.transaction {
                // Another program may have made the step meanwhile.
                guard try state(of: database) == nil else { return }
                let version = try database.number("PRAGMA user_version") ?? 0
                try database.execute(steps[Int(version)])
                try database.execute("PRAGMA application_id = \(Self.applicationID)")
                try database.execute("PRAGMA user_version = \(version + 1)")
            }
        }
    }

    /// The meaning of a file; nil where a step is lacking.
    private func state(of database: Database) throws -> State? {
        let version = try database.number("PRAGMA user_version") ?? 0
        let application = try database.number("PRAGMA application_id") ?? 0
        if version == 0, application == 0 {
            return try database.number("SELECT count(*) FROM sqlite_schema") == 0 ? nil : .foreign
        }
        if application != Self.applicationID || version < 1 { return .foreign }
        if version > steps.count { return .newer }
        return version == steps.count ? .current : nil
    }
}
