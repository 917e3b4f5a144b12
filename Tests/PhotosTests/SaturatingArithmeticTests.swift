// Sums and products at the ends of what numbers can be.
import Photos
import Testing

struct SaturatingArithmeticTests {
    @Test func whatFitsIsExact() {
        #expect(7.addingSaturating(-9) == -2 && 7.multipliedSaturating(by: -9) == -63)
        #expect((Int64.max - 1).addingSaturating(1) == .max && (Int64.min + 1).addingSaturating(-1) == .min)
        #expect(UInt8(15).multipliedSaturating(by: 17) == 255 && UInt8(3).addingSaturating(252) == 255)
    }

    @Test func whatDoesNotFitIsTheNearest() {
        #expect(Int64.max.addingSaturating(1) == .max && Int64.min.addingSaturating(-1) == .min)
        #expect(Int64.max.addingSaturating(.max) == .max && UInt64.max.addingSaturating(1) == .max)
        #expect(Int.max.multipliedSaturating(by: 2) == .max && Int.max.multipliedSaturating(by: -2) == .min)
        #expect(Int.min.multipliedSaturating(by: -1) == .max && Int.min.multipliedSaturating(by: 2) == .min)
        #expect(Int.min.multipliedSaturating(by: 0) == 0)
    }
}
