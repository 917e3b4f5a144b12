// The counting of an image's tones.
import Codecs
import ImagePipeline
import Photos
import Testing

@testable import Codecs

struct ToneHistogramTests {
    /// An image of one row of pixels of blue, green, red and opacity, premultiplied.
    private func row(_ pixels: [[UInt8]]) -> PixelBuffer {
        PixelBuffer(
            size: PixelSize(width: pixels.count, height: 1),
            storage: SharedBytes(copying: EncodedBytes(pixels.flatMap { $0 })))
    }

    @Test func eachPixelCountsInTheBinOfEachOfItsChannels() {
        let tones = row([[1, 2, 3, 255], [1, 2, 4, 255], [0, 0, 0, 255], [255, 255, 255, 255]]).toneHistogram
        #expect(tones.blue[1] == 2)
        #expect(tones.green[2] == 2)
        #expect(tones.red[3] == 1 && tones.red[4] == 1)
        #expect(tones.count == 4 && tones.black == 1 && tones.white == 1)
        for channel in [tones.red, tones.green, tones.blue] {
            #expect(channel.count == ToneHistogram.bins && channel.reduce(0, +) == 4)
        }
    }

    @Test func aPixelCountsWithoutItsOpacityAndOneThatIsHardlySeenNotAtAll() {
        let tones = row([[100, 50, 0, 200], [10, 10, 10, 127], [200, 200, 200, 128]]).toneHistogram
        #expect(tones.count == 2)
        #expect(tones.blue[127] == 1 && tones.green[63] == 1 && tones.red[0] == 1)
        // A value above its opacity is taken for the highest.
        #expect(tones.white == 1)
    }

    @Test func clippedTonesDoNotSetTheScale() {
        let black = [[UInt8]](repeating: [0, 0, 0, 255], count: 90),
            grey = [[UInt8]](repeating: [9, 9, 9, 255], count: 7)
        #expect(row(black + grey).toneHistogram.peak == 7)
        #expect(row(black).toneHistogram.peak == 1)
    }
}
