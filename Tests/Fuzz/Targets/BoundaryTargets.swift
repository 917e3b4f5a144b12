// Targets for what goes between the program and its decode processes, read by either side.
import ImagePipeline
import Photos

@testable import Codecs
@testable import PhotoFormats

extension FuzzTarget {
    static let boundary = [
        FuzzTarget(name: "decode-command") { try command($0) },
        FuzzTarget(name: "decode-report") { try report($0) },
    ]

    /// Reads what a decode process is sent.
    private static func command(_ bytes: [UInt8]) throws {
        guard let command = try? DecodeCommand(bytes) else { return }
        // Not the same bytes: what is no UTF-8 is replaced, and a region is brought into its picture.
        try expect((try? DecodeCommand(command.bytes)) == command, "another command is read than was written")
        if case .perform(_, let request, _, _, _) = command {
            try expect((0...1 << 57).contains(request.mostPixels), "room for \(request.mostPixels) pixels")
        }
    }

    private static let size = PixelSize(square: 64)
    private static let requests: [DecodeRequest] = [
        .picture(DecodeRequest.Picture(box: size, fit: .fit)),
        .picture(
            DecodeRequest.Picture(
                box: size, fit: .fill, region: PictureRegion(of: size, x: 1, y: 2, size: PixelSize(square: 8)))),
        .preview(DecodeRequest.Picture(box: size, fit: .fill), beyond: .thumbnail),
        .animation(size: size, quarterTurns: 0), .frame(size: size, isSkipped: false),
        .frame(size: size, isSkipped: true),
        .rewind, .facts(name: "a.jpg", withDetails: true), .sidecar,
        .restatement(.mark(.stars(3))),
        .export(
            DecodeRequest.Export(
                format: .webp, longSide: 1600, quality: 80, metadata: .withoutPlace, quarterTurns: 3,
                marks: [.stars(-1), .favourite(true), .label(.blue)])),
        .export(DecodeRequest.Export(format: .png, longSide: 16, quality: 1, metadata: .all)), .animationSearch,
    ]

    /// Reads what a decode process sends, as the answer to every kind of request.
    private static func report(_ bytes: [UInt8]) throws {
        guard case .answers(_, let reader)? = try? DecodeReport(bytes) else { return }
        for request in requests {
            var reader = reader, taken = 0
            let answer = try? DecodeAnswer(&reader, to: request) { count in
                taken += count
                return SharedBytes(copying: EncodedBytes([UInt8](repeating: 0, count: count)))
            }
            try expect(taken <= request.mostBytes, "\(taken) bytes beside the message")
            switch answer {
            case .picture(let pixels, let animation, _, _):
                try expect(pixels.cost == taken, "pixels of another size than they have room")
                try expect((animation?.durations.count ?? 2) >= 2, "an animation of one frame")
            case .failed(let reason):
                let failure = LoadFailure(stage: .decode, culprit: "Sea", reason: reason)
                try expect(!failure.description.contains("\n"), "a line break in a failure")
            default: break
            }
        }
    }
}
