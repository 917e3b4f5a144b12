// Chooses and copies the preview in a camera raw file.
#include "tessera_rawpreview.h"

#include <libraw/libraw.h>
#include <string.h>

// LibRaw reports damaged data on the standard error stream unless it is told where else. Without the parameters, whose
// types are others in C++ and in C, and from version to version; none is read.
static void ignore_damage(void) {
}

// Unpacks the smallest sufficient preview, or the largest one.
static int unpack(libraw_data_t *raw, guint width, guint height) {
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
    int best = -1;
    gboolean best_suffices = FALSE;
    guint64 best_area = 0;
    for (int i = 0; i < raw->thumbs_list.thumbcount && i < LIBRAW_THUMBNAIL_MAXCOUNT; i++) {
        guint across = raw->thumbs_list.thumblist[i].twidth, down = raw->thumbs_list.thumblist[i].theight;
        guint64 area = (guint64)across * down;
        // A preview may lie on its side.
        gboolean suffices = MIN(across, down) >= MIN(width, height) && MAX(across, down) >= MAX(width, height);
        gboolean is_better = suffices == best_suffices ? (suffices ? area < best_area : area > best_area) : suffices;
        if (area > 0 && (best < 0 || is_better)) {
            best = i;
            best_suffices = suffices;
            best_area = area;
        }
    }
    if (best >= 0 && libraw_unpack_thumb_ex(raw, best) == LIBRAW_SUCCESS) return LIBRAW_SUCCESS;
#else
    (void)width;
    (void)height;
#endif
    return libraw_unpack_thumb(raw);
}

// Copies the preview of `raw` as an image file.
static gboolean copy(const libraw_data_t *raw, gsize file_count, guint64 most_pixels, TesseraRawPreview *preview) {
    const libraw_thumbnail_t *found = &raw->thumbnail;
    if (!found->thumb || found->tlength == 0 || found->tlength > file_count) return FALSE;
    if (found->tformat == LIBRAW_THUMBNAIL_JPEG) {
        preview->bytes = g_try_malloc(found->tlength);
        if (!preview->bytes) return FALSE;
        memcpy(preview->bytes, found->thumb, found->tlength);
        preview->count = found->tlength;
        return TRUE;
    }
    if (found->tformat != LIBRAW_THUMBNAIL_BITMAP || (found->tcolors != 3 && found->tcolors != 1)) return FALSE;
    guint64 pixels = (guint64)found->twidth * found->theight;
    gsize count = (gsize)pixels * (gsize)found->tcolors;
    if (pixels == 0 || pixels > most_pixels || found->tlength < count) return FALSE;
    char header[64];
    int length = g_snprintf(header, sizeof header, "P%d\n%u %u\n255\n", found->tcolors == 3 ? 6 : 5, found->twidth,
                            found->theight);
    preview->bytes = g_try_malloc((gsize)length + count);
    if (!preview->bytes) return FALSE;
    memcpy(preview->bytes, header, (gsize)length);
    memcpy(preview->bytes + length, found->thumb, count);
    preview->count = (gsize)length + count;
    return TRUE;
}

// The EXIF orientation of LibRaw's number of quarter turns.
static int orientation(int flip) { return flip == 3 ? 3 : flip == 5 ? 8 : flip == 6 ? 6 : 1; }

gboolean tessera_raw_preview(const guint8 *file, gsize count, guint width, guint height, guint64 most_pixels,
                             TesseraRawPreview *preview) {
    libraw_data_t *raw = libraw_init(0);
    if (!raw) return FALSE;
    libraw_set_dataerror_handler(raw, (data_callback)ignore_damage, NULL);
    gboolean found = FALSE;
    // LibRaw's declaration is not const; it only reads.
    int opened = libraw_open_buffer(raw, (void *)file, count);
    if (opened == LIBRAW_SUCCESS && unpack(raw, width, height) == LIBRAW_SUCCESS) {
        found = copy(raw, count, most_pixels, preview);
        if (found) preview->orientation = orientation(raw->sizes.flip);
    }
    libraw_close(raw);
    return found;
}
