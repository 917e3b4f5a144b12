import CPixels
import Glibc
import Testing

/// Memory for pictures beside the heap. Serialized: what is kept is one for the process, and other tests decode; so the
/// buffers here are of sizes that no picture has.
@Suite(.serialized) struct PixelMemoryTests {
    private static let length: UInt = 1_234_567

    @Test func aBufferIsAlignedAndWritableToItsEnd() throws {
        for length: UInt in [0, 1, 4_000, 4_096, 300_001] {
            let memory = try #require(tessera_pixel_memory_new(length))
            #expect(UInt(bitPattern: memory) % 64 == 0)
            memset(memory, 0xAB, Int(length))
            tessera_pixel_memory_free(memory)
        }
    }

    @Test func theNextPictureOfASizeGetsTheSameMemory() throws {
        // Other tests decode meanwhile, and may fill what is kept between one call and the next; not every time.
        let isSame = try (0..<1_000).contains { _ in
            tessera_pixel_memory_trim()
            let first = try #require(tessera_pixel_memory_new(Self.length))
            tessera_pixel_memory_free(first)
            let second = try #require(tessera_pixel_memory_new(Self.length - 1_000))
            defer { tessera_pixel_memory_free(second) }
            return second == first
        }
        #expect(isSame)
    }

    @Test func aBufferForOnceIsNotKept() throws {
        // Other tests may fill what is kept meanwhile; not every time.
        let isGone = (0..<1_000).contains { _ in
            tessera_pixel_memory_trim()
            tessera_pixel_memory_free(tessera_pixel_memory_new_once(Self.length))
            return tessera_pixel_memory_kept() < Self.length
        }
        #expect(isGone)
        let memory = try #require(tessera_pixel_memory_new_once(Self.length))
        memset(memory, 0xAB, Int(Self.length))
        tessera_pixel_memory_free(memory)
    }

    @Test func aMuchSmallerPictureDoesNotTakeALargeBuffer() throws {
        tessera_pixel_memory_trim()
        let large = try #require(tessera_pixel_memory_new(Self.length))
        tessera_pixel_memory_free(large)
        let small = try #require(tessera_pixel_memory_new(Self.length / 2))
        #expect(small != large)
        tessera_pixel_memory_free(small)
    }

    @Test func whatIsKeptIsBounded() throws {
        let buffers = try (0..<40).map { _ in try #require(tessera_pixel_memory_new(200_003)) }
        for buffer in buffers { tessera_pixel_memory_free(buffer) }
        #expect(tessera_pixel_memory_kept() <= 2 << 20)
    }

    @Test func aPictureThatIsTooLargeForTheMachineIsRefused() {
        #expect(tessera_pixel_memory_new(UInt.max) == nil)
        #expect(tessera_pixel_memory_new(1 << 60) == nil)
    }
}
