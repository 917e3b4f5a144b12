// What belongs to which photo, by the names in a folder alone.
import Photos
import Testing

@testable import Library

struct BelongingsTests {
    private static let photos: Set<String> = ["jpg", "jpeg", "png", "heic", "dng", "cr2", "nef", "mov", "mp4"]

    private func belongings(_ names: String...) -> Belongings { Self.belongings(names) }
    static func belongings(_ names: [String]) -> Belongings {
        Belongings(of: names.map { FileName($0) }) { $0.lowercasedExtension.map(photos.contains) ?? false }
    }

    /// All that belongs to the photo that a file is shown as.
    private func all(_ name: FileName, _ belongings: Belongings) -> [String] {
        let files = belongings.pair(of: name)
        return (files + belongings.companions(of: files)).map(\.text)
    }

    private func sidecars(_ name: FileName, _ names: String...) -> [String] {
        let belongings = Self.belongings(names)
        return belongings.sidecars(of: belongings.pair(of: name)).map(\.text)
    }

    // MARK: The table

    @Test(arguments: [
        "a.xmp", "a.XMP", "a.Xmp", "a.jpg.xmp", "a.jpg.XMP", "a_01.jpg.xmp", "a_12.jpg.xmp", "a_100.jpg.xmp",
        "a.jpg.pp3",
        "a.pp3", "a.jpg.out.pp3", "a.jpg.dop", "a.on1", "a.arp", "a.jpg.out.arp", "a.jpg.cos", "a.cos", "a.json",
        "a.jpg.json",
        "a.jpg.supplemental-metadata.json", "a.jpg.supplemen.json", "a.AAE", "a.aae", "a.THM", "a.LRV", "a.WAV",
        "a.wav",
        "a.VRD", "a.jpg.nksc", "a.acr", "a.MOV", "a.mp4", "a.wav.xmp", "a.MOV.xmp", "a.RAW",
    ])
    func aCompanionGoesWithItsPhoto(name: String) {
        let belongings = belongings("a.jpg", name, "b.jpg", "a.MOV", "a.wav")
        #expect(all("a.jpg", belongings).contains(name) && all("b.jpg", belongings) == ["b.jpg"])
        #expect(belongings.owner(of: FileName(name)) == "a.jpg")
    }

    @Test(arguments: [
        "a.txt", "a.jpg.txt", "ab.xmp", "A.xmp", "A.jpg.xmp", "a.jpeg.xmp", "a_1.jpg.xmp", "a_001.jpg.xmp",
        "a_0x.jpg.xmp",
        "a_01.xmp", "a.avi", "a .xmp", "a (2).jpg", "a.png",
    ])
    func otherFilesDoNot(name: String) {
        let belongings = belongings("a.jpg", name)
        #expect(all("a.jpg", belongings) == ["a.jpg"] && belongings.owner(of: FileName(name)) == nil)
    }

    @Test(arguments: ["A.xmp", "A.JPG.xmp", "A_01.JPG.xmp", "A.JPG.pp3"])
    func caseDoesNotCountWhereTheFolderTakesBothNamesForOne(name: String) {
        func belongings(_ names: [String], hasCase: Bool) -> Belongings {
            Belongings(of: names.map { FileName($0) }, isPhoto: { $0.lowercasedExtension == "jpg" }) { asked in
                names.contains { hasCase ? FileName($0) == asked : FileName($0).isAlike(asked) }
            }
        }
        let blind = belongings(["a.jpg", "b.jpg", name], hasCase: false)
        #expect(all("a.jpg", blind) == ["a.jpg", name] && blind.owner(of: FileName(name)) == "a.jpg")
        #expect(blind.has(FileName(name)) && all("b.jpg", blind) == ["b.jpg"])
        let renamed = CompanionTable.renamed(FileName(name), from: "a.jpg", to: "c.jpg")
        #expect(renamed == FileName("c" + name.dropFirst().replacing("JPG", with: "jpg")))
        #expect(all("a.jpg", belongings(["a.jpg", name], hasCase: true)) == ["a.jpg"])
        // Where both are there, case counts.
        #expect(all("a.jpg", belongings(["a.jpg", "A.jpg", name], hasCase: true)) == ["a.jpg"])
    }

