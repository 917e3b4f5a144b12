// The rules of the service as pure functions: signatures, JSON, clamps, links, paths, the catalogue.
import Photos
import Testing

@testable import SampleGallery

@Suite struct RulesTests {
    @Test(arguments: [
        ("/id/1/200/200.jpg", "", "ZLQ9HvJdCRl3PAQKve7LbvC2431QvWzcCodIf7pb1Lk"),
        ("/id/1/200/200.jpg", "blur=5&grayscale", "MarV0ooZ1EWnubOz-SOx5zshDNYsk6SIg2WWowmVzNs"),
        ("/id/1/200/120.webp", "", "aYtZxmV8JtkCJE9hMvF2Rga6PvE5s2auhCzZkM8c-0s"),
    ])
    func signatureMatchesTheReferenceVectors(path: String, query: String, expected: String) {
        let signer = RequestSigner(secret: "test")
        #expect(signer.signature(of: RequestSigner.joined(path, QueryString(query))) == expected)
        let link = signer.signed(path: path, query: QueryString(query))
        #expect(link == path + "?" + (query.isEmpty ? "" : query + "&") + "hmac=" + expected)
        #expect(signer.isValid(path: path, query: QueryString(query + "&hmac=" + expected)))
    }

    @Test func signatureRefusesEveryChange() {
        let signer = RequestSigner(secret: "test")
        let signature = signer.signature(of: "/id/1/200/200.jpg?blur=5")
        #expect(signer.isValid(path: "/id/1/200/200.jpg", query: QueryString("hmac=\(signature)&blur=5")))
        #expect(!signer.isValid(path: "/id/1/200/200.jpg", query: QueryString("hmac=\(signature)&blur=6")))
        #expect(!signer.isValid(path: "/id/1/200/200.jpg", query: QueryString("hmac=\(signature)")))
        #expect(!signer.isValid(path: "/id/2/200/200.jpg", query: QueryString("hmac=\(signature)&blur=5")))
        #expect(!signer.isValid(path: "/id/1/200/200.jpg", query: QueryString("blur=5")))
        #expect(!signer.isValid(path: "/id/1/200/200.jpg", query: QueryString("hmac=\(signature)x&blur=5")))
        #expect(
            !RequestSigner(secret: "other").isValid(
                path: "/id/1/200/200.jpg", query: QueryString("hmac=\(signature)&blur=5")))
    }

    @Test(arguments: [
        ("", 1, 30), ("page=0", 1, 30), ("page=-3&limit=0", 1, 30), ("limit=100", 1, 100), ("limit=101", 1, 100),
        ("page=2&limit=7", 2, 7), ("page=x&limit=x", 1, 30), ("page=+3", 1, 30), ("page=%2B3", 3, 30),
        ("limit=99999999999999999999", 1, 30), ("page=2&page=5", 2, 30),
    ])
    func pageAndLimitAreClamped(query: String, page: Int, limit: Int) {
        let range = ListingRange(QueryString(query))
        #expect(range.page == page)
        #expect(range.limit == limit)
    }

    @Test func pageBeyondEveryIntIsEmptyInsteadOfAFailure() {
        let host = APIHost(catalogue: Catalogue(count: 10), root: "http://a", imageRoot: "http://b")
        let request = Request(rawPath: "/v2/list", rawQuery: "page=9223372036854775807&limit=100")
        let reply = host.answer(request, secret: "").reply
        #expect(reply.status == 200)
        #expect(String(decoding: reply.body, as: UTF8.self) == "[]\n")
    }

    @Test(arguments: [
        (1, 30, "<http://a/v2/list?page=2&limit=30>; rel=\"next\""),
        (1, 3, "<http://a/v2/list?page=2&limit=30>; rel=\"next\""),
        (2, 30, "<http://a/v2/list?page=1&limit=30>; rel=\"prev\", <http://a/v2/list?page=3&limit=30>; rel=\"next\""),
        (2, 29, "<http://a/v2/list?page=1&limit=30>; rel=\"prev\""),
        (7, 0, "<http://a/v2/list?page=6&limit=30>; rel=\"prev\""),
    ])
    func linkHeaderFollowsTheServicesRules(page: Int, items: Int, expected: String) {
        #expect(ListingRange(QueryString("page=\(page)")).linkHeader(root: "http://a", itemsOnPage: items) == expected)
    }

    @Test func oldListOfAnEmptyCatalogueIsNull() {
        let host = APIHost(catalogue: Catalogue(count: 0), root: "http://a", imageRoot: "http://b")
        #expect(
            String(decoding: host.answer(Request(rawPath: "/list"), secret: "").reply.body, as: UTF8.self) == "null\n")
        #expect(host.answer(Request(rawPath: "/200"), secret: "").reply.status == 500)
    }

    @Test(arguments: [
        ("/", "/"), ("//", "/"), ("/a//b", "/a/b"), ("/a/./b/", "/a/b/"), ("/a/../b", "/b"), ("/../a", "/a"),
        ("/a/b", "/a/b"),
    ])
    func pathsAreCleanedAsGoCleansThem(path: String, expected: String) {
        #expect(cleaned(path: path) == expected)
    }

    @Test func queryKeepsWhatGoKeeps() {
        let query = QueryString("b=2&a&c=%41+x&bad=%zz&semi;colon=1&a=9")
        #expect(query["a"] == "")
        #expect(query["c"] == "A x")
        #expect(query["bad"] == nil)
        #expect(query["semi"] == nil)
        #expect(QueryString("b=2&a=&c=%26").encoded == "a&b=2&c=%26")
    }

    @Test func catalogueHasTheRealGapsAndIsTheSameAtEveryLength() {
        let usual = Catalogue()
        let ids = usual.photos(from: 0, limit: usual.count).map(\.number)
        #expect(ids.count == 1_000)
        #expect(ids == ids.sorted())
        #expect(Set(ids).isDisjoint(with: Catalogue.gaps))
        #expect(Set(ids).union(Catalogue.gaps).isSuperset(of: 0...1_017))
        let long = Catalogue(count: 1_000_000)
        #expect(long.photos(from: 0, limit: 1_000) == usual.photos(from: 0, limit: 1_000))
        #expect(long.photo(id: String(long[999_999].number)) == long[999_999])
        #expect(usual.photo(id: long[1_000].id) == nil)
        for index in [0, 86, 500, 999] { #expect(usual.photo(id: usual[index].id) == usual[index]) }
        for text in ["86", "007", "-1", "1.0", "", "x", "+1"] { #expect(usual.photo(id: text) == nil) }
    }

    @Test func catalogueHasEveryKindOfPhoto() {
        let photos = Catalogue().photos(from: 0, limit: 1_000)
        let sizes = photos.map(\.size)
        #expect(sizes.contains { $0.aspectRatio >= 3 })
        #expect(sizes.contains { $0.aspectRatio <= 1 / 2.5 })
        #expect(sizes.contains { $0.longerSide > 5_000 })
        #expect(sizes.contains { $0.longerSide < 800 })
        let megapixels = sizes.map(\.area).sorted()[500] / 1_000_000
        #expect((10...13).contains(megapixels))
        let authors = Set(photos.map(\.author))
        #expect(authors.contains { $0.contains("&") })
        #expect(authors.contains { $0.contains("<") })
        #expect(authors.contains { $0.count > 100 })
        #expect(authors.contains { $0.unicodeScalars.contains { (0x590...0x6ff).contains($0.value) } })
        #expect(authors.contains { $0.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) } })
    }

    @Test func imageHostWithoutWebPSaysSo() {
        let catalogue = Catalogue(count: 10)
        let link = RequestSigner(secret: "k").signed(path: "/id/1/20/20.webp", query: QueryString())
        let parts = link.split(separator: "?").map(String.init)
        let request = Request(rawPath: parts[0], rawQuery: parts[1])
        let without = ImageHost(catalogue: catalogue, root: "http://b", canEncodeWebP: false)
        guard case .reply(let reply) = without.answer(request, secret: "k").answer else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 501)
        let with = ImageHost(catalogue: catalogue, root: "http://b", canEncodeWebP: true)
        guard case .picture(let picture, _) = with.answer(request, secret: "k").answer else {
            Issue.record("no picture")
            return
        }
        #expect(picture.format == .webp)
    }

    @Test func cacheForgetsWhatWasUsedLeastLately() {
        func picture(_ number: Int) -> PictureRequest {
            PictureRequest(
                id: String(number), original: PixelSize(square: 9), size: PixelSize(square: 9), blur: nil,
                grayscale: false, format: .jpeg)
        }
        let cache = PictureCache(capacity: 1_600)
        for number in 0..<16 { cache.store([UInt8](repeating: UInt8(number), count: 100), for: picture(number)) }
        #expect(cache.bytes(for: picture(0)) != nil)
        cache.store([UInt8](repeating: 99, count: 100), for: picture(99))
        #expect(cache.bytes(for: picture(0)) != nil)
        #expect(cache.bytes(for: picture(1)) == nil)
        #expect(cache.bytes(for: picture(99)) != nil)
        cache.store([UInt8](repeating: 0, count: 101), for: picture(200))
        #expect(cache.bytes(for: picture(200)) == nil)
        let off = PictureCache(capacity: 0)
        off.store([1], for: picture(1))
        #expect(off.bytes(for: picture(1)) == nil)
    }
}
