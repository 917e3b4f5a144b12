// What is done with photos at once, and what in turn.
import Dispatch
import Photos
import Synchronization
import Testing

@testable import Desktop

struct MarkLanesTests {
    private static let sftp = FilePath("sftp://server/photos/"), smb = FilePath("smb://server/photos/")

    /// Names whose photos do not share a lane, out of so many that there are some.
    private static func apart(_ lanes: MarkLanes, below folder: FilePath) -> [FilePath] {
        let paths = (0..<200).map { FilePath(folder.text + "\($0).jpg") }
        guard let other = paths.first(where: { lanes.number(of: $0) != lanes.number(of: paths[0]) }) else { return [] }
        return [paths[0], other]
    }

    @Test func photosOfAShareAreMarkedAtOnce() async throws {
        let lanes = MarkLanes(name: "test", count: 8), photos = Self.apart(lanes, below: Self.sftp)
        try #require(photos.count == 2)
        // Each goes on when the other one has begun.
        let begun = DispatchSemaphore(value: 0), met = Mutex(0)
        let results = await lanes.map(photos, at: \.self) { photo in
            let isLast = met.withLock { met in
                met += 1
                return met == 2
            }
            if isLast { begun.signal() }
            return isLast || begun.wait(timeout: .now() + 60) == .success ? photo.name : "alone"
        }
        #expect(results == photos.map(\.name))
    }

    @Test func whatIsDoneWithOnePhotoAndItsSidecarsIsDoneInTheOrderInWhichItWasAskedFor() async {
        let lanes = MarkLanes(name: "test", count: 8), order = Mutex<[Int]>([])
        let names = ["a.jpg", "a.raf", "a.xmp"].map { FilePath(Self.sftp.text + $0) }
        _ = await lanes.map(Array(0..<60), at: { names[$0 % 3] }) { number in order.withLock { $0.append(number) } }
        #expect(order.withLock(\.self) == Array(0..<60))
    }

    @Test func theDiskAndAShareThatDoesOneThingAtATimeHaveOneLane() {
        let disk = MarkLanes(name: "test", count: 1), shares = MarkLanes(name: "test", count: 8)
        #expect(Self.apart(disk, below: "/photos/") == [])
        #expect(Self.apart(shares, below: Self.smb) == [])
        #expect(Self.apart(shares, below: Self.sftp).count == 2)
    }
}
