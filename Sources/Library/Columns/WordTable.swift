// The texts of a collection's photos, each kept once.
import Photos

/// Keywords, titles, captions and the like by number, in the form in which they are compared; of keywords also as they
/// are written, to be shown. A value: a copy is cheap until either is changed.
///
/// Memory: the folded text of each, that of a keyword twice, and some twenty bytes.
struct WordTable: Sendable {
    /// Most texts, and most bytes of them together, that are told apart: a million captions of sixty letters. What
    /// comes later is not found.
    private static let most = 1 << 20, longestTogether = 64 << 20

    private var kinds: ContiguousArray<UInt8> = []
    /// The folded texts one behind the other, and where each ends.
    private var folded: ContiguousArray<UInt8> = [], foldedEnds: ContiguousArray<UInt32> = []
    /// The keywords likewise, as they are written; nothing for other texts.
    private var written: ContiguousArray<UInt8> = [], writtenEnds: ContiguousArray<UInt32> = []
    /// Numbers, counted from one, by a hash of their texts; 0 for a free place. A power of two of them.
    private var places: ContiguousArray<UInt32> = []

    var count: Int { kinds.count }

    /// The number of a text, which is added where it is not known yet; nil where there is no room for more.
    mutating func number(of word: PhotoWord) -> UInt32? {
        if places.isEmpty { places = ContiguousArray(repeating: 0, count: 64) }
        var text = word.text
        return text.withUTF8 { text in
            if word.kind == .keyword {
                // Shown as it is written, so that two spellings of one are two.
                return number(of: word.kind, own: text) {
                    var bytes: ContiguousArray<UInt8> = []
                    FoldedText.fold(text, into: &bytes)
                    return bytes
                }
            }
            var bytes: ContiguousArray<UInt8> = []
            FoldedText.fold(text, into: &bytes)
            return bytes.withUnsafeBufferPointer { own in number(of: word.kind, own: own) { ContiguousArray(own) } }
        }
    }

    /// - Parameters:
    ///   - own: The form in which the text is told from others.
    ///   - form: Returns the form in which it is compared.
    private mutating func number(
        of kind: PhotoWord.Kind, own: UnsafeBufferPointer<UInt8>, form: () -> ContiguousArray<UInt8>
    ) -> UInt32? {
        var place = firstPlace(kind.rawValue, own)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if kinds[number] == kind.rawValue, withOwn(number, { $0.elementsEqual(own) }) { return UInt32(number) }
            place = (place + 1) & (places.count - 1)
        }
        let form = form()
        guard count < Self.most, folded.count + written.count + form.count + own.count <= Self.longestTogether
        else { return nil }
        kinds.append(kind.rawValue)
        folded += form
        foldedEnds.append(UInt32(folded.count))
        if kind == .keyword { written += own }
        writtenEnds.append(UInt32(written.count))
        places[place] = UInt32(count)
        if 2 * count > places.count { grow() }
        return UInt32(count - 1)
    }

    private mutating func grow() {
        places = ContiguousArray(repeating: 0, count: 2 * places.count)
        for number in 0..<count {
            var place = withOwn(number) { firstPlace(kinds[number], $0) }
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = UInt32(number + 1)
        }
    }

    /// Seeded by the run, because strangers choose the texts.
    private func firstPlace(_ kind: UInt8, _ text: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        return hasher.finalize() & (places.count - 1)
    }

    /// Calls `body` with the form in which a text is told from others.
    private func withOwn<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let isKeyword = kinds[number] == PhotoWord.Kind.keyword.rawValue
        let range = Self.range(number, isKeyword ? writtenEnds : foldedEnds)
        return (isKeyword ? written : folded).withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private static func range(_ number: Int, _ ends: ContiguousArray<UInt32>) -> Range<Int> {
        (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
    }

    /// What a text is.
    func kind(_ number: UInt32) -> PhotoWord.Kind? { PhotoWord.Kind(rawValue: kinds[Int(number)]) }

    /// The keyword with a number, as it is written; nil for another text.
    func keyword(_ number: UInt32) -> String? {
        guard kinds[Int(number)] == PhotoWord.Kind.keyword.rawValue else { return nil }
        return String(decoding: written[Self.range(Int(number), writtenEnds)], as: UTF8.self)
    }

    /// Calls `body` with kind and folded bytes of each text, which are valid during the call.
    func forEach(_ body: (_ number: Int, _ kind: PhotoWord.Kind, _ text: UnsafeBufferPointer<UInt8>) -> Void) {
        folded.withUnsafeBufferPointer { folded in
            var start = 0
            for number in 0..<count {
                let end = Int(foldedEnds[number])
                if let kind = PhotoWord.Kind(rawValue: kinds[number]) {
                    body(number, kind, UnsafeBufferPointer(rebasing: folded[start..<end]))
                }
                start = end
            }
        }
    }

    /// Bytes of all texts and their places; tests and figures ask.
    var byteCount: Int { kinds.count + folded.count + written.count + 4 * (2 * kinds.count + places.count) }
}
