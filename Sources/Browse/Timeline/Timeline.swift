// A scroll bar's track as a line of time: where years, months and sections lie on it.
public import Library

/// The places of a list's sections on a track beside it, where the list is in the order of time, either way.
///
/// A point of the track stands for the point of the list at the same fraction of its height. While the bar is dragged
/// there, that point of the list lies in the viewport at the height of the pointer, so the date under the pointer is
/// that of the photos beside it. Lengths are logical pixels from the track's upper end.
public struct Timeline: Sendable {
    /// The name of a year or a month at its place.
    public struct Label: Hashable, Sendable {
        /// A year, or a month.
        public let key: SectionKey
        /// Upper edge of the label.
        public let y: Double
    }

    /// Names in the order of their places, none of which overlap: years, and months where there is room between them.
    public let labels: [Label]
    /// Places of sections in ascending order, each on a device pixel of its own.
    public let ticks: [Double]
    private let layout: GridLayout
    private let height: Double
    private let pageHeight: Double

    /// Creates the timeline of a list; nil where its sections are not in the order of time.
    /// - Parameters:
    ///   - pageHeight: Height of the viewport.
    ///   - height: Height of the track.
    ///   - labelHeight: Height of a label, the distance to the next one included.
    public init?(_ layout: GridLayout, pageHeight: Double, height: Double, labelHeight: Double) {
        guard height > 0, layout.height > 0, Self.isByTime(layout.sections) else { return nil }
        self.layout = layout
        self.pageHeight = pageHeight
        self.height = height
        let places = layout.sections.indices.map { layout.beginning(of: $0) / layout.height * height }
        ticks = Self.thinned(places, scale: layout.room.scale)
        labels = Self.labels(layout.sections, places, height: height, labelHeight: max(1, labelHeight))
    }

    // MARK: Between track and list

    /// Returns the scroll position, a whole pixel, to which a drag to `y` leads: the list's top at the upper end of
    /// the track to its end at the lower one.
    public func scroll(at y: Double) -> Double {
        (fraction(y) * max(0, layout.height - pageHeight)).rounded(.toNearestOrEven)
    }

    /// Returns the place on the track of a scroll position.
    public func y(ofScroll scroll: Double) -> Double {
        let bottom = max(0, layout.height - pageHeight)
        return bottom > 0 ? layout.clamped(scroll, pageHeight: pageHeight) / bottom * height : 0
    }

    /// Returns the number of the section whose heading or photos a place on the track stands for.
    public func section(at y: Double) -> Int {
        layout.section(at: fraction(y) * layout.height)
    }

    /// Returns the day, month or year that a place on the track stands for, or that none is known.
    public func date(at y: Double) -> SectionKey { layout.sections[section(at: y)].key }

    /// The comparison turns NaN into 0.
    private func fraction(_ y: Double) -> Double { y > 0 ? min(y / height, 1) : 0 }

    // MARK: Marks

    /// Returns whether sections are days, months or years in one direction; those without a time may be at either end.
    /// Takes some nanoseconds a section.
    public static func isByTime(_ sections: [ArrangedSection]) -> Bool {
        let inside = sections.drop { $0.key == .undated }
        let dated = inside.last?.key == .undated ? inside.dropLast() : inside
        let times = dated.compactMap(\.key.time)
        guard times.count == dated.count, times.count > 0 else { return false }
        let pairs = zip(times, times.dropFirst())
        return pairs.allSatisfy { $0 < $1 } || pairs.allSatisfy { $0 > $1 }
    }

    /// Returns places on whole device pixels, each once.
    private static func thinned(_ places: [Double], scale: Double) -> [Double] {
        var thinned: [Double] = []
        for place in places {
            let pixel = (place * scale).rounded() / scale
            if thinned.last != pixel { thinned.append(pixel) }
        }
        return thinned
    }

    /// Chooses the labels: the first and the last year, the years between them from the top, then months.
    private static func labels(
        _ sections: [ArrangedSection], _ places: [Double], height: Double, labelHeight: Double
    ) -> [Label] {
        func label(_ key: SectionKey, _ place: Double) -> Label {
            Label(key: key, y: min(max(0, place - labelHeight / 2), max(0, height - labelHeight)))
        }
        var years: [Label] = [], months: [Label] = []
        var last: SectionTime?
        for (section, place) in zip(sections, places) {
            guard let time = section.key.time else { continue }
            if time.year != last?.year {
                years.append(label(.year(time.year), place))
            } else if time.month > 0, time.month != last?.month {
                months.append(label(.month(year: time.year, month: time.month), place))
            }
            last = time
        }
        var chosen: [Label] = []
        for candidate in years.prefix(1) + years.dropFirst().suffix(1) + years.dropFirst().dropLast() + months {
            let next = chosen.indices.partitioningIndex { chosen[$0].y > candidate.y }
            let isClear =
                (next == 0 || candidate.y - chosen[next - 1].y >= labelHeight)
                && (next == chosen.count || chosen[next].y - candidate.y >= labelHeight)
            if isClear { chosen.insert(candidate, at: next) }
        }
        return chosen
    }
}

/// A day, month or year; what the key does not tell is 0.
private struct SectionTime: Comparable {
    let year, month, day: Int

    static func < (one: SectionTime, other: SectionTime) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }
}

extension SectionKey {
    /// The time that the key stands for; nil if it is not a time.
    fileprivate var time: SectionTime? {
        switch self {
        case .day(let year, let month, let day): SectionTime(year: year, month: month, day: day)
        case .month(let year, let month): SectionTime(year: year, month: month, day: 0)
        case .year(let year): SectionTime(year: year, month: 0, day: 0)
        case .folder, .undated: nil
        }
    }
}
