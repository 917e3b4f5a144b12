// Bytes are found at every place, and nothing is read outside.
import Testing

@testable import PhotoFormats

@Suite struct ByteViewTests {
    @Test func aByteIsFoundAtEveryPlaceAndFromEveryPlace() {
        for length in 0...50 {
            for place in 0..<length {
                var bytes = [UInt8](repeating: 7, count: length)
                bytes[place] = 0xFF
                bytes.withUnsafeBytes { bytes in
                    let view = ByteView(bytes)
                    for start in 0...length + 1 {
                        #expect(view.index(of: 0xFF, from: start) == (start <= place ? place : nil))
                    }
                    #expect(view.index(of: 0xFE, from: 0) == nil)
                }
            }
        }
    }

    @Test func theFirstOfSeveralIsFound() {
        var bytes = [UInt8](repeating: 0, count: 100)
        for place in [5, 20, 21, 63, 99] { bytes[place] = 1 }
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            var found: [Int] = [], start = 0
            while let next = view.index(of: 1, from: start) {
                found.append(next)
                start = next + 1
            }
            #expect(found == [5, 20, 21, 63, 99])
        }
    }

    @Test func nothingIsReadOutside() {
        [UInt8](1...8).withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            #expect(view.number(1, 7, bigEndian: true) == 0x02_0304_0506_0708)
            #expect(view.number(2, 7, bigEndian: true) == nil && view.number(-1, 1, bigEndian: true) == nil)
            #expect(view.bytes(8, count: 0) == [] && view.bytes(9, count: 0) == nil && view.bytes(0, count: 9) == nil)
            #expect(view.index(of: 1, from: -1) == nil && view[8] == nil && view[-1] == nil)
        }
    }
}
