// The Fowler–Noll–Vo hash 1a: names for files, and a checksum over what lies in them.
//
// Constants: "The FNV Non-Cryptographic Hash Algorithm", RFC 9923. Every step is a bijection of the state, so a change
// of a single byte always changes the checksum.
//
// It stands beside XXH64, which is for whole photos and has no form of 128 bits for names. The records of the tile pack
// keep this one: they have a few kilobytes, and another hash would be another format, which ends every stored pack.

enum FNV1a {
    /// 64 bits.
    static func checksum(_ bytes: UnsafeRawBufferPointer, from state: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        var state = state
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return state
    }

    /// 128 bits as 32 hexadecimal digits.
    static func name(_ bytes: [UInt8]) -> String {
        let prime = UInt128(1) << 88 | 0x13b
        var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes { state = (state ^ UInt128(byte)) &* prime }
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
