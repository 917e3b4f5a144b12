// Text about sections, orders, searches and reports.
import Browse
import CGTK
import Desktop
import Library
import Photos
import Testing

@testable import App

@MainActor
struct ArrangingTextTests {
    @Test(arguments: [
        ("C", "14 June 2023", "June 2023", "2023"), ("en_GB.UTF-8", "14 June 2023", "June 2023", "2023"),
        ("en_US.UTF-8", "June 14, 2023", "June 2023", "2023"), ("de_AT.UTF-8", "14. June 2023", "June 2023", "2023"),
        ("es_ES", "14 de June de 2023", "June de 2023", "2023"),
        ("hu_HU.UTF-8", "2023. June 14.", "2023. June", "2023."),
        ("ja_JP.UTF-8", "2023年6月14日", "2023年6月", "2023年"), ("pt@euro", "14 de June de 2023", "June de 2023", "2023"),
    ])
    func datesArePutTogetherAsTheLanguageDoes(locale: String, day: String, month: String, year: String) {
        // The words are those of the locale of the process, which is that of the C library in tests.
        let pattern = DatePattern(locale: locale)
        #expect(DateText.date(2023, 6, 14, pattern.day) == day)
        #expect(DateText.date(2023, 6, 1, pattern.month) == month)
        #expect(DateText.date(2023, 1, 1, pattern.year) == year)
    }

    @Test func aMonthOfTheTimelineHasItsYearWhereNoLabelAboveTellsIt() {
        let keys: [SectionKey] = [
            .year(2024), .month(year: 2024, month: 5), .month(year: 2023, month: 12), .month(year: 2023, month: 2),
            .year(2022),
        ]
        #expect(TimelineText.labels(keys) == ["2024", "May", "December 2023", "February", "2022"])
        #expect(DateText.date(2023, 6, 1, DatePattern(locale: "ja_JP").monthAlone) == "6月")
        #expect(DateText.date(2023, 6, 1, DatePattern(locale: "ko_KR").monthAlone) == "6월")
        #expect(DateText.date(2023, 6, 1, DatePattern(locale: "de_DE").monthAlone) == "June")
    }

    @Test func sectionsHaveTitles() {
        #expect(SectionTitle.text(.folder("2023/Summer"), of: "Pictures") == "2023/Summer")
        #expect(SectionTitle.text(.folder(""), of: "Pictures") == "Pictures")
        #expect(SectionTitle.text(.folder("two\nlines"), of: "Pictures") == "two lines")
        #expect(SectionTitle.text(.undated, of: "Pictures") == "No Date")
        #expect(SectionTitle.text(.undated, of: "Pictures", isIndexing: true) == "Reading Dates…")
        // Beyond GLib's calendar.
        #expect(SectionTitle.text(.day(year: 0, month: 2, day: 31), of: "Pictures") == "0-2-31")
    }

    @Test(arguments: [
        (0, 0, "0 photos"), (1, 0, "1 photo"), (1_204, 3, "1\u{202F}204 photos and 3 videos"),
        (2, 1, "2 photos and 1 video"),
        (1, 2_000, "1 photo and 2\u{202F}000 videos"), (0, 1, "1 video"), (0, 2, "2 videos"),
    ])
    func photosAndVideosAreCountedApart(photos: Int, videos: Int, text: String) {
        #expect(GalleryTitle.contents(photos: photos, videos: videos) == text)
    }

    @Test func filesThatAreNotShownAreSortedByKind() {
        let report = SourceReport(unshown: ["lrv": 10, "cr2": 1, "xyz": 40, "webp": 0])
        #expect(ReportText.unshown(report) == "51 files are not shown")
        #expect(ReportText.kinds(report).map(\.name) == ["Other files", "Video previews", "Camera raw files"])
        #expect(ReportText.kinds(report).map(ReportText.line) == [".xyz 40", ".lrv 10", ".cr2 1"])
        #expect(ReportText.kinds(report).allSatisfy { $0.reason.hasSuffix(".") })
        #expect(ReportText.unshown(SourceReport(unshown: ["lrv": 1])) == "1 file is not shown")
        #expect(ReportText.unshown(SourceReport()) == nil && ReportText.unreadable(SourceReport()) == nil)
    }

    @Test func indexingIsCounted() {
        #expect(
            GalleryTitle.indexing(IndexingProgress(done: 34_000, total: 100_000))
                == "Reading dates, 34\u{202F}000 of 100\u{202F}000")
    }

    @Test func everyOrderHasTwoDirections() {
        for order in Query.Order.allCases {
            #expect(
                OrderText.direction(order, isDescending: true) != OrderText.direction(order, isDescending: false),
                "\(order)")
        }
    }
}
