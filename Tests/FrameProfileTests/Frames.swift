// Runs of frames for the tests, as GTK would report them at 60 Hz.
import FrameProfile

/// Frames at the given frame-clock times in microseconds, each painted 4 ms after it began.
func frames(
    at times: [Int64], tiles: (visible: Int, blank: Int, preview: Int) = (0, 0, 0), animating: Bool = true
) -> [FrameRecord] {
    times.enumerated().map { index, time in
        FrameRecord(
            counter: Int64(index), frameTime: time, began: time + 500, updated: time + 1000, laidOut: time + 2000,
            painted: time + 4500, continuesAnimation: animating && index > 0, visibleTiles: tiles.visible,
            blankTiles: tiles.blank, previewTiles: tiles.preview)
    }
}

/// `count` frame times, one every 16,667 µs.
func steady(_ count: Int, from start: Int64 = 0) -> [Int64] { (0..<count).map { start + Int64($0) * 16_667 } }

func log(_ frames: [FrameRecord]) -> FrameLog {
    var log = FrameLog()
    frames.forEach { log.append($0) }
    return log
}