    @Test func thePartsOfAnIPhonesPhotoGoTogether() {
        let belongings = belongings(
            "IMG_1.HEIC", "IMG_1.MOV", "IMG_1.AAE", "IMG_O1.AAE", "IMG_E1.HEIC", "IMG_E1.MOV", "IMG_1.DNG", "IMG_2.MOV")
        #expect(all("IMG_1.HEIC", belongings) == ["IMG_1.HEIC", "IMG_1.DNG", "IMG_1.AAE", "IMG_1.MOV", "IMG_O1.AAE"])
        #expect(all("IMG_E1.HEIC", belongings) == ["IMG_E1.HEIC", "IMG_E1.MOV"])
        #expect(all("IMG_1.MOV", belongings) == ["IMG_1.MOV"] && all("IMG_2.MOV", belongings) == ["IMG_2.MOV"])
    }

    @Test func takeoutsNumbersStandBehindTheExtension() {
        let belongings = belongings(
            "a.jpg", "a(1).jpg", "a.jpg.json", "a.jpg(1).json", "a.jpg.supplemental-metadata(1).json", "a(1).json")
        #expect(all("a.jpg", belongings) == ["a.jpg", "a.jpg.json"])
        #expect(
            all("a(1).jpg", belongings) == [
                "a(1).jpg", "a(1).json", "a.jpg(1).json", "a.jpg.supplemental-metadata(1).json",
            ])
    }

    // MARK: Whose it is

    @Test func aStemThatTwoPhotosHaveBelongsToNeither() {
        let both = belongings("a.jpg", "a.png", "a.xmp", "a.wav", "a.jpg.xmp", "a.png.pp3")
        #expect(all("a.jpg", both) == ["a.jpg", "a.jpg.xmp"] && all("a.png", both) == ["a.png", "a.png.pp3"])
        #expect(both.owner(of: "a.xmp") == nil)
    }

    @Test(arguments: ["a.wav", "a.pp3", "a.txt", "a.MOV", "a.psd", "a.json", "a.AAE"])
    func aThirdFileThatIsNoPhotoLeavesTheSidecarToThePhoto(third: String) {
        let belongings = belongings("a.jpg", "a.xmp", third)
        #expect(all("a.jpg", belongings).contains("a.xmp"))
        #expect(belongings.sidecars(of: ["a.jpg"]) == ["a.xmp"])
    }

    @Test func aPairIsOnePhotoWithTheSidecarsOfAllItsFiles() {
        let pair = belongings("a.JPG", "a.CR2", "a.xmp", "a.CR2.xmp", "a.JPG.xmp", "a_01.CR2.xmp")
        #expect(
            all("a.JPG", pair) == ["a.JPG", "a.CR2", "a.CR2.xmp", "a.JPG.xmp", "a.xmp", "a_01.CR2.xmp"])
        #expect(all("a.CR2", pair) == all("a.JPG", pair) && pair.owner(of: "a.CR2") == "a.JPG")
        #expect(pair.owner(of: "a_01.CR2.xmp") == "a.JPG" && pair.owner(of: "a.xmp") == "a.JPG")
        // The raw file by itself has what is its own.
        #expect(pair.companions(of: ["a.CR2"]) == ["a.CR2.xmp", "a_01.CR2.xmp"])
    }

    @Test func aPhotoThatIsCalledLikeADuplicateHasItsOwnSidecar() {
        let belongings = belongings("a.jpg", "a_01.jpg", "a_01.jpg.xmp", "a_02.jpg.xmp")
        #expect(all("a.jpg", belongings) == ["a.jpg", "a_02.jpg.xmp"])
        #expect(all("a_01.jpg", belongings) == ["a_01.jpg", "a_01.jpg.xmp"])
    }

    @Test func canonicallyEqualNamesAreOfTwoPhotos() {
        let composed = "\u{E9}", decomposed = "e\u{301}"
        let belongings = belongings(
            composed + ".jpg", decomposed + ".jpg", composed + ".jpg.xmp", decomposed + ".jpg.xmp", composed + ".xmp",
            decomposed + ".CR2", decomposed + ".aae")
        func bytes(_ stem: String) -> [[UInt8]] {
            all(FileName(stem + ".jpg"), belongings).map { Array($0.utf8) }
        }
        #expect(bytes(composed) == [".jpg", ".jpg.xmp", ".xmp"].map { Array((composed + $0).utf8) })
        #expect(bytes(decomposed) == [".jpg", ".CR2", ".aae", ".jpg.xmp"].map { Array((decomposed + $0).utf8) })
    }

    // MARK: Marks

    @Test func theWholeNameComesBeforeTheStemAndTheShownFileBeforeTheRawFile() {
        #expect(
            sidecars("a.JPG", "a.xmp", "a.CR2.xmp", "a.JPG.xmp", "a.JPG", "a.CR2", "a_01.JPG.xmp")
                == ["a.JPG.xmp", "a.CR2.xmp", "a.xmp"])
        #expect(sidecars("b.jpg", "b.jpg", "b.XMP") == ["b.XMP"] && sidecars("c.jpg", "c.jpg", "b.xmp") == [])
        #expect(sidecars("d.jpg", "d.jpg", "d.jpg.xmp", "d.jpg.XMP") == ["d.jpg.XMP", "d.jpg.xmp"])
        #expect(!CompanionTable.isSidecar(".xmp") && !CompanionTable.isSidecar("xmp"))
        #expect(CompanionTable.newSidecar(of: "a.jpg") == "a.jpg.xmp" && belongings("a.jpg").isEmpty)
    }

    @Test func namesOfAHundredThousandPhotosAreSortedOutOnce() {
        let belongings = Self.belongings((0..<100_000).flatMap { ["\($0).jpg", "\($0).jpg.xmp"] })
        var found = 0
        for number in 0..<100_000 { found += belongings.companions(of: [FileName("\(number).jpg")]).count }
        #expect(found == 100_000)
    }
}

