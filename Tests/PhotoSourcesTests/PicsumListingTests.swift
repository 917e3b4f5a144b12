import PhotoSources
import Photos
import Testing

@testable import PhotoSources

/// What is forgiven in a listing and what is not.
struct PicsumListingTests {
    private func read(_ json: String) throws -> PicsumListing { try PicsumListing(json: Array(json.utf8), title: "T") }

    private func photo(_ fields: String) throws -> Photo? { try read("[{\(fields)}]").photos.first }

    @Test func anItemBecomesAPhoto() throws {
        let item = #"""
            "id":"10","author":"Paul & Jö\u0026","width":2500,"height":1667,"url":"https://u/x","download_url":"https://p/10"
            """#
        #expect(
            try photo(item)
                == Photo(
                    id: PhotoID("10"), title: "Paul & Jö&", size: PixelSize(width: 2500, height: 1667),
                    link: "https://u/x"))
    }

    @Test func aNumericIdAndSizesInOtherClothesAreRead() throws {
        let photo = try photo(#""id":12,"author":"A","width":"300","height":200.0"#)
        #expect(photo?.id == PhotoID("12"))
        #expect(photo?.size == PixelSize(width: 300, height: 200))
    }

    @Test func aMissingAuthorIsNamedByTheId() throws {
        #expect(try photo(#""id":"5","width":1,"height":1"#)?.title == "Photo 5")
        #expect(try photo(#""id":"5","author":"  ","width":1,"height":1"#)?.title == "Photo 5")
        #expect(try photo(#""id":"5","author":null"#)?.title == "Photo 5")
    }

    @Test(arguments: [
        #""width":0,"height":5"#, #""width":-1,"height":5"#, #""width":1e300,"height":5"#, #""height":5"#,
        #""width":65536,"height":5"#, #""width":2305843009213693952,"height":2305843009213693952"#,
        #""width":"9999999999999999999999","height":5"#, #""width":1073741824,"height":1073741824.0"#,
    ])
    func aSizeThatCannotBeIsUnknown(fields: String) throws {
        let photo = try #require(try photo(#""id":"5","# + fields))
        #expect(photo.size == nil)
    }

    @Test func onlyWebAddressesBecomeLinks() throws {
        #expect(try photo(#""id":"5","url":"javascript:alert(1)""#)?.link == nil)
        #expect(try photo(#""id":"5","url":"https://h/\u001b[2J\u000acurl evil|sh""#)?.link == nil)
        #expect(try photo(#""id":"5","url":"https://user@h/""#)?.link == nil)
    }

    @Test func anAuthorIsBoundedAndActsOnNothing() throws {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(try photo(#""id":"5","author":"\#(long)""#)?.title.count == DisplayText.longestWord)
        let words = String(repeating: "x ", count: 1 << 19)
        #expect(
            (try photo(#""id":"5","author":"\#(words)""#)?.title.utf8.count).map { $0 <= DisplayText.longestLine }
                == true)
        #expect(try photo(#""id":"5","author":"A\u001b[31m\u202eB\nC""#)?.title == "A[31mB C")
        #expect(try photo(#""id":"5","author":"\#(String(repeating: " ", count: 1 << 20))""#)?.title == "Photo 5")
    }

    @Test func markupInAnAuthorStaysText() throws {
        let text = "<b>A</b> & <a href='file:///'>B</a> &lt;"
        #expect(try photo(#""id":"<i>5/..</i>","author":"\#(text)""#)?.title == text)
        #expect(try photo(#""id":"<i>5/..</i>","author":"\#(text)""#)?.id == PhotoID("<i>5/..</i>"))
        #expect(try photo(#""id":"5","author":"A\u0000B""#)?.title == "AB")
    }

    @Test func anIdThatNoAddressCanHoldIsPassedOver() throws {
        let ids = [
            "..", ".", "a\\u0000", String(repeating: "a", count: 1 << 20), "a\\u202e",
            String(repeating: "9", count: PicsumListing.longestID + 1),
        ]
        let listing = try read("[" + ids.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",") + #",{"id":"..."}]"#)
        #expect(listing.photos.map(\.id.text) == ["..."] && listing.itemCount == 7)
    }

    /// A decoder's memory goes with the number of values, so that the first items are cut out before.
    @Test func ofAnEndlessListTheFirstItemsAreRead() throws {
        let many = Array(repeating: "{}", count: 1 << 20).joined(separator: ",")
        let listing = try read(#"[{"id":"1","x":[1,{"y":"],[\\\",{"}]},"# + many + "]")
        #expect(listing.itemCount == PicsumListing.mostItems && listing.photos.map(\.id.text) == ["1"])
        #expect(try JSONListPrefix(Array("[[1,2],[3],4]".utf8), mostItems: 2).bytes.elementsEqual("[[1,2],[3]]".utf8))
        #expect(try JSONListPrefix(Array("[1,2]".utf8), mostItems: 2).bytes.elementsEqual("[1,2]".utf8))
    }

    @Test func aListThatIsNestedWithoutEndIsMalformed() {
        #expect(throws: LoadFailure.self) { try read(String(repeating: "[", count: 1 << 20)) }
        #expect(throws: LoadFailure.self) { try read(String(repeating: #"[{"id":"#, count: 1 << 18)) }
    }

    @Test func aListAfterAByteOrderMarkIsRead() throws {
        #expect(try PicsumListing(json: [0xEF, 0xBB, 0xBF] + Array(#"[{"id":"1"}]"#.utf8), title: "T").itemCount == 1)
    }

    @Test func itemsWithoutAnIdArePassedOverButCounted() throws {
        let listing = try read(#"[{"author":"x"}, 7, null, {"id":""}, {"id":[]}, {"id":"9"}]"#)
        #expect(listing.photos.map(\.id.text) == ["9"])
        #expect(listing.itemCount == 6)
    }

    @Test(arguments: [
        ("", "empty"), ("{}", "not a list"), ("[", "not JSON"), ("<!DOCTYPE html>\nSign in", "<!DOCTYPE html> Sign in"),
    ])
    func whatIsNoListIsSaid(body: String, said: String) {
        #expect {
            try read(body)
        } throws: { error in
            guard let failure = error as? LoadFailure, case .malformedListing(let detail) = failure.reason else {
                return false
            }
            return failure.stage == .listing && failure.culprit == "T" && detail.description.contains(said)
        }
    }

    @Test func bytesThatAreNoTextAreMalformedToo() {
        #expect(throws: LoadFailure.self) { try PicsumListing(json: [0xFF, 0xFE, 0x00], title: "T") }
    }
}
