// What a drawing may make its process load, from the words in its bytes.
#define _GNU_SOURCE
#include "tessera_drawing_needs.h"

#include <string.h>

#include "tessera_drawing_wire.h"

// Bytes in which the declaration of the encoding is looked for.
enum { declaration = 256 };

static gboolean has(const guint8 *bytes, gsize count, const char *word) {
    return memmem(bytes, count, word, strlen(word)) != NULL;
}

// Whether a picture is embedded whose loader is in a file of its own: not so PNG, JPEG and drawings.
static gboolean embeds_others(const guint8 *bytes, gsize count) {
    static const char *const known[] = {"image/png", "image/jpeg", "image/jpg", "image/svg+xml"};
    static const char scheme[] = "data:";
    const guint8 *end = bytes + count, *place = bytes;
    while ((place = memmem(place, (gsize)(end - place), scheme, sizeof scheme - 1)) != NULL) {
        place += sizeof scheme - 1;
        gboolean is_known = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(known) && !is_known; i++)
            is_known = (gsize)(end - place) > strlen(known[i]) && memcmp(place, known[i], strlen(known[i])) == 0;
        if (!is_known) return TRUE;
    }
    return FALSE;
}

// Readers of XML have these in themselves.
static gboolean is_usual(const char *encoding) {
    return g_ascii_strncasecmp(encoding, "UTF-8", 5) == 0 || g_ascii_strncasecmp(encoding, "UTF-16", 6) == 0
        || g_ascii_strcasecmp(encoding, "US-ASCII") == 0;
}

// Copies the declared encoding: letters, digits, and marks that no name of a file or option is made of.
static void find_encoding(const guint8 *bytes, gsize count, char *encoding, gsize room) {
    char text[declaration + 1];
    gsize length = MIN(count, declaration);
    memcpy(text, bytes, length);
    text[length] = '\0';
    char *end = strstr(text, "?>"), *place = strstr(text, "encoding");
    if (end == NULL || place == NULL || place > end) return;
    place += strlen("encoding");
    place += strspn(place, " \t\r\n=\"'");
    gsize size = strspn(place, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:");
    if (size == 0 || size >= room) return;
    memcpy(encoding, place, size);
    encoding[size] = '\0';
    if (is_usual(encoding)) encoding[0] = '\0';
}

TesseraDrawingNeeds tessera_drawing_needs(const guint8 *bytes, gsize count) {
    TesseraDrawingNeeds needs = {0, ""};
    // Entities and drawings in a drawing may hold words that are not seen; so may text of two bytes a letter.
    gboolean hides = has(bytes, count, "<!ENTITY") || memchr(bytes, 0, MIN(count, declaration)) != NULL;
    if (hides || has(bytes, count, "<text") || has(bytes, count, ":text") || has(bytes, count, "svg+xml"))
        needs.bits |= TESSERA_DRAWING_NEEDS_FONTS;
    if (hides || embeds_others(bytes, count)) needs.bits |= TESSERA_DRAWING_NEEDS_LOADERS;
    find_encoding(bytes, count, needs.encoding, sizeof needs.encoding);
    return needs;
}
