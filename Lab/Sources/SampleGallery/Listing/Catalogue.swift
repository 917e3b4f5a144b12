// Photos of the sample server: ids with the real service's gaps, and a size and an author for each.
public import Photos

/// Photo of the catalogue as the listing describes it.
public struct SamplePhoto: Hashable, Sendable {
    /// Id, which the listing shows as text.
    public let number: Int
    /// Name of the photographer.
    public let author: String
    /// Size of the original in pixels.
    public let size: PixelSize

    /// Id as the listing and every path spell it.
    public var id: String { String(number) }
}

/// List of photos in order of their ids. Nothing is stored: a photo is computed from its number, so a catalogue of a
/// million costs no more than one of ten, and the n-th photo is the same in both.
public struct Catalogue: Sendable {
    /// Approximate number of photos of the real service.
    public static let usualCount = 1_000

    /// Number of photos.
    public let count: Int

    /// Creates a catalogue of the first `count` photos; below 0 becomes 0.
    public init(count: Int = Catalogue.usualCount) { self.count = max(0, count) }

    /// Returns the photo at a position in the list.
    public subscript(index: Int) -> SamplePhoto {
        var number = index
        for gap in Self.gaps {
            if gap > number { break }
            number += 1
        }
        return Self.photo(number)
    }

    /// Returns the photo with this id. Ids are compared as text: `007` is not a photo.
    public func photo(id: String) -> SamplePhoto? {
        guard let number = Int(id), String(number) == id, number >= 0, !Self.gaps.contains(number) else { return nil }
        let position = number - Self.gaps.prefix { $0 < number }.count
        return position < count ? Self.photo(number) : nil
    }

    /// Returns the photos of one page: `limit` from `offset` on, fewer at the end, none past it.
    public func photos(from offset: Int, limit: Int) -> [SamplePhoto] {
        guard offset < count else { return [] }
        let first = max(0, offset)
        return (first..<min(count, first + limit)).map { self[$0] }
    }

    /// Returns the photo that a seed always selects: FNV-1a over the UTF-8 of the seed (Fowler, Noll, Vo), modulo the
    /// count.
    public func photo(seed: String) -> SamplePhoto? {
        guard count > 0 else { return nil }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return self[Int(hash % UInt64(count))]
    }

    /// Ids missing on the real service, ascending.
    static let gaps: [Int] = [
        86, 97, 105, 138, 148, 150, 205, 207, 224, 226, 245, 246, 262, 285, 286, 298, 303, 332, 333, 346, 359, 394, 414,
        422, 438, 462, 463, 470, 489, 540, 561, 578, 587, 589, 592, 595, 597, 601, 624, 632, 636, 644, 647, 673, 697,
        706,
        707, 708, 709, 710, 711, 712, 713, 714, 720, 725, 734, 745, 746, 747, 748, 749, 750, 751, 752, 753, 754, 759,
        761,
        762, 763, 771, 792, 801, 812, 843, 850, 854, 895, 897, 899, 917, 920, 934, 956, 963, 968, 1007, 1017,
    ]

    private static func photo(_ number: Int) -> SamplePhoto {
        var random = SplitMix(seed: 0x7E55_E8A0 &+ UInt64(number) &* 0x1_0000_0001)
        let size = originals[Int(random.next() % UInt64(originals.count))]
        let author = CatalogueAuthors.names[Int(random.next() % UInt64(CatalogueAuthors.names.count))]
        return SamplePhoto(number: number, author: author, size: PixelSize(width: size.0, height: size.1))
    }

    /// Sizes of originals, each entry with equal probability: mostly twelve-megapixel cameras, some panoramas and tall
    /// images, a few wider than the limit of 5000 pixels, a few small ones.
    private static let originals: [(Int, Int)] = [
        (4000, 3000), (4000, 3000), (4000, 3000), (4000, 3000), (4096, 2731), (4096, 2731), (4096, 2731), (4032, 3024),
        (4032, 3024), (4032, 3024), (4240, 2832), (4240, 2832), (4240, 2832), (4288, 2848), (4288, 2848), (4200, 2800),
        (4200, 2800), (4272, 2848), (5000, 3333), (5000, 3333), (4608, 3072), (4608, 2592), (4032, 2268), (4000, 2667),
        (4000, 2667), (4000, 2250), (3888, 2592), (4592, 3448), (4896, 3264), (4928, 3264), (3000, 4000), (3000, 4000),
        (3000, 4000), (2731, 4096), (2731, 4096), (3024, 4032), (3024, 4032), (2832, 4240), (2667, 4000), (3333, 5000),
        (2268, 4032), (2800, 4200), (3264, 4896), (3500, 3500), (3024, 3024), (2448, 2448), (5000, 2000), (4800, 1600),
        (5000, 1250), (4500, 1500), (1600, 4800), (2000, 5000), (6000, 4000), (7360, 4912), (9000, 2000), (1280, 853),
        (1024, 683), (640, 480), (300, 400), (2560, 1440),
    ]
}

/// Plausible names, and difficult ones: ampersands, angle brackets, quotes, accents, right-to-left scripts, ideographs,
/// combining marks, and names wider than any tile.
enum CatalogueAuthors {
    static let names: [String] = [
        "Alma Reyes", "Anders Holm", "Ben Whitlock", "Carla Mendes", "Daniel Okoro", "Dina Farkas", "Elena Petrova",
        "Emil Nyberg", "Faye Donnelly", "Gareth Pugh", "Hanna Lindqvist", "Ian Castellan", "Ines Duarte",
        "Jakob Steiner",
        "Jonas Weller", "Kaya Demir", "Lena Hofmann", "Liam Prescott", "Lucia Ferrante", "Marek Zielinski",
        "Maya Thornton",
        "Nadia Rahman", "Noah Bergmann", "Olive Hart", "Oskar Dahl", "Paula Vance", "Quentin Moreau", "Rosa Almeida",
        "Ruth Calder", "Samir Haddad", "Sofia Keller", "Theo Langley", "Tove Eklund", "Uma Krishnan", "Victor Stanhope",
        "Wanda Kowalska", "Xavier Roche", "Yara Costa", "Zoe Ellery",
        "Åsa Sjöström", "Zoë Brontë-Müller", "Łukasz Żółtowski", "Đặng Thị Ngọc", "Çağla Işık", "Þórdís Ýr",
        "Jiří Dvořák",
        "Fern & Marlow", "Tom & Jerry <Studio>", "Anna \"Lux\" O’Neill", "back\\slash", "5 < 7 > 3 & more",
        "山田 花子", "李 小龙", "김 민준", "สมชาย ใจดี", "अनन्या शर्मा", "نور الهدى", "דוד כהן", "Мария Кузнецова",
        "Ελένη Παππά", "📷 Ada", "e\u{301}lise (combining)",
        "Maximiliana Wilhelmina Charlotte Augusta von und zu Hohenberg-Lichtenfels-Waldburg-Wolfegg the Younger of Upper Marsh",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    ]
}