/// What companions are called after a photo got another name.
struct CompanionRenamingTests {
    @Test func eachFormStays() {
        func renamed(_ names: FileName...) -> [String] {
            FileName.renamed(names, to: "b").map(\.text)
        }
        #expect(
            renamed("a.jpg", "a.jpg.xmp", "a_01.jpg.xmp", "a.xmp") == ["b.jpg", "b.jpg.xmp", "b_01.jpg.xmp", "b.xmp"])
        #expect(renamed("a.jpg", "a.CR2", "a_01.CR2.xmp") == ["b.jpg", "b.CR2", "b_01.CR2.xmp"])
        #expect(renamed("a(1).jpg", "a.jpg(1).json") == ["b.jpg", "b.jpg.json"])
        #expect(renamed("IMG_1.HEIC", "IMG_O1.AAE", "IMG_1.AAE") == ["b.HEIC", "b.HEIC.AAE", "b.AAE"])
        #expect(CompanionTable.renamed("IMG_O1.AAE", from: "IMG_1.HEIC", to: "IMG_22.HEIC") == "IMG_O22.AAE")
        #expect(CompanionTable.renamed("a_01.jpg.xmp", from: "a.jpg", to: "b.jpeg") == "b_01.jpeg.xmp")
        #expect(CompanionTable.renamed("a.xmp", from: "a.jpg", to: "b.jpeg") == nil)
    }
}

/// Lists of files as other programs give them.
struct PhotoGroupingTests {
    /// The photos of a list of names in one folder, in which `there` are.
    private func grouped(_ names: [String], there: [String]) -> [String] {
        let photos = PhotoFiles.grouped(
            names.map { PhotoFiles(path: FilePath("/p/" + $0)) }, isPhoto: { $0.lowercasedExtension == "jpg" },
            belongings: { $0 == "/p/" ? BelongingsTests.belongings(there) : Belongings() })
        return photos.map { $0.names.map(\.text).joined(separator: "+") + ($0.isPhoto ? "" : "!") }
    }

    private static let names = ["a.CR2", "a.jpg", "a.jpg.xmp", "a_01.jpg.xmp", "a.wav", "b.jpg", "b.xmp", "notes.txt"]

    @Test func eachFileGoesOnceWithItsPhotoInAnyOrder() {
        for names in [Self.names, Self.names.reversed(), Self.names.filter { $0 != "a.jpg" } + ["a.jpg"]] {
            let groups = grouped(names + names, there: Self.names)
            #expect(groups.count == 3 && groups.contains("notes.txt!"))
            #expect(groups.contains { $0.hasPrefix("b.jpg+b.xmp") })
            let files = groups.flatMap { $0.split(separator: "+").map { $0.split(separator: "!")[0] } }
            #expect(files.map(String.init).sorted() == Self.names.sorted())
        }
    }

    @Test func aCompanionWithoutItsPhotoGoesByItself() {
        #expect(grouped(["a.jpg.xmp", "b.xmp"], there: Self.names) == ["a.jpg.xmp!", "b.xmp!"])
        #expect(grouped(["a.CR2.xmp", "a.CR2"], there: Self.names + ["a.CR2.xmp"]) == ["a.CR2+a.CR2.xmp!"])
        #expect(grouped(["gone.jpg", "gone.jpg.xmp"], there: []) == ["gone.jpg", "gone.jpg.xmp!"])
    }
}
