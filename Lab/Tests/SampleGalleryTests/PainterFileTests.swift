// What the painter promises about a picture's file: format, weight, and the note that names the photo.
import Photos
import SampleGallery
import Testing

@Suite struct PainterFileTests {
    @Test func tileWeighsWhatAPhotographWeighs() throws {
        for id in 0..<60 {
            let bytes = try Painter().encodedPicture(for: .plain(String(id), 200, 200)) { false }
            #expect((8_000...20_480).contains(bytes.count), "\(id) weighs \(bytes.count)")
        }
    }

    @Test func largePictureWeighsWhatAPhotographWeighs() throws {
        // Three megapixels of the twelve: a quarter of 2–4 MB, with some room.
        for id in ["41", "43"] {
            let bytes = try Painter().encodedPicture(for: .plain(id, 2000, 1500)) { false }
            #expect((450_000...1_100_000).contains(bytes.count), "\(id) weighs \(bytes.count)")
        }
    }

    @Test func fileIsAJPEGOfTheSizeThatWasAskedFor() throws {
        let bytes = try Painter().encodedPicture(for: .plain("17", 121, 87)) { false }
        #expect(bytes.prefix(2) == [0xff, 0xd8])
        #expect(bytes.suffix(2) == [0xff, 0xd9])
        let frame = try #require(JPEGSegment.all(in: bytes).first { $0.marker == 0xc0 })
        #expect(Array(frame.body[1..<5]) == [0, 87, 0, 121])
    }

    @Test func exifCommentNamesThePhoto() throws {
        for id in ["237", "a b/ü"] {
            let bytes = try Painter().encodedPicture(for: .plain(id, 32, 32)) { false }
            let segment = try #require(JPEGSegment.all(in: bytes).first { $0.marker == 0xe1 })
            #expect(segment.body.prefix(6).elementsEqual("Exif\0\0".utf8))
            let tiff = Array(segment.body.dropFirst(6))
            #expect(tiff.prefix(8) == [0x4d, 0x4d, 0, 42, 0, 0, 0, 8])
            // IFD 0 holds nothing but the pointer to the Exif IFD; no orientation.
            #expect(tiff[8..<12] == [0, 1, 0x87, 0x69])
            let exif = tiff[18..<22].reduce(0) { $0 << 8 | Int($1) }
            #expect(tiff[exif..<(exif + 4)] == [0, 1, 0x92, 0x86])
            let length = tiff[(exif + 6)..<(exif + 10)].reduce(0) { $0 << 8 | Int($1) }
            let start = tiff[(exif + 10)..<(exif + 14)].reduce(0) { $0 << 8 | Int($1) }
            #expect(tiff[start..<(start + length)].elementsEqual("ASCII\0\0\0Picsum ID: \(id)".utf8))
            #expect(start + length == tiff.count)
        }
    }

    @Test func webPIsWrittenOrRefused() throws {
        let request = PictureRequest(
            id: "1", original: PixelSize(square: 500), size: PixelSize(square: 60), blur: nil, grayscale: false,
            format: .webp)
        if Painter.canEncodeWebP {
            let bytes = try Painter().encodedPicture(for: request) { false }
            #expect(bytes.prefix(4).elementsEqual("RIFF".utf8))
            #expect(bytes[8..<12].elementsEqual("WEBP".utf8))
        } else {
            #expect(throws: PaintError.cannotEncode(.webp)) { try Painter().encodedPicture(for: request) { false } }
        }
    }
}

/// The segments before a JPEG's scan.
private struct JPEGSegment {
    let marker: UInt8
    let body: [UInt8]

    static func all(in file: [UInt8]) -> [JPEGSegment] {
        var found: [JPEGSegment] = []
        var at = 2
        while at + 4 <= file.count, file[at] == 0xff, file[at + 1] != 0xda {
            let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
            guard at + 2 + length <= file.count else { break }
            found.append(JPEGSegment(marker: file[at + 1], body: Array(file[(at + 4)..<(at + 2 + length)])))
            at += 2 + length
        }
        return found
    }
}
