import Photos
import Testing

@testable import Browse

/// The sizes of tiles, and when pictures follow them.
struct TileSizeTests {
    @Test(arguments: [(200, 1, 256), (200, -1, 160), (210, 1, 256), (210, -1, 200), (200, 0, 200), (200, 3, 400)])
    func aStepGoesToTheNextSize(size: Int, steps: Int, expected: Int) {
        #expect(GridMetrics.tileSize(size, steps: steps) == expected)
    }

    @Test func stepsEndAtTheEnds() {
        #expect(GridMetrics.tileSize(512, steps: 1) == 512)
        #expect(GridMetrics.tileSize(64, steps: -1) == 48 && GridMetrics.tileSize(24, steps: -1) == 24)
        #expect(GridMetrics.tileSize(200, steps: 99) == 512)
        #expect(GridMetrics.tileSize(200, steps: -99) == 24)
        #expect(GridMetrics.tileSizeSteps.first == GridMetrics.tileSizes.lowerBound)
        #expect(GridMetrics.tileSizeSteps.last == GridMetrics.tileSizes.upperBound)
    }

    @Test func upAndDownIsWhereItBegan() {
        for size in GridMetrics.tileSizeSteps.dropLast() {
            #expect(GridMetrics.tileSize(GridMetrics.tileSize(size, steps: 1), steps: -1) == size)
        }
    }

    private func offer(_ size: PixelSize, at time: Int64, atOnce: Bool, to debounced: inout DebouncedSize) -> Bool {
        debounced.offer(size, at: time, atOnce: atOnce)
    }

    private func size(_ side: Int) -> PixelSize { PixelSize(square: side) }

    @Test func theFirstSizeIsTakenAtOnce() {
        var debounced = DebouncedSize(size(1))
        #expect(offer(size(200), at: 0, atOnce: true, to: &debounced))
        #expect(debounced.current == size(200))
        #expect(!debounced.isPending)
    }

    @Test func aNewSizeIsTakenWhenItHasStood() {
        var debounced = DebouncedSize(size(200))
        #expect(offer(size(160), at: 1_000, atOnce: false, to: &debounced) == false)
        #expect(debounced.isPending && debounced.current == size(200))
        #expect(offer(size(160), at: DebouncedSize.rest, atOnce: false, to: &debounced) == false)
        #expect(offer(size(160), at: 1_000 + DebouncedSize.rest, atOnce: false, to: &debounced))
        #expect(!debounced.isPending && debounced.current == size(160))
    }

    @Test func sizesThatPassAreNotAskedFor() {
        var debounced = DebouncedSize(size(200))
        var taken: [PixelSize] = []
        for frame in 0..<10 where debounced.offer(size(160 - 4 * frame), at: Int64(frame) * 16_000, atOnce: false) {
            taken.append(debounced.current)
        }
        #expect(taken == [])
        #expect(offer(size(124), at: 9 * 16_000 + DebouncedSize.rest, atOnce: false, to: &debounced))
    }

    @Test func aDragThatDoesNotEndIsFollowedAllTheSame() {
        var debounced = DebouncedSize(size(400))
        let taken = (0..<60).count { debounced.offer(size(399 - $0), at: Int64($0) * 16_000, atOnce: false) }
        #expect(taken == 1)
    }

    @Test func backToTheOldSizeIsNoChange() {
        var debounced = DebouncedSize(size(200))
        _ = debounced.offer(size(160), at: 0, atOnce: false)
        #expect(offer(size(200), at: 50_000, atOnce: false, to: &debounced) == false)
        #expect(!debounced.isPending)
        #expect(offer(size(160), at: DebouncedSize.rest, atOnce: false, to: &debounced) == false)
    }
}
