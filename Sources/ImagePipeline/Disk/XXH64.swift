// The hash XXH64: checksums, keys and names of cache files.
//
// Source: Yann Collet, "xxHash fast digest algorithm", specification 0.1.1. It processes eight bytes per step in four
// independent lanes, while a byte-wise hash is limited by one multiplication per byte.

package enum XXH64 {
    private static let prime1: UInt64 = 0x9e37_79b1_85eb_ca87
    private static let prime2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    private static let prime3: UInt64 = 0x1656_67b1_9e37_79f9
    private static let prime4: UInt64 = 0x85eb_ca77_c2b2_ae63
    private static let prime5: UInt64 = 0x27d4_eb2f_1656_67c5

    /// Returns the hash.
    /// - Parameter seed: the hash of what precedes `bytes`, where both are hashed as one.
    package static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        var offset = 0
        var hash: UInt64
        if bytes.count >= 32 {
            var (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
            while offset &+ 32 <= bytes.count {
                a = round(a, word(bytes, offset))
                b = round(b, word(bytes, offset &+ 8))
                c = round(c, word(bytes, offset &+ 16))
                d = round(d, word(bytes, offset &+ 24))
                offset &+= 32
            }
            hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
            for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
        } else {
            hash = seed &+ prime5
        }
        hash = hash &+ UInt64(bytes.count)
        while offset &+ 8 <= bytes.count {
            hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
            offset &+= 8
        }
        if offset &+ 4 <= bytes.count {
            let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash = rotate(hash ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
            offset &+= 4
        }
        while offset < bytes.count {
            hash = rotate(hash ^ UInt64(bytes[offset]) &* prime5, 11) &* prime1
            offset &+= 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    /// Returns the hash as 16 hexadecimal digits.
    static func name(_ bytes: [UInt8]) -> String {
        let digits = String(bytes.withUnsafeBytes { checksum($0) }, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    @inline(__always) private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always) private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always) private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        value &<< bits | value &>> (64 &- bits)
    }
}
