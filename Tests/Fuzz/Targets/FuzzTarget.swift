// What is fuzzed: one target for each parser of bytes or words that strangers write.

/// A parser that is given any bytes. It has to return, with nothing but sense.
struct FuzzTarget: Sendable {
    /// Also the name of its folder in `corpus`.
    let name: String
    /// Most mutations of its corpus in a run of all tests.
    var mutations = 4000
    /// - Throws: `Finding`, for an answer that makes no sense, or took more work than its input is worth.
    let run: @Sendable ([UInt8]) throws -> Void

    static let all = pictures + facts + stores + words + desktop + boundary

    /// What a target has found wrong.
    struct Finding: Error, CustomStringConvertible {
        let description: String
    }

    /// Checks what a parser has answered.
    /// - Throws: `Finding`.
    static func expect(_ isTrue: Bool, _ finding: @autoclosure () -> String) throws {
        if !isTrue { throw Finding(description: finding()) }
    }
}
