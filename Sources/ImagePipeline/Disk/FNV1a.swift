// The Fowler–Noll–Vo hash 1a, for names of files and for checksums of tile records.
//
// Constants: "The FNV Non-Cryptographic Hash Algorithm", RFC 9923. Every step is a bijection of the state, so a change
// of a single byte always changes the checksum.
//
// XXH64 is used for whole photos and has no form of 128 bits for names. The records of the tile pack keep FNV-1a: they
// have a few kilobytes, and another hash would be another format, which would invalidate every stored pack.

enum FNV1a {
    /// Returns the 64-bit hash.
    static func checksum(_ bytes: UnsafeRawBufferPointer, from state: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var state = state
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return state
    }

    /// Returns the 128-bit hash as 32 hexadecimal digits.
    static func name(_ bytes: [UInt8]) -> String {
        let prime = UInt128(1) << 88 | 0x13b
        var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes { state = (state ^ UInt128(byte)) &* prime }
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
