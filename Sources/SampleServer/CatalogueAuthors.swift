// Names of invented photographers, including some that careless programs mishandle.

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
