// Transform of one profile to sRGB, and its application to pixels.
#include "tessera_colour.h"

#include <lcms2.h>

#include "tessera_pixels.h"

typedef enum { RGB, GREY, INKS, INVERTED_INKS } Kind;

struct _TesseraColourTransform {
    // NULL for inks that have no profile.
    cmsHTRANSFORM handle;
    Kind kind;
};

// The alpha byte is skipped and unchanged, because pixels are converted in place.
#define GREY_IN_FOUR_BYTES (COLORSPACE_SH(PT_GRAY) | EXTRA_SH(3) | CHANNELS_SH(1) | BYTES_SH(1))

enum {
    // Smallest difference of a channel that counts as a change of colour.
    LEAST_CHANGE = 2,
    GREYS = 256,
    // Sample colours along each edge of the RGB cube.
    EDGE = 5,
    SAMPLES = GREYS + EDGE * EDGE * EDGE,
};

static gint handles;

int tessera_colour_handles(void) { return g_atomic_int_get(&handles); }

static gpointer counted(gpointer handle) {
    if (handle != NULL) g_atomic_int_inc(&handles);
    return handle;
}

static void close_profile(cmsHPROFILE profile) {
    if (profile == NULL) return;
    cmsCloseProfile(profile);
    g_atomic_int_add(&handles, -1);
}

void tessera_colour_transform_free(TesseraColourTransform *self) {
    if (self == NULL) return;
    if (self->handle != NULL) {
        cmsDeleteTransform(self->handle);
        g_atomic_int_add(&handles, -1);
    }
    g_free(self);
}

static gboolean is_of_pixels(cmsHPROFILE profile) {
    cmsProfileClassSignature class = cmsGetDeviceClass(profile);
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    return (class == cmsSigInputClass || class == cmsSigDisplayClass)
        && (space == cmsSigRgbData || space == cmsSigGrayData);
}

static gboolean is_of_inks(cmsHPROFILE profile) {
    cmsProfileClassSignature class = cmsGetDeviceClass(profile);
    return (class == cmsSigOutputClass || class == cmsSigInputClass || class == cmsSigDisplayClass
            || class == cmsSigColorSpaceClass)
        && cmsGetColorSpace(profile) == cmsSigCmykData;
}

static gboolean changes_colours(const TesseraColourTransform *self) {
    guint8 before[SAMPLES * 4], after[SAMPLES * 4];
    int count = self->kind == GREY ? GREYS : SAMPLES;
    for (int i = 0; i < count; i++) {
        int place = i - GREYS;
        for (int channel = 0; channel < 3; channel++) {
            before[i * 4 + channel] = (guint8)(place < 0 ? i : place % EDGE * 255 / (EDGE - 1));
            if (place >= 0) place /= EDGE;
        }
        before[i * 4 + 3] = 255;
    }
    memcpy(after, before, sizeof after);
    tessera_colour_transform_run(self, after, (gsize)count);
    for (int i = 0; i < count * 4; i++)
        if (ABS(before[i] - after[i]) >= LEAST_CHANGE) return TRUE;
    return FALSE;
}

// Relative colorimetric: colours that the display can show are unchanged. No other intent is available, because sRGB has
// no table for one. Black point compensation keeps the shadows of profiles with a lighter black. Threads can share a
// Little CMS transform only without its cache of the last pixel.
static cmsHTRANSFORM to_screen(cmsHPROFILE profile, cmsUInt32Number format) {
    cmsHPROFILE screen = counted(cmsCreate_sRGBProfile());
    if (screen == NULL) return NULL;
    cmsHTRANSFORM handle = counted(cmsCreateTransform(
        profile, format, screen, TYPE_BGRA_8, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE));
    close_profile(screen);
    return handle;
}

static cmsHPROFILE opened(const guint8 *bytes, gsize length) {
    if (length == 0 || length > G_MAXUINT32) return NULL;
    return counted(cmsOpenProfileFromMem(bytes, (cmsUInt32Number)length));
}

