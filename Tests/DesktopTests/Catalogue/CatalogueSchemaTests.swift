// The steps from one version of the catalogue to the next.
import Fixtures
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct CatalogueSchemaTests {
    private let scratch = ScratchFolder()

    private func database() throws -> Database {
        scratch.write("file", [])
        return try Database(.file(scratch.path + "/file"), patience: 1_000)
    }

    private func columns(of table: String, in database: Database) throws -> [String] {
        let rows = try database.statement("SELECT name FROM pragma_table_info('\(table)')")
        defer { rows.reset() }
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0) ?? "") }
        return names
    }

    @Test func theFirstStepMakesTheTables() throws {
        let database = try database()
        #expect(CatalogueSchema.current.steps.count == 9)
        #expect(try CatalogueSchema(steps: [CatalogueSchema.current.steps[0]]).migrate(database) == .current)
        #expect(try database.number("PRAGMA user_version") == 1)
        #expect(try database.number("PRAGMA application_id") == 0x54455353)
        #expect(try columns(of: "folder", in: database) == ["id", "path"])
        #expect(try columns(of: "word", in: database) == ["id", "text"])
        #expect(try columns(of: "file", in: database).count == 26)
        #expect(try CatalogueSchema.current.migrate(database) == .current)
        #expect(try columns(of: "file", in: database).suffix(4) == ["precision", "clock", "changed", "words"])
    }

    @Test func whatPlaysIsReadAgainAndAPanoramaStaysOne() throws {
        let database = try database()
        _ = try CatalogueSchema(steps: Array(CatalogueSchema.current.steps.prefix(7))).migrate(database)
        try database.execute(
            """
            INSERT INTO word VALUES (1, 'JPEG'), (2, 'GIF'), (3, 'WebP');
            INSERT INTO file (folder, name, device, inode, bytes, modified, kind, panorama, read)
                VALUES (1, x'61', 1, 1, 1, 1, 1, 1, 0), (1, x'62', 1, 2, 1, 1, 2, NULL, 0),
                (1, x'63', 1, 3, 1, 1, 3, NULL, 0), (1, x'64', 1, 4, 1, 1, NULL, NULL, 0);
            """)
        #expect(try CatalogueSchema.current.migrate(database) == .current)
        #expect(try database.number("SELECT count(*) FROM file") == 2)
        #expect(try database.number("SELECT traits FROM file WHERE kind = 1") == 1)
    }

    @Test func aFileOfAnyEarlierVersionIsBroughtUpWithItsRows() throws {
        let steps = [
            "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1)", "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 2",
            "CREATE TABLE b (z INTEGER); INSERT INTO b SELECT x + y FROM a",
        ]
        for version in 0...steps.count {
            let database = try database()
            if version > 0 { _ = try CatalogueSchema(steps: Array(steps.prefix(version))).migrate(database) }
            #expect(try CatalogueSchema(steps: steps).migrate(database) == .current)
            #expect(try database.number("SELECT z FROM b") == 3)
            #expect(try database.number("SELECT count(*) FROM a") == 1)
        }
    }

    @Test func aStepThatFailsLeavesTheVersionBefore() throws {
        let database = try database()
        let steps = ["CREATE TABLE a (x INTEGER)", "CREATE TABLE b (x INTEGER); INSERT INTO missing VALUES (1)"]
        #expect(throws: DatabaseFailure.self) { try CatalogueSchema(steps: steps).migrate(database) }
        #expect(try database.number("PRAGMA user_version") == 1)
        #expect(try columns(of: "b", in: database).isEmpty)
        #expect(try CatalogueSchema(steps: [steps[0], "CREATE TABLE b (x INTEGER)"]).migrate(database) == .current)
    }

    @Test func laterVersionsAndOtherProgramsDatabasesAreRecognised() throws {
        var database = try database()
        let steps = ["CREATE TABLE a (x INTEGER)", "CREATE TABLE b (x INTEGER)"]
        _ = try CatalogueSchema(steps: steps).migrate(database)
        #expect(try CatalogueSchema(steps: [steps[0]]).migrate(database) == .newer)
        database = try self.database()
        try database.execute("CREATE TABLE theirs (x INTEGER)")
        #expect(try CatalogueSchema(steps: steps).migrate(database) == .foreign)
        database = try self.database()
        try database.execute("PRAGMA user_version = 1")
        #expect(try CatalogueSchema(steps: steps).migrate(database) == .foreign)
    }
}
