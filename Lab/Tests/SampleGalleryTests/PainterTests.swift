// What the painter promises about a picture's pixels: determinism, one scene for all sizes, honest crops.
import Photos
import SampleGallery
import Testing

@Suite struct PainterTests {
    /// One id of every subject: a run of twenty shows each subject once.
    static let everySubject = (40..<60).map(String.init)

    @Test func sameRequestGivesTheSameBytes() throws {
        for id in ["7", "11", "twin", "60"] {
            let request = PictureRequest.plain(id, 150, 110)
            let first = try Painter().encodedPicture(for: request) { false }
            let second = try Painter().encodedPicture(for: request) { false }
            #expect(first == second)
        }
    }

    @Test func pictureIsTheSameFromEveryThread() async throws {
        let request = PictureRequest.plain("21", 96, 96)
        let alone = try Painter().pixels(for: request) { false }.rgb
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<4 { group.addTask { try Painter().pixels(for: request) { false }.rgb } }
            for try await rgb in group { #expect(rgb == alone) }
        }
    }

    @Test func differentIDsShowDifferentScenes() throws {
        let pictures = try (0..<30).map { try Thumbnail(of: .plain(String($0), 48, 48)) }
        for first in pictures.indices {
            for second in pictures.indices where second > first {
                #expect(pictures[first].difference(from: pictures[second]) > 6, "\(first) and \(second)")
            }
        }
    }

    @Test(arguments: everySubject) func sizesOfOneIDShowTheSameScene(id: String) throws {
        let small = try Thumbnail(of: .plain(id, 120, 90))
        let large = try Thumbnail(of: .plain(id, 480, 360))
        #expect(small.difference(from: large) < 6)
    }

    /// The middle of the whole picture and a request for a square show the same pixels, but for grain, which the blur
    /// takes away, and for the glow of what was cut off.
    @Test(arguments: everySubject) func centreCropIsHonest(id: String) throws {
        let whole = try Painter().pixels(for: .plain(id, 240, 180, blur: 2)) { false }
        let square = try Painter().pixels(for: .plain(id, 180, 180, blur: 2)) { false }
        let strip = try Painter().pixels(for: .plain(id, 240, 100, blur: 2)) { false }
        #expect(whole.difference(from: square, shiftedBy: (30, 0)) < 3.5)
        #expect(whole.difference(from: strip, shiftedBy: (0, 40)) < 3.5)
    }

    /// The measure above sees a crop that is off by a few pixels.
    @Test func dishonestCropWouldBeSeen() throws {
        let whole = try Painter().pixels(for: .plain("52", 240, 180, blur: 2)) { false }
        let square = try Painter().pixels(for: .plain("52", 180, 180, blur: 2)) { false }
        let honest = whole.difference(from: square, shiftedBy: (30, 0))
        #expect(whole.difference(from: square, shiftedBy: (24, 0)) > 2 * honest)
        #expect(whole.difference(from: square, shiftedBy: (30, 4)) > 2 * honest)
    }

    @Test func smallOriginalsAreScaledUp() throws {
        let request = PictureRequest(
            id: "5", original: PixelSize(width: 40, height: 30), size: PixelSize(width: 200, height: 150), blur: nil,
            grayscale: false, format: .jpeg)
        #expect(try Painter().pixels(for: request) { false }.size == PixelSize(width: 200, height: 150))
    }

    @Test(arguments: [(1, 1), (1, 700), (700, 1), (3, 2), (9, 400)])
    func strangeSizesArePainted(width: Int, height: Int) throws {
        for id in Self.everySubject {
            let picture = try Painter().pixels(for: .plain(id, width, height)) { false }
            #expect(picture.rgb.count == width * height * 3)
        }
    }

    @Test func grayscaleHasEqualChannels() throws {
        let rgb = try Painter().pixels(for: .plain("44", 64, 48, grayscale: true)) { false }.rgb
        for red in stride(from: 0, to: rgb.count, by: 3) {
            let channels = Set(rgb[red..<(red + 3)])
            #expect(channels.count == 1)
        }
    }

    @Test func blurTakesAwayWhatIsFine() throws {
        func roughness(blur: Int?) throws -> Double {
            try Painter().pixels(for: .plain("46", 160, 120, blur: blur)) { false }.roughness
        }
        let (sharp, soft, softest) = (try roughness(blur: nil), try roughness(blur: 2), try roughness(blur: 10))
        #expect(soft < sharp / 2)
        #expect(softest < soft / 2)
    }

    @Test func blurKeepsTheMeanColour() throws {
        let sharp = try Thumbnail(of: .plain("46", 160, 120))
        let soft = try Thumbnail(of: .plain("46", 160, 120, blur: 5))
        #expect(abs(sharp.mean - soft.mean) < 1.5)
    }

    @Test func cancellingStopsBetweenBands() throws {
        var asked = 0
        #expect(throws: PaintError.cancelled) {
            try Painter().pixels(for: .plain("3", 400, 400)) {
                asked += 1
                return asked == 3
            }
        }
        #expect(asked == 3)
    }
}

extension PictureRequest {
    /// A JPEG of a 4:3 original.
    static func plain(_ id: String, _ width: Int, _ height: Int, blur: Int? = nil, grayscale: Bool = false)
        -> PictureRequest
    {
        PictureRequest(
            id: id, original: PixelSize(width: 4000, height: 3000), size: PixelSize(width: width, height: height),
            blur: blur,
            grayscale: grayscale, format: .jpeg)
    }
}

/// Mean colours of a picture's 6×6 fields.
struct Thumbnail {
    private let fields: [Double]

    init(of request: PictureRequest) throws {
        let picture = try Painter().pixels(for: request) { false }
        let (width, height) = (picture.size.width, picture.size.height)
        var fields: [Double] = []
        for field in 0..<36 {
            let (left, top) = (field % 6 * width / 6, field / 6 * height / 6)
            for channel in 0..<3 {
                var sum = 0
                for y in top..<(top + height / 6) {
                    for x in left..<(left + width / 6) { sum += Int(picture.rgb[(y * width + x) * 3 + channel]) }
                }
                fields.append(Double(sum) / Double(height / 6 * (width / 6)))
            }
        }
        self.fields = fields
    }

    var mean: Double { fields.reduce(0, +) / Double(fields.count) }

    func difference(from other: Thumbnail) -> Double {
        zip(fields, other.fields).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(fields.count)
    }
}

extension PaintedPicture {
    /// Mean difference of all channels between `part` and what lies at `origin` in this picture, both 8 pixels inside.
    func difference(from part: PaintedPicture, shiftedBy origin: (x: Int, y: Int)) -> Double {
        var sum = 0
        var count = 0
        for y in 8..<(part.size.height - 8) {
            for x in 8..<(part.size.width - 8) {
                for channel in 0..<3 {
                    let here = Int(rgb[((y + origin.y) * size.width + x + origin.x) * 3 + channel])
                    sum += abs(here - Int(part.rgb[(y * part.size.width + x) * 3 + channel]))
                    count += 1
                }
            }
        }
        return Double(sum) / Double(count)
    }

    /// Mean difference of neighbouring pixels' green.
    var roughness: Double {
        var sum = 0
        for y in 0..<size.height {
            for x in 1..<size.width {
                sum += abs(Int(rgb[(y * size.width + x) * 3 + 1]) - Int(rgb[(y * size.width + x - 1) * 3 + 1]))
            }
        }
        return Double(sum) / Double(size.height * (size.width - 1))
    }
}