static TesseraColourTransform *owning(cmsHTRANSFORM handle, Kind kind) {
    TesseraColourTransform *self = g_new(TesseraColourTransform, 1);
    *self = (TesseraColourTransform){handle, kind};
    return self;
}

TesseraColourTransform *tessera_colour_transform_new(const guint8 *bytes, gsize length) {
    cmsHTRANSFORM handle = NULL;
    Kind kind = RGB;
    cmsHPROFILE profile = opened(bytes, length);
    if (profile != NULL && is_of_pixels(profile)) {
        kind = cmsGetColorSpace(profile) == cmsSigGrayData ? GREY : RGB;
        handle = to_screen(profile, kind == GREY ? GREY_IN_FOUR_BYTES : TYPE_BGRA_8);
    }
    close_profile(profile);
    if (handle == NULL) return NULL;
    TesseraColourTransform *self = owning(handle, kind);
    if (changes_colours(self)) return self;
    tessera_colour_transform_free(self);
    return NULL;
}

TesseraColourTransform *tessera_colour_transform_new_of_inks(const guint8 *bytes, gsize length, gboolean inverted) {
    cmsHTRANSFORM handle = NULL;
    cmsHPROFILE profile = opened(bytes, length);
    if (profile != NULL && is_of_inks(profile)) handle = to_screen(profile, inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8);
    close_profile(profile);
    return owning(handle, inverted ? INVERTED_INKS : INKS);
}

gboolean tessera_colour_transform_fits(const TesseraColourTransform *self, const guint8 *pixels, gsize count) {
    if (self->kind != GREY) return TRUE;
    for (const guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4)
        if (pixel[0] != pixel[1] || pixel[1] != pixel[2]) return FALSE;
    return TRUE;
}

static void divide_by_alpha(guint8 *pixels, gsize count) {
    for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
        int alpha = pixel[3];
        if (alpha == 0) continue;
        for (int channel = 0; channel < 3; channel++)
            pixel[channel] = (guint8)MIN(255, (pixel[channel] * 255 + alpha / 2) / alpha);
    }
}

static void multiply_by_alpha(guint8 *pixels, gsize count) {
    for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4)
        for (int channel = 0; channel < 3; channel++) pixel[channel] = (guint8)((pixel[channel] * pixel[3] + 127) / 255);
}

// As gdk-pixbuf and libtiff make RGB of inks: each is a filter that takes its share of one primary, and black of all.
static void overprint(guint8 *pixels, gsize count, Kind kind) {
    guint8 flip = kind == INKS ? 255 : 0;
    for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) {
        int cyan = pixel[0] ^ flip, magenta = pixel[1] ^ flip, yellow = pixel[2] ^ flip, black = pixel[3] ^ flip;
        pixel[0] = (guint8)(yellow * black / 255);
        pixel[1] = (guint8)(magenta * black / 255);
        pixel[2] = (guint8)(cyan * black / 255);
    }
}

static void run_inks(const TesseraColourTransform *self, guint8 *pixels, gsize count) {
    if (self->handle != NULL)
        cmsDoTransform(self->handle, pixels, pixels, (cmsUInt32Number)count);
    else
        overprint(pixels, count, self->kind);
    for (guint8 *pixel = pixels; pixel < pixels + count * 4; pixel += 4) pixel[3] = 255;
}

void tessera_colour_transform_run(const TesseraColourTransform *self, guint8 *pixels, gsize count) {
    // Few enough to stay in the processor's first-level cache between the passes.
    enum { BATCH = 1024 };
    for (gsize done = 0; done < count; done += BATCH, pixels += BATCH * 4) {
        gsize length = MIN(BATCH, count - done);
        if (self->kind == INKS || self->kind == INVERTED_INKS) {
            run_inks(self, pixels, length);
            continue;
        }
        gboolean whole = tessera_pixels_cover(pixels, length);
        if (!whole) divide_by_alpha(pixels, length);
        cmsDoTransform(self->handle, pixels, pixels, (cmsUInt32Number)length);
        if (!whole) multiply_by_alpha(pixels, length);
    }
}
