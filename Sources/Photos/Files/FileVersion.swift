// The version of a photo in a file: the state of its content, and the turn that the program keeps of it.

/// 32 bits as eight hexadecimal digits. The last two bits are the quarter turns that are kept elsewhere than in the
/// file, so that a decode of this version applies these turns, even if the kept ones have changed since.
public enum FileVersion {
    private static let turn: UInt32 = 3

    /// Returns a fingerprint with a turn in its last two bits.
    public static func fingerprint(_ fingerprint: UInt32, turnedBy quarters: Int) -> UInt32 {
        fingerprint & ~turn | UInt32(quarters & 3)
    }

    /// Returns eight hexadecimal digits.
    public static func text(_ fingerprint: UInt32) -> String {
        let digits = String(fingerprint, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns the clockwise quarter turns in a version, 0…3; 0 if it is not the version of a file.
    public static func quarterTurns(in version: String) -> Int {
        guard version.utf8.count == 8, let fingerprint = UInt32(version, radix: 16) else { return 0 }
        return Int(fingerprint & turn)
    }
}
