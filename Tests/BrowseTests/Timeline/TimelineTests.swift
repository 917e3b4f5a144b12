import Browse
import Library
import Photos
import Testing

/// Time along the track of a scroll bar, by rules that can be seen.
struct TimelineTests {
    /// Sections by day, month or year with gaps between them, newest or oldest first.
    private func sections(_ number: Int) -> [ArrangedSection] {
        var numbers = SeededNumbers(number)
        let step = [1, 1, 28, 336].randomElement(using: &numbers) ?? 1
        let grouping = Int.random(in: 0..<3, using: &numbers)
        let count = [1, 2, 30, 400].randomElement(using: &numbers) ?? 1
        var days: [Int] = []
        var day = 1_970 * 336
        for _ in 0..<count {
            day += Int.random(in: 1...9, using: &numbers) * step
            days.append(day)
        }
        if Bool.random(using: &numbers) { days.reverse() }
        var keys: [SectionKey] = []
        for day in days {
            let year = day / 336, month = day / 28 % 12 + 1
            let key: SectionKey =
                switch grouping {
                case 0: .day(year: year, month: month, day: day % 28 + 1)
                case 1: .month(year: year, month: month)
                default: .year(year)
                }
            if keys.last != key { keys.append(key) }
        }
        if Bool.random(using: &numbers) { keys.append(.undated) }
        var start = 0
        return keys.map { key in
            let length = Int.random(in: 1...90, using: &numbers)
            defer { start += length }
            return ArrangedSection(key: key, start: start, count: length)
        }
    }

    private func layout(_ sections: [ArrangedSection], scale: Double = 1) -> GridLayout {
        GridLayout(
            count: sections.reduce(0) { $0 + $1.count }, sections: sections,
            in: .init(kind: .squares, width: 1_280, scale: scale, tileSize: 200, headingHeight: 48))
    }

    private func year(_ key: SectionKey) -> Int? {
        switch key {
        case .day(let year, _, _), .month(let year, _), .year(let year): year
        case .folder, .undated: nil
        }
    }

    private let page = 700.0

