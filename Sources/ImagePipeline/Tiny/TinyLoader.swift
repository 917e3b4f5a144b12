// The loading of tiny pictures: batches from the store first, then one by one what has to be made.
import Photos

/// The bookkeeping of one session. Stored pictures are read and decoded some hundred at a time; each of the others is
/// made from a picture in memory, from the thumbnail in the file's head, from another program's thumbnail, or from the
/// file, in the pipeline's slots. When all is there, the photos in view that are known by a thumbnail are looked at
/// themselves.
///
/// Isolation: an actor; all work runs off it.
actor TinyLoader {
    private let mailbox: SessionMailbox
    private let table: TinyTable
    private let maker: TinyMaker
    private let confirmation: TinyConfirmation

    private var wish: TinyWish?
    /// Number of wishes so far.
    private var wishCount = 0
    /// What of the wish has not been looked at yet.
    private var unread: [Range<Int>] = []
    /// What of the wish has to be made, most urgent last.
    private var queue: [TinyWanted] = []
    /// Photos that the store does not have.
    private var unstored: Set<PhotoRef> = []
    /// Photos whose picture was made of a thumbnail.
    private var uncertain: Set<PhotoRef> = []
    /// The look at the photos themselves; cancelled by whatever else comes.
    private var confirming: (number: Int, task: Task<Void, Never>)?
    private var batch: Task<Void, Never>?
    private var making: [PhotoRef: Making] = [:]
    private var numbers = 0

    /// A picture that is being made.
    private struct Making {
        let wanted: TinyWanted
        /// Tells it from others of the same photo.
        let number: Int
        let task: Task<Void, Never>
    }

    /// Photos that are looked up in the store at once: the first ones are on the screen after some milliseconds, and
    /// the hops are few.
    private static let batchSize = 256
    /// Limit of `unstored` and of `uncertain`; beyond it, photos are looked for again.
    private static let mostNoted = 50_000

    init(mailbox: SessionMailbox, table: TinyTable, maker: TinyMaker) {
        (self.mailbox, self.table, self.maker) = (mailbox, table, maker)
        confirmation = TinyConfirmation(maker: maker)
    }

    /// Reads what the session wants.
    func read() {
        let wishes = mailbox.readTinyWishes()
        stopConfirming()
        for ref in wishes.forgotten {
            unstored.remove(ref)
            uncertain.remove(ref)
            making.removeValue(forKey: ref)?.task.cancel()
        }
        if wishes.isClosed {
            wish = nil
            (unread, queue) = ([], [])
            batch?.cancel()
            for made in making.values { made.task.cancel() }
            making = [:]
        } else if let wish = wishes.wish {
            self.wish = wish
            wishCount += 1
            unread = wish.positions.reversed()
            queue = []
            if unstored.count > Self.mostNoted { unstored = [] }
            if uncertain.count > Self.mostNoted { uncertain = [] }
            for (ref, made) in making where !wish.wants(made.wanted) {
                made.task.cancel()
                making[ref] = nil
            }
        }
        pump()
    }

    /// Starts what may start.
    private func pump() {
        guard let wish else { return }
        if batch == nil { readNextBatch(of: wish) }
        while making.count < maker.slots, let wanted = queue.popLast() {
            guard making[wanted.ref] == nil, table.lacks([wanted]) == [true] else { continue }
            let isVisible = wish.listing.position(of: wanted.ref).map(wish.visible.contains) == true
            numbers += 1
            let task = Task { [maker, numbers, weak self] in
                let result = await maker.make(wanted, of: wish.listing, at: isVisible ? .visible : .ahead)
                await self?.made(wanted, result, number: numbers)
            }
            making[wanted.ref] = Making(wanted: wanted, number: numbers, task: task)
        }
        if batch == nil, making.isEmpty { confirm(wish) }
    }

    /// Looks at the photos in view that are known by a thumbnail. What is around them may never be seen.
    private func confirm(_ wish: TinyWish) {
        guard confirming == nil, !uncertain.isEmpty else { return }
        let wanted = wish.listing.wanted(at: wish.visible).filter { uncertain.contains($0.ref) }
        guard !wanted.isEmpty else { return }
        numbers += 1
        let task = Task { [confirmation, numbers, weak self] in
            await confirmation.run(wanted, of: wish.listing) { [weak self] in
                await self?.confirmed($0, $1, number: numbers)
            }
        }
        confirming = (numbers, task)
    }

    private func confirmed(_ wanted: TinyWanted, _ outcome: TinyMaker.Outcome, number: Int) {
        guard confirming?.number == number else { return }
        switch outcome {
        case .cancelled: return
        case .failure: break
        case .picture(let picture, _):
            // Otherwise all tiles would be drawn once more for nothing.
            if table.entry(of: wanted.ref)?.picture?.resembles(picture) == true { break }
            table.insert(picture, for: wanted.ref)
            mailbox.arrived([wanted.ref])
        }
        uncertain.remove(wanted.ref)
    }

    private func stopConfirming() {
        confirming?.task.cancel()
        confirming = nil
    }

    /// Looks at the wish until as many photos are found as are read at once.
    private func readNextBatch(of wish: TinyWish) {
        var found: [TinyWanted] = []
        var unmade: [TinyWanted] = []
        while found.count < Self.batchSize, let range = unread.popLast() {
            let piece = range.prefix(Self.batchSize)
            if piece.count < range.count { unread.append(piece.endIndex..<range.upperBound) }
            let wanted = wish.listing.wanted(at: piece.startIndex..<piece.endIndex)
            for (wanted, isLacking) in zip(wanted, table.lacks(wanted)) where isLacking {
                if unstored.contains(wanted.ref) { unmade.append(wanted) } else { found.append(wanted) }
            }
        }
        queue.insert(contentsOf: unmade.reversed(), at: 0)
        guard !found.isEmpty else { return }
        batch = Task { [maker, table, mailbox, found, wishCount, weak self] in
            let result = await maker.read(found, of: wish.listing, into: table) { mailbox.arrived($0) }
            await self?.hasRead(result.missing, result.uncertain, ofWish: wishCount)
        }
    }

    private func hasRead(_ missing: [TinyWanted], _ uncertain: [PhotoRef], ofWish number: Int) {
        batch = nil
        self.uncertain.formUnion(uncertain)
        unstored.formUnion(missing.lazy.map(\.ref))
        // A newer wish has not been looked at yet, and comes upon them.
        if number == wishCount { queue.insert(contentsOf: missing.reversed(), at: 0) }
        table.trim()
        pump()
    }

    private func made(_ wanted: TinyWanted, _ result: TinyMaker.Outcome, number: Int) {
        // Not of a photo that has changed or was not wanted any more; it may be made again meanwhile.
        guard making[wanted.ref]?.number == number else { return pump() }
        making[wanted.ref] = nil
        switch result {
        case .picture(let picture, let isCertain):
            unstored.remove(wanted.ref)
            if isCertain { uncertain.remove(wanted.ref) } else { uncertain.insert(wanted.ref) }
            table.insert(picture, for: wanted.ref)
            mailbox.arrived([wanted.ref])
        case .failure:
            table.fail(wanted.ref)
            mailbox.arrived([wanted.ref])
        case .cancelled: break
        }
        pump()
    }
}
