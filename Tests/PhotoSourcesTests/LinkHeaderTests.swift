import Testing

@testable import PhotoSources

/// Reading of Link headers.
struct LinkHeaderTests {
    @Test func severalLinksAreToldApart() {
        let header = LinkHeader(
            #"<https://p/v2/list?page=1&limit=3>; rel="prev", <https://p/v2/list?page=3&limit=3>; rel="next""#)
        #expect(header.target("prev") == "https://p/v2/list?page=1&limit=3")
        #expect(header.target("next") == "https://p/v2/list?page=3&limit=3")
    }

    @Test func commasAndSemicolonsInsideQuotesAndTargetsAreText() {
        let header = LinkHeader(#"<http://h/a,b;c>; title="x, <y>; \"z"; rel=next"#)
        #expect(header.links == [.init(target: "http://h/a,b;c", relations: ["next"])])
    }

    @Test func relationsAreAListInAnyCase() {
        #expect(LinkHeader(#"<u>; REL="Next last""#).links == [.init(target: "u", relations: ["next", "last"])])
    }

    @Test func theFirstRelationCounts() {
        #expect(LinkHeader("<u>; rel=prev; rel=next").target("next") == nil)
    }

    @Test(arguments: ["", ",,", "<", "<u", "u; rel=next", "<u>; rel", "<u>; rel=\"next", "; rel=next", "<u> rel=next"])
    func brokenHeadersEndAndInventNothing(text: String) {
        #expect(LinkHeader(text).links.allSatisfy { $0.target == "u" })
    }

    @Test func aBrokenLinkDoesNotHideTheNextOne() {
        #expect(LinkHeader("nonsense, <u>; rel=next").target("next") == "u")
    }

    /// Looking for the end of each of these links by itself would take time with the square of the length.
    @Test func manyLinksWithoutAnEndAreNone() {
        #expect(LinkHeader(String(repeating: "<,", count: LinkHeader.longest / 2)).links.isEmpty)
        #expect(LinkHeader("<u>; rel=next, " + String(repeating: "<u,", count: 1_000)).links.count == 1)
    }

    @Test func ofAHeaderThatIsTooLongNothingIsRead() {
        let link = "<u>; rel=next, "
        #expect(
            LinkHeader(link + String(repeating: ",", count: LinkHeader.longest - link.utf8.count)).target("next") == "u"
        )
        #expect(LinkHeader(link + String(repeating: ",", count: LinkHeader.longest)).links.isEmpty)
    }

    @Test func numbersAreReadFromTheQueryOnly() {
        #expect(LinkHeader.number("limit", in: "http://h/limit=9?page=2&limit=30#limit=4") == 30)
        #expect(LinkHeader.number("limit", in: "http://h/?xlimit=30") == nil)
        #expect(LinkHeader.number("limit", in: "http://h/?limit=x") == nil)
    }
}
