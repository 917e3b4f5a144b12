// Sentences with values, in a language and in English.
import Photos
import Testing

/// A language of capitals, from right to left on request.
private struct Shouting: MessageLanguage {
    var isRightToLeft = false
    let decimalSeparator = ","

    func translation(of sentence: String, context: String?) -> String {
        switch (sentence, context) {
        case ("{a} and {b}", nil): "{b} UND {a}"
        case ("Open", nil): "ÖFFNEN"
        case ("Open", "state"): "OFFEN"
        default: sentence
        }
    }

    func translation(of one: String, many: String, count: Int) -> String { count == 2 ? "EIN PAAR" : "{count} STÜCK" }
    func day(_ time: WallTime) -> String { "TAG \(time.day)" }
    func month(_ time: WallTime) -> String { "\(time.year)-\(time.month)" }
    func year(_ time: WallTime) -> String { "\(time.year)" }
    func clock(_ time: WallTime) -> String { "\(time.hour) UHR" }
}

struct MessageTests {
    @Test func valuesTakeThePlacesThatTheTranslationGivesThem() {
        let message = Message("{a} and {b}", ["a": .text("x"), "b": .number(2.5, places: 1)])
        #expect(Shouting().text(message) == "2,5 UND x")
        #expect(message.description == "x and 2.5")
    }

    @Test func whatAValueHoldsIsNotLookedThroughAgain() {
        let message = Message("{a} and {b}", ["a": .text("{b}"), "b": .text("{a}")])
        #expect(message.description == "{b} and {a}")
        #expect(Message("{ {a} {c} }", ["a": .text("x")]).description == "{ x {c} }")
    }

    @Test func aValueCannotActOnTheSentenceAroundIt() {
        let message = Message("{a} and {b}", ["a": .text("x\n\u{202E}y\u{2069}"), "b": .text("z")])
        #expect(message.description == "x y and z")
        #expect(Shouting(isRightToLeft: true).text(message) == "\u{2066}z\u{2069} UND \u{2066}x y\u{2069}")
        #expect(Shouting(isRightToLeft: true).text(.verbatim("תמונה")) == "\u{2068}תמונה\u{2069}")
    }

    @Test func aNumberOfThingsChoosesItsForm() {
        func message(_ count: Int) -> Message { Message("{count} photo", many: "{count} photos", count: count) }
        #expect([0, 1, 2].map { message($0).description } == ["0 photos", "1 photo", "2 photos"])
        #expect([1, 2].map { Shouting().text(message($0)) } == ["1 STÜCK", "EIN PAAR"])
        #expect(message(1_234_567).description == "1\u{202F}234\u{202F}567 photos")
    }

    @Test func oneWordWithTwoMeaningsHasTwoTranslations() {
        #expect(Shouting().text(Message("Open")) == "ÖFFNEN")
        #expect(Shouting().text(Message("Open", context: "state")) == "OFFEN")
    }

    @Test func aMessageInAMessageHasALanguageToo() throws {
        let time = try #require(WallTime(year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6))
        let message = Message("{a} and {b}", ["a": .message(Message("Open")), "b": .time(time)])
        #expect(Shouting().text(message) == "TAG 3, 4 UHR UND ÖFFNEN")
        #expect(message.description == "Open and 3 February 2026, 04:05:06")
    }

    @Test func aTextAloneStaysAsItIs() {
        #expect(Message.verbatim("a\nb").verbatimText == "a\nb")
        #expect(Message("Open").verbatimText == nil)
        #expect(Message.value(.count(-1234)).description == "−1\u{202F}234")
    }
}
