// Words of a search that say how dates, marks and texts are meant, in the languages of the program.
import Photos

/// What a search understands beside names of the calendar: English, German, French, Spanish and Hebrew, whatever the
/// user's language is. All are folded (`FoldedText`). A word that stands for nothing here is still text.
enum SearchPhrases {
    /// Days that are said by their distance from today.
    enum Relative: CaseIterable {
        case today, yesterday, thisWeek, lastWeek, thisMonth, lastMonth, thisYear, lastYear
    }

    /// A date's side on which photos are looked for.
    enum Side {
        case before, until, after, since
    }

    /// A phrase as its folded words.
    typealias Phrase = [ContiguousArray<UInt8>]

    static let relative: [(phrase: Phrase, days: Relative)] = [
        (.today, "today|heute|aujourd'hui|hoy|היום"), (.yesterday, "yesterday|gestern|hier|ayer|אתמול"),
        (.thisWeek, "this week|diese woche|cette semaine|esta semana|השבוע"),
        (
            .lastWeek,
            "last week|letzte woche|semaine dernière|la semaine dernière|semana pasada|la semana pasada|שבוע שעבר|בשבוע שעבר"
        ), (.thisMonth, "this month|diesen monat|dieser monat|ce mois|ce mois-ci|este mes|החודש"),
        (
            .lastMonth,
            "last month|letzten monat|letzter monat|mois dernier|le mois dernier|mes pasado|el mes pasado|חודש שעבר|בחודש שעבר"
        ), (.thisYear, "this year|dieses jahr|cette année|este año|השנה"),
        (
            .lastYear,
            """
            last year|letztes jahr|année dernière|l'année dernière|an dernier|l'an dernier|año pasado|el año pasado|\
            שנה שעברה|בשנה שעברה
            """
        ),
    ].flatMap { days, phrases in
        phrases.split(separator: "|").map { (phrase: $0.split(separator: " ").map { fold(String($0)) }, days: days) }
    }
    /// Words of the longest of them.
    static let longestRelative = relative.reduce(0) { max($0, $1.phrase.count) }

    static let sides: [ContiguousArray<UInt8>: Side] = table([
        (.before, "before vor avant antes לפני"), (.until, "until bis jusqu'à hasta עד"),
        (.after, "after nach après después אחרי"), (.since, "since seit ab depuis desde מאז"),
    ])

    /// Between two dates, spaces around it: all days from the one to the other.
    static let between = set("- – — to bis à a hasta עד")
    /// Words inside of a date that say nothing.
    static let fillers = set("of the de del der dem den le la el")

    static let stars = set(
        "stars star rating sterne stern bewertung étoiles étoile estrellas estrella כוכבים כוכב דירוג")

    static let favourites = set("favourite favorite favorit favori favorito מועדף")
    static let rejected = set(
        "rejected abgelehnt verworfen rejetée rejeté rejetées rejetés rechazada rechazado rechazadas נדחתה נדחו")
    /// What stands before a colour.
    static let labels = set("label labels colour color farbe farben etikett couleur couleurs צבע תווית")
    static let labelNames: [ContiguousArray<UInt8>: PhotoLabel] = table([
        (.red, "red rot rouge rojo אדום"), (.yellow, "yellow gelb jaune amarillo צהוב"),
        (.green, "green grün vert verde ירוק"), (.blue, "blue blau bleu azul כחול"),
        (.purple, "purple violet lila violett morado סגול"),
        (.none, "none keine keines aucun aucune ninguno ninguna ללא"),
    ])
    static let kinds: [ContiguousArray<UInt8>: PhotoFilter.Kind] = table([
        (.raw, "raw"), (.video, "video videos vidéo vidéos vídeo vídeos וידאו סרטון סרטונים"),
        (.panorama, "panorama panoramas panoramen panorámica panorámicas פנורמה"),
        (.animation, "animation animations animationen animación animaciones אנימציה אנימציות"),
    ])
    static let shapes: [ContiguousArray<UInt8>: SearchWord.Shape] = table([
        (.portrait, "portrait hochformat vertical לאורך"),
        (.landscape, "landscape querformat paysage horizontal לרוחב"),
        (.square, "square quadratisch carré cuadrado ריבוע"),
    ])

    /// What a text of a photo is, before a colon.
    static let wordKinds: [ContiguousArray<UInt8>: [PhotoWord.Kind]] = table([
        (
            [.keyword],
            """
            tag tags keyword keywords stichwort stichwörter stichworte schlagwort schlagwörter mot-clé mots-clés étiquette \
            étiquettes etiqueta etiquetas palabra-clave palabras-clave תג תגים תגית תגיות
            """
        ), ([.title], "title titel titre título כותרת"),
        (
            [.caption],
            "caption description bildunterschrift beschreibung légende description leyenda pie descripción כיתוב תיאור"
        ),
        (
            [.artist],
            """
            creator artist author photographer urheber künstler fotograf autor auteur créateur artiste photographe creador \
            artista fotógrafo יוצר צלם
            """
        ), ([.city], "city stadt ville ciudad עיר"),
        ([.state], "state province region bundesland état région estado provincia región מחוז"),
        ([.country], "country land pays país ארץ מדינה"), ([.city, .state, .country], "place ort lieu lugar מקום"),
    ])

    private static func fold(_ text: String) -> ContiguousArray<UInt8> { FoldedText.fold(text) }

    private static func set(_ words: String) -> Set<ContiguousArray<UInt8>> {
        Set(words.split(separator: " ").map { fold(String($0)) })
    }

    private static func table<Meaning>(_ rows: [(Meaning, String)]) -> [ContiguousArray<UInt8>: Meaning] {
        rows.reduce(into: [:]) { table, row in
            for word in set(row.1) { table[word] = row.0 }
        }
    }
}