    @Test(arguments: 0..<200) func labelsAreInOrderAndNoneOverlap(number: Int) throws {
        let sections = sections(number), layout = layout(sections)
        for height in [0.5, 20, 300, 900] {
            let timeline = try #require(Timeline(layout, pageHeight: page, height: height, labelHeight: 18))
            let labels = timeline.labels, years = sections.compactMap { year($0.key) }
            #expect(zip(labels, labels.dropFirst()).allSatisfy { $1.y - $0.y >= 18 })
            #expect(labels.allSatisfy { $0.y >= 0 && $0.y <= max(0, height - 18) })
            #expect(labels.first?.key == .year(years[0]))
            let shown = labels.compactMap { year($0.key) }
            #expect(shown == shown.sorted() || shown == shown.sorted(by: >))
            // The last year is named where both have room.
            guard let last = years.last, last != years[0] else { continue }
            let first = try #require(sections.indices.first { year(sections[$0].key) == last })
            let place = layout.heading(of: first).y / layout.height * height
            if place > 27, height > 36 { #expect(shown.contains(last)) }
        }
    }

    /// Photos of which only the year is known are a section of their own beside its months.
    @Test(arguments: [false, true]) func aYearAloneIsNoMonth(isDescending: Bool) throws {
        var keys: [SectionKey] = [
            .year(1974), .month(year: 1974, month: 5), .day(year: 1974, month: 5, day: 2), .year(1975),
            .month(year: 1975, month: 1), .day(year: 1975, month: 2, day: 3),
        ]
        if isDescending { keys.reverse() }
        let sections = keys.enumerated().map { ArrangedSection(key: $1, start: $0 * 90, count: 90) }
        #expect(Timeline.isByTime(sections))
        let timeline = try #require(Timeline(layout(sections), pageHeight: page, height: 1_000, labelHeight: 20))
        for case .month(_, let month) in timeline.labels.map(\.key) { #expect((1...12).contains(month)) }
        #expect(timeline.labels.filter { $0.key == .year(1974) || $0.key == .year(1975) }.count == 2)
    }

    @Test func monthsAreNamedWhereThereIsRoomBetweenYears() throws {
        let months = (0..<24).map {
            ArrangedSection(key: .month(year: 2024 - $0 / 12, month: 12 - $0 % 12), start: $0 * 60, count: 60)
        }
        let high = try #require(Timeline(layout(months), pageHeight: page, height: 1_000, labelHeight: 20))
        #expect(high.labels.count == 24)
        #expect(high.labels[0].key == .year(2024) && high.labels[12].key == .year(2023))
        #expect(high.labels[1].key == .month(year: 2024, month: 11))
        let low = try #require(Timeline(layout(months), pageHeight: page, height: 60, labelHeight: 20))
        #expect(low.labels.map(\.key).prefix(1) == [.year(2024)] && low.labels.contains { $0.key == .year(2023) })
        #expect(low.labels.count == 3)
    }

    @Test(arguments: 0..<100, [1.0, 2]) func ticksAreOneADevicePixelAtTheirSections(number: Int, scale: Double) throws {
        let sections = sections(number), layout = layout(sections, scale: scale)
        let timeline = try #require(Timeline(layout, pageHeight: page, height: 400, labelHeight: 18))
        let places = sections.indices.map { layout.heading(of: $0).y / layout.height * 400 }
        #expect(zip(timeline.ticks, timeline.ticks.dropFirst()).allSatisfy { $1 - $0 >= 1 / scale })
        #expect(timeline.ticks.allSatisfy { tick in places.contains { abs($0 - tick) <= 0.5 / scale } })
        #expect(places.allSatisfy { place in timeline.ticks.contains { abs($0 - place) <= 0.5 / scale } })
    }

    @Test(arguments: 0..<100) func theTrackLeadsToWholePixelsAndBack(number: Int) throws {
        let layout = layout(sections(number))
        let timeline = try #require(Timeline(layout, pageHeight: page, height: 631, labelHeight: 18))
        let bottom = max(0, layout.height - page)
        #expect(timeline.scroll(at: 0) == 0 && timeline.scroll(at: 631) == bottom)
        #expect(timeline.scroll(at: -50) == 0 && timeline.scroll(at: 1e9) == bottom && timeline.scroll(at: .nan) == 0)
        var before = -1.0
        for y in 0...631 {
            let scroll = timeline.scroll(at: Double(y))
            #expect(scroll == scroll.rounded() && scroll >= before)
            #expect(timeline.scroll(at: timeline.y(ofScroll: scroll)) == scroll)
            before = scroll
        }
        #expect(timeline.y(ofScroll: bottom) == (bottom > 0 ? 631 : 0) && timeline.y(ofScroll: -5) == 0)
    }

    @Test(arguments: 0..<100) func theDateUnderThePointerIsThatOfThePhotosBesideIt(number: Int) throws {
        let sections = sections(number), layout = layout(sections)
        let timeline = try #require(Timeline(layout, pageHeight: page, height: 631, labelHeight: 18))
        var before = 0
        for y in 0...631 {
            let section = timeline.section(at: Double(y))
            #expect(section >= before && timeline.date(at: Double(y)) == sections[section].key)
            before = section
            guard layout.height > page else { continue }
            let scroll = timeline.scroll(at: Double(y))
            #expect(layout.sections(scroll: scroll, pageHeight: page).contains(section))
        }
        #expect(timeline.section(at: 0) == 0 && timeline.section(at: 631) == sections.count - 1)
    }

    @Test func whatIsNotInTheOrderOfTimeHasNoTimeline() {
        func timeline(_ keys: SectionKey...) -> Timeline? {
            let sections = keys.enumerated().map { ArrangedSection(key: $1, start: $0 * 10, count: 10) }
            return Timeline(layout(sections), pageHeight: page, height: 500, labelHeight: 18)
        }
        #expect(timeline() == nil)
        #expect(timeline(.folder("a"), .folder("b")) == nil)
        #expect(timeline(.year(2020), .folder("b")) == nil)
        #expect(timeline(.undated) == nil)
        #expect(timeline(.year(2020), .year(2022), .year(2021)) == nil)
        #expect(timeline(.year(2020), .undated, .year(2022)) == nil)
        #expect(timeline(.year(2020)) != nil)
        #expect(timeline(.year(2020), .year(2021), .undated) != nil)
        #expect(timeline(.undated, .month(year: 2020, month: 2), .month(year: 2020, month: 1)) != nil)
    }
}
