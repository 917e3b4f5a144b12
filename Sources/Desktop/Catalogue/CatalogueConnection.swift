// One of the catalogue's connections, on a thread of its own.
import Library
import Logging
import Photos

/// A connection to the catalogue's file that is opened at its first use, and anew whenever the file is another one than
/// before. An actor on a thread of its own, because every use blocks on the disk.
actor CatalogueConnection {
    /// Tries of one use: with a file that is damaged, with the one that follows, and with a temporary database.
    private static let tries = 3

    private nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let file: CatalogueFile
    /// Whether this connection is the one that has the temporary database, if there is one.
    private let ownsTemporary: Bool
    private var opened: CatalogueFile.Opened?
    private let log = Logger(label: "catalogue")

    init(_ file: CatalogueFile, ownsTemporary: Bool, executor: LoopExecutor) {
        self.file = file
        self.ownsTemporary = ownsTemporary
        self.executor = executor
    }

    /// Calls `body` with the rows, perhaps again after an error.
    /// - Returns: nil where the catalogue cannot be used, or, for a connection without one, is temporary.
    func use<Result: Sendable>(_ body: @Sendable (CatalogueTables) throws -> Result) -> Result? {
        for _ in 0..<Self.tries {
            let isTemporary = file.isTemporary
            if isTemporary, !ownsTemporary {
                opened = nil
                return nil
            }
            do {
                return try body(tables(isTemporary: isTemporary))
            } catch let failure as DatabaseFailure {
                log.notice("\(failure)")
                let identity = opened?.identity
                if failure.kind != .full || isTemporary { opened = nil }
                guard !isTemporary, file.recover(from: failure, with: identity) else { return nil }
            } catch {
                return nil
            }
        }
        return nil
    }

    /// Calls `body` with the rows after all uses that have been asked for before, without being waited for.
    nonisolated func post(_ body: @escaping @Sendable (CatalogueTables) throws -> Void) {
        executor.post { self.assumeIsolated { _ = $0.use(body) } }
    }

    /// Returns once everything that was asked for before is done.
    func settle() {}

    private func tables(isTemporary: Bool) throws -> CatalogueTables {
        if let opened, opened.isTemporary == isTemporary {
            if isTemporary { return opened.tables }
            let identity = file.identity
            if opened.identity == identity { return opened.tables }
            if identity == nil { file.noteLoss() }
        }
        opened = nil
        let opened = try file.open()
        self.opened = opened
        return opened.tables
    }
}
