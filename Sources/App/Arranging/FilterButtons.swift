// The buttons of the filter bar.
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A button for each facet of a filter, with its choices and how many photos they would show. The row is moved sideways
/// where the window is narrow.
final class FilterButtons {
    let root: WidgetReference
    private let favourites: Widget
    private let favouriteCount: OpaquePointer
    private let clear: Widget
    private let keep: Widget
    private let choose: (PhotoFilter) -> Void
    private var menus: [Facet: FilterMenu] = [:]
    private var filter = PhotoFilter.none
    private var counts: FilterCounts?
    /// Whether the state of a button changes with the filter, and not by the user.
    private var isShowing = false

    private static let spacing: Int32 = 3, margin: Int32 = 6

    /// What has a menu, in the order of the bar.
    private enum Facet: CaseIterable {
        case stars, label, rejected, kind, year, camera, keywords

        var title: String {
            switch self {
            case .stars: FilterText.stars
            case .label: FilterText.label
            case .rejected: MarkText.rejected
            case .kind: FilterText.kind
            case .year: FilterText.year
            case .camera: FilterText.camera
            case .keywords: FilterText.keywords
            }
        }
    }

    /// Makes buttons that show nothing before `show` is called.
    /// - Parameter choose: Called with the filter that the user has made.
    init(choose: @escaping (PhotoFilter) -> Void) {
        self.choose = choose
        let scroller = made(gtk_scrolled_window_new())
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, Self.spacing))
        root = WidgetReference(scroller)
        favourites = made(gtk_toggle_button_new())
        clear = CommandButton.make(
            .clearFilter, icon: "edit-clear-symbolic", name: FilterText.clear, tooltip: FilterText.clear)
        keep = CommandButton.make(
            .keepSearch, icon: "bookmark-new-symbolic", name: SearchText.keepHeading, tooltip: SearchText.keepHelp)
        let heart = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, Self.margin)), count = made(gtk_label_new(nil))
        favouriteCount = count.opaque
        gtk_widget_add_css_class(row, "filter-bar")
        gtk_widget_add_css_class(count, "count")
        gtk_widget_add_css_class(favourites, "flat")
        gtk_widget_add_css_class(clear, "flat")
        gtk_widget_add_css_class(keep, "flat")
        gtk_box_append(heart.cast(), made(gtk_label_new(FilterText.favourites)))
        gtk_box_append(heart.cast(), count)
        gtk_button_set_child(favourites.cast(), heart)
        for facet in Facet.allCases {
            let menu = FilterMenu(facet.title) { [weak self] in self?.take($0) }
            menus[facet] = menu
            gtk_box_append(row.cast(), menu.button)
            if facet == .stars { gtk_box_append(row.cast(), favourites) }
        }
        gtk_box_append(row.cast(), clear)
        gtk_box_append(row.cast(), keep)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scroller.opaque, row)
        tessera_accessible_set_label(row.object, FilterText.bar)
        Signal.on(favourites, "toggled") { [weak self] in self?.favouritesToggled() }
    }

    /// Gives the focus to the first button.
    func grabFocus() { if let stars = menus[.stars] { gtk_widget_grab_focus(stars.button) } }

    /// Shows what is asked for, and how many photos each choice would show; nil while that is not known.
    func show(_ filter: PhotoFilter, _ counts: FilterCounts?) {
        (self.filter, self.counts) = (filter, counts)
        show()
    }

    private func take(_ choice: FilterChoice) {
        var wanted = filter
        choice.change(&wanted)
        choose(wanted)
    }

    private func favouritesToggled() {
        guard !isShowing else { return }
        var wanted = filter
        wanted.isFavourite = gtk_toggle_button_get_active(favourites.cast()) != 0
        choose(wanted)
    }

    private func show() {
        isShowing = true
        gtk_toggle_button_set_active(favourites.cast(), filter.isFavourite ? 1 : 0)
        isShowing = false
        gtk_label_set_text(favouriteCount, counts.map { GalleryTitle.grouped($0.favourites) } ?? "")
        for button in [clear, keep] { gtk_widget_set_visible(button, filter.isEmpty ? 0 : 1) }
        for facet in Facet.allCases { menus[facet]?.show(choices(of: facet), isAsking: isAsking(facet)) }
    }

    private func isAsking(_ facet: Facet) -> Bool {
        switch facet {
        case .stars: filter.stars > 0
        case .label: !filter.labels.isEmpty
        case .rejected: filter.rejected != .shown
        case .kind: filter.kind != nil
        case .year: filter.year != nil
        case .camera: filter.camera != nil
        case .keywords: !filter.keywords.isEmpty
        }
    }

    // MARK: Choices

    private func choices(of facet: Facet) -> [FilterChoice] {
        switch facet {
        case .stars: stars
        case .label: labels
        case .rejected: rejected
        case .kind: kinds
        case .year:
            Self.values(counts?.years ?? [], chosen: filter.year, title: { "\($0)" }) { $0.year = $1 }
        case .camera:
            Self.values(counts?.cameras ?? [], chosen: filter.camera, title: { $0 }) { $0.camera = $1 }
        case .keywords: keywords
        }
    }

    private var stars: [FilterChoice] {
        (0...PhotoMarks.mostStars).reversed().map { stars in
            FilterChoice(
                title: stars == 0 ? FilterText.all : FilterText.stars(atLeast: stars), count: counts?.stars[stars],
                isChosen: filter.stars == stars
            ) { $0.stars = stars }
        }
    }

    private var labels: [FilterChoice] {
        PhotoLabel.allCases.filter { label in
            label != .other || filter.labels.contains(label) || counts?.labels[label] ?? 0 > 0
        }.map { label in
            FilterChoice(
                title: FilterText.label(label), count: counts.map { $0.labels[label] ?? 0 },
                isChosen: filter.labels.contains(label), label: label
            ) { $0.labels.formSymmetricDifference([label]) }
        }
    }

    private var rejected: [FilterChoice] {
        PhotoFilter.Rejected.allCases.map { rejected in
            FilterChoice(
                title: FilterText.rejected(rejected), count: rejected == .alone ? counts?.rejected : nil,
                isChosen: filter.rejected == rejected
            ) { $0.rejected = rejected }
        }
    }

    private var kinds: [FilterChoice] {
        let values = PhotoFilter.Kind.allCases.map { FilterCounts.Value(name: $0, count: counts?.kinds[$0] ?? 0) }
        return Self.values(values, chosen: filter.kind, title: FilterText.kind) { $0.kind = $1 }
    }

    private var keywords: [FilterChoice] {
        // One that no shown photo has any more is to be taken back as well.
        let known = counts?.keywords ?? []
        let lost = filter.keywords.subtracting(known.map(\.name)).sorted().map {
            FilterCounts.Value(name: $0, count: 0)
        }
        return (lost + known).map { value in
            FilterChoice(title: value.name, count: value.count, isChosen: filter.keywords.contains(value.name)) {
                $0.keywords.formSymmetricDifference([value.name])
            }
        }
    }

    /// Returns a choice for each value, behind the one that asks for none; the chosen one also where no photo has it.
    private static func values<Name>(
        _ values: [FilterCounts.Value<Name>], chosen: Name?, title: (Name) -> String,
        _ change: @escaping (inout PhotoFilter, Name?) -> Void
    ) -> [FilterChoice] {
        guard !values.isEmpty || chosen != nil else { return [] }
        let all = FilterChoice(title: FilterText.all, count: nil, isChosen: chosen == nil) { change(&$0, nil) }
        let lost = chosen.map { name in
            values.contains { $0.name == name } ? [] : [FilterCounts.Value(name: name, count: 0)]
        }
        return [all]
            + ((lost ?? []) + values).map { value in
                FilterChoice(title: title(value.name), count: value.count, isChosen: chosen == value.name) {
                    change(&$0, value.name)
                }
            }
    }
}
