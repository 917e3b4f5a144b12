// The sidebar's contents: order, one row a folder, the shown folder in its place.
import Photos
import Testing

@testable import Browse

struct PlaceSectionsTests {
    private func facts(shown: Place? = nil) -> PlaceFacts {
        var facts = PlaceFacts()
        facts.home = "/home/u"
        facts.pictures = "/home/u/Pictures"
        facts.libraries = ["/home/u/Downloads"]
        facts.bookmarks = [FolderBookmark(path: "/data/photos", name: "Archive")]
        facts.volumes = [
            PlaceVolume(id: "m1", name: "CAMERA", path: "/media/u/CAMERA", isCamera: false, canEject: true)
        ]
        facts.recent = [.folder("/data/scans"), .folder("/home/u/Pictures/2023")]
        facts.openedExamples = [.sample, .picsum]
        facts.shown = shown
        return facts
    }

    /// Each row as its depth and name, below its section's kind.
    private func text(_ facts: PlaceFacts) -> [String] {
        PlaceSections(facts).sections.flatMap { section in
            ["\(section.kind)"] + section.entries.map { String(repeating: " ", count: $0.depth + 1) + $0.name }
        }
    }

    @Test func placesComeInTheirOrder() {
        #expect(
            text(facts()) == [
                "places", " Pictures", " Downloads", " Trash", "bookmarks", " Archive", "devices", " CAMERA", "recent",
                " scans", " 2023", "examples", " Sample Photos", " Lorem Picsum",
            ])
        #expect(PlaceSections(facts()).selected == nil)
    }

    @Test func aFolderHasOneRowAndAVolumeKeepsItsButton() {
        var facts = facts()
        facts.bookmarks = [
            FolderBookmark(path: "/home/u/Pictures/"), FolderBookmark(path: "/media/u/CAMERA"),
            FolderBookmark(path: "/b"),
            FolderBookmark(path: "/b/"),
        ]
        facts.recent = [.folder("/b"), .folder("/home/u/Downloads"), .folder("/c")]
        let sections = PlaceSections(facts).sections
        let rows = sections.flatMap(\.entries)
        #expect(Set(rows.map(\.id)).count == rows.count)
        #expect(
            rows.compactMap { $0.place?.path } == [
                "/home/u/Pictures", "/home/u/Downloads", "/b", "/media/u/CAMERA", "/c",
            ])
        #expect(rows.first { $0.name == "CAMERA" }?.ejects == "m1")
    }

    @Test func volumesWithoutAMountAreListedAndMountedWhenTheyAreOpened() throws {
        var facts = facts()
        facts.volumes += [
            PlaceVolume(id: "v1", name: "CARD", path: nil, isCamera: false, canEject: false),
            PlaceVolume(id: "v2", name: "CARD", path: nil, isCamera: true, canEject: false),
        ]
        let devices = try #require(PlaceSections(facts).sections.first { $0.kind == .devices }).entries
        #expect(devices.map(\.name) == ["CAMERA", "CARD", "CARD"])
        #expect(devices.map(\.mounts) == [nil, "v1", "v2"] && devices.map(\.kind) == [.drive, .drive, .camera])
        #expect(devices[1].place == nil && devices[1].ejects == nil && Set(devices.map(\.id)).count == 3)
    }

    @Test func subfoldersFollowTheShownFolderWithTheirCounts() {
        var facts = facts(shown: .folder("/home/u/Pictures"))
        let pictures = PlaceEntry.ID.place(.folder("/home/u/Pictures"))
        facts.subfolders["/home/u/Pictures"] = PlaceSubfolders(
            ["/home/u/Pictures/2022", "/home/u/Pictures/2023"], further: 3)
        facts.counts = ["/home/u/Pictures/2022": FolderCount(photos: 7, isComplete: true)]
        #expect(text(facts).prefix(3) == ["places", " Pictures", " Downloads"])
        facts.expanded = [pictures]
        let sections = PlaceSections(facts)
        #expect(text(facts).prefix(6) == ["places", " Pictures", "  2022", "  2023", "  ", " Downloads"])
        #expect(sections.selected == pictures)
        let rows = sections.sections[0].entries
        #expect(rows[1].count == FolderCount(photos: 7, isComplete: true) && rows[2].count == nil)
        #expect(rows[3].place == nil && rows[3].further == 3)
        #expect(rows.map(\.isExpanded) == [true, false, false, nil, false, nil])
        // What is shown in a tree takes no row from elsewhere: rows do not move.
        #expect(sections.sections.first { $0.kind == .recent }?.entries.map(\.name) == ["scans", "2023"])
        let ids = sections.sections.flatMap { $0.entries.map(\.id) }
        #expect(Set(ids).count == ids.count)
    }

    @Test func aFolderBelowAPlaceIsShownAmongItsNeighbours() {
        var facts = facts(shown: .folder("/home/u/Pictures/2023/Summer"))
        let way = PlaceSections.way(toShown: facts)
        #expect(
            way == [
                .place(.folder("/home/u/Pictures")), .below(top: "/home/u/Pictures", "/home/u/Pictures/2023"),
                .below(top: "/home/u/Pictures", "/home/u/Pictures/2023/Summer"),
            ])
        facts.expanded = Set(way)
        // Not before its neighbours are known, which would move it.
        #expect(PlaceSections(facts).selected == nil)
        #expect(PlaceSections.expandedFolders(facts) == ["/home/u/Pictures"])
        facts.subfolders["/home/u/Pictures"] = PlaceSubfolders(["/home/u/Pictures/2022", "/home/u/Pictures/2023"])
        facts.subfolders["/home/u/Pictures/2023"] = PlaceSubfolders(["/home/u/Pictures/2023/Raw"])
        #expect(
            text(facts).prefix(7) == [
                "places", " Pictures", "  2022", "  2023", "   Raw", "   Summer", " Downloads",
            ])
        #expect(PlaceSections(facts).selected == way.last)
        // Closed by the user, it stays so.
        facts.expanded.remove(way[0])
        #expect(text(facts).prefix(3) == ["places", " Pictures", " Downloads"])
        #expect(PlaceSections(facts).selected == nil)
    }

    @Test func aFolderWithoutSubfoldersHasNoArrow() {
        var facts = facts()
        facts.subfolders["/home/u/Pictures"] = PlaceSubfolders([])
        facts.expanded = [.place(.folder("/home/u/Pictures"))]
        let rows = PlaceSections(facts).sections.flatMap(\.entries)
        #expect(rows[0].isExpanded == nil && rows[1].isExpanded == false)
        #expect(rows.first { $0.place == .sample }?.isExpanded == nil)
    }

    @Test func aLinkThatLeadsUpIsOneRowAStep() {
        var facts = facts()
        var path: FilePath = "/home/u/Pictures"
        facts.expanded = [.place(.folder(path))]
        for _ in 0..<40 {
            let next = path.appending("up")
            facts.subfolders[path] = PlaceSubfolders([next])
            facts.expanded.insert(.below(top: "/home/u/Pictures", next))
            path = next
        }
        let rows = PlaceSections(facts).sections[0].entries
        #expect(rows.count == 43 && rows.map(\.depth).max() == 12)
    }

    @Test func aFolderWithoutAPlaceIsAmongTheRecentOnes() {
        #expect(
            text(facts(shown: .folder("/srv/x"))).drop { $0 != "recent" }.prefix(4) == [
                "recent", " x", " scans", " 2023",
            ])
        // It is there already.
        #expect(
            text(facts(shown: .folder("/data/scans/"))).drop { $0 != "recent" }.prefix(3) == [
                "recent", " scans", " 2023",
            ])
        #expect(PlaceSections(facts(shown: .folder("/data/scans/"))).selected == .place(.folder("/data/scans")))
    }

    @Test func examplesAndServicesAreSelectedWhenTheyAreShown() {
        #expect(PlaceSections(facts(shown: .sample)).selected == .place(.sample))
        let other = PlaceSections(facts(shown: .service("http://h")))
        #expect(other.sections.last?.entries.map(\.name) == ["Sample Photos", "Lorem Picsum", "http://h"])
        #expect(other.selected == .place(.service("http://h")))
    }

    @Test func examplesHaveRowsOnceTheyHaveBeenOpened() {
        func rows(_ opened: Set<Place>, shown: Place? = nil) -> [String] {
            var facts = facts(shown: shown)
            facts.openedExamples = opened
            return PlaceSections(facts).sections.filter { $0.kind == .examples }.flatMap(\.entries).map(\.name)
        }
        #expect(rows([]) == [])
        #expect(rows([], shown: .sample) == ["Sample Photos"])
        #expect(rows([.picsum]) == ["Lorem Picsum"])
        #expect(rows([.picsum], shown: .sample) == ["Sample Photos", "Lorem Picsum"])
    }

    @Test func theTrashIsSelectedWhenItIsShown() {
        #expect(PlaceSections(facts(shown: .trash)).selected == .place(.trash))
        #expect(Place(Place.trash.text) == .trash && Place.trash.subject == .trash)
    }

    @Test func whatIsNotThereHasNoSection() {
        #expect(PlaceSections(PlaceFacts()).sections.map(\.kind) == [.places])
    }

    @Test func phonesAndCamerasAreDevicesAndServersAreNot() throws {
        let phone = try #require(ShareAddress("mtp://Phone")), server = try #require(ShareAddress("smb://nas/photos"))
        var facts = PlaceFacts()
        facts.volumes = [
            PlaceVolume(id: "s", name: "photos", path: nil, share: server, isCamera: false, canEject: true),
            PlaceVolume(id: "m", name: "Phone", path: nil, share: phone, isCamera: true, canEject: true),
        ]
        #expect(text(facts) == ["places", " Trash", "devices", " Phone", "network", " photos"])
    }

    @Test func aMountedShareAndTheShownOneHaveARowEach() throws {
        let root = try #require(ShareAddress("sftp://nas")), shown = try #require(ShareAddress("sftp://nas/2024"))
        var facts = PlaceFacts()
        facts.volumes = [
            PlaceVolume(id: root.text, name: "nas", path: "/run/gvfs/nas", share: root, isCamera: false, canEject: true)
        ]
        facts.shown = .share(shown)
        let sections = PlaceSections(facts)
        #expect(text(facts) == ["places", " Trash", "network", " nas", "recent", " 2024"])
        #expect(sections.selected == .place(.share(shown)))
        let mount = sections.sections.flatMap(\.entries).first { $0.name == "nas" }
        #expect(mount?.place == .share(root) && mount?.ejects == root.text)
        facts.shown = .share(root)
        #expect(text(facts) == ["places", " Trash", "network", " nas"])
    }

    @Test func aRecentFolderOnAShareHasOneRowAlsoWhileItIsShown() throws {
        let shown = try #require(ShareAddress("smb://nas/photos/2024")), root = try #require(ShareAddress("sftp://nas"))
        var facts = PlaceFacts()
        facts.recent = [.folder("/scans"), .share(shown), .share(root)]
        facts.bookmarks = [FolderBookmark(share: root, name: "NAS")]
        #expect(text(facts) == ["places", " Trash", "bookmarks", " NAS", "recent", " scans", " 2024"])
        facts.shown = .share(shown)
        #expect(text(facts) == ["places", " Trash", "bookmarks", " NAS", "recent", " scans", " 2024"])
    }
}
