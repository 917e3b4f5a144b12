import Testing

@testable import PhotoFormats

/// Bytes of unknown origin as text.
struct WrittenTextTests {
    @Test(
        arguments: [
            (Array("Größe".utf8), false, "Größe"), ([0x43, 0x61, 0x66, 0xE9], false, "Café"),
            ([0x43, 0x61, 0x66, 0xE9], true, "Caf"), ([0xC3, 0xA9, 0x61, 0xC3], false, "éa"),
            ([0xC3, 0xA9, 0x61, 0xC3], true, "éa"), ([0xE9, 0x74, 0xE9], false, "été"),
            ([0x20, 0x61, 0x0A, 0x09, 0x62, 0, 0x63], false, "a b"), ([0x80, 0x61], false, "a"),
            ([0, 0x61], false, nil),
            ([0x1B, 0x25, 0x47, 0x61], false, "%Ga"),
        ] as [([UInt8], Bool, String?)])
    func aLastLetterIsLostOnlyWhereALimitHasCutIt(bytes: [UInt8], isCut: Bool, expected: String?) {
        #expect(WrittenText.line(of: bytes, isCut: isCut) == expected)
    }
}
