// JSON as scripts and other clients of the service read it.
import Photos
import Testing

struct JSONValueTests {
    private let list = JSONValue.array([
        .integer(1), .object([("b", .string("x")), ("a", .null)]), .array([]), .object([]),
    ])

    @Test func aLineIsEscapedAsGoEscapesIt() {
        let json = JSONValue.string("a&b<c>d\"e\\f\n\r\t\u{1}é漢\u{2028}📷/")
        #expect(json.text(.line) == #""a\u0026b\u003cc\u003ed\"e\\f\n\r\t\u0001é漢\u2028📷/""#)
    }

    @Test func indentedTextEscapesOnlyWhatItHasTo() {
        let json = JSONValue.string("a&b<c>d\"e\\f\n\r\t\u{1}é漢\u{2028}📷/")
        #expect(json.text() == #""a&b<c>d\"e\\f\n\r\t\u0001é漢"# + "\u{2028}" + #"📷/""#)
    }

    @Test func aLineHasNoSpacesAndKeepsTheOrder() {
        #expect(list.text(.line) == #"[1,{"b":"x","a":null},[],{}]"#)
    }

    @Test func indentationIsTwoSpacesALevel() {
        let lines = ["[", "  1,", "  {", "    \"b\": \"x\",", "    \"a\": null", "  },", "  [],", "  {}", "]"]
        #expect(list.text() == lines.joined(separator: "\n"))
    }
}
