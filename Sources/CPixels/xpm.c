// The strings of an XPM, which are all that gdk-pixbuf reads of it.
#include "tessera_xpm.h"

#include <stdio.h>
#include <string.h>

// Joins the pieces and ends each string with a zero in place of its quote. Returns the strings, NULL behind the last; what they
// point to is in `*text`. The caller frees both.
static GPtrArray *strings_in(const TesseraPixbufPiece *pieces, gsize count, GString **text) {
    *text = g_string_new(NULL);
    for (gsize i = 0; i < count; i++) g_string_append_len(*text, (const char *)pieces[i].bytes, (gssize)pieces[i].count);
    GPtrArray *strings = g_ptr_array_new();
    char *place = (*text)->str, *end = place + (*text)->len;
    while (place < end) {
        if (end - place >= 2 && place[0] == '/' && place[1] == '*') {
            // A comment may have quotes.
            char *close = g_strstr_len(place + 2, end - place - 2, "*/");
            place = close != NULL ? close + 2 : end;
        } else if (*place == '"') {
            char *close = memchr(place + 1, '"', (gsize)(end - place - 1));
            if (close == NULL) break;
            *close = '\0';
            g_ptr_array_add(strings, place + 1);
            place = close + 1;
        } else {
            place++;
        }
    }
    g_ptr_array_add(strings, NULL);
    return strings;
}

GdkPixbuf *tessera_xpm_load(const TesseraPixbufPiece *pieces, gsize count, const TesseraPixbufHooks *hooks,
                            TesseraPixbufOutcome *outcome, GError **error) {
    GString *text;
    GPtrArray *strings = strings_in(pieces, count, &text);
    const char *first = g_ptr_array_index(strings, 0);
    GdkPixbuf *pixbuf = NULL;
    int width = 0, height = 0;
    *outcome = TESSERA_PIXBUF_FAILED;
    if (first != NULL && sscanf(first, "%d %d", &width, &height) == 2 && width > 0 && height > 0) {
        if (hooks->cancelled(hooks->context))
            *outcome = TESSERA_PIXBUF_CANCELLED;
        else if (!hooks->prepare(hooks->context, &width, &height))
            *outcome = TESSERA_PIXBUF_REFUSED;
        else if ((pixbuf = gdk_pixbuf_new_from_xpm_data((const char **)strings->pdata)) != NULL)
            *outcome = TESSERA_PIXBUF_LOADED;
    }
    if (*outcome == TESSERA_PIXBUF_FAILED)
        g_set_error_literal(error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_CORRUPT_IMAGE, "it holds no picture");
    g_ptr_array_free(strings, TRUE);
    g_string_free(text, TRUE);
    return pixbuf;
}
